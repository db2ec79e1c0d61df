/**
 * The site's configuration (specification section 1), as it was built in; see BUILD_VARIABLES. Each by its full name: so the build
 * has the values alone.
 */
export const site = {
  /** The year this build was made in. */
  builtYear: Number(import.meta.env.BUILD_YEAR),
  /** The display name: the brand that people see. */
  name: import.meta.env.SITE_NAME || 'Waybill',
  domain: import.meta.env.SITE_DOMAIN || 'localhost',
  /** The brand's time zone, by its IANA name. */
  timeZone: import.meta.env.TIME_ZONE || 'UTC',
  /** Where the API is; empty: this app's own origin. */
  apiBase: (import.meta.env.API_BASE || '').replace(/\/+$/, ''),
  /** Where images are sent; empty: to the API's own server. */
  imageHost: (import.meta.env.IMAGE_HOST || '').replace(/\/+$/, ''),
  /** The cloud name and the upload preset it knows us by. */
  imageCloud: import.meta.env.IMAGE_CLOUD || 'waybill',
  imagePreset: import.meta.env.IMAGE_PRESET || 'shipments',
  /** A public service that answers the countries list; empty: this server's own. */
  countriesUrl: import.meta.env.COUNTRIES_URL || '',
} as const;

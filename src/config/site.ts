/**
 * The site's configuration (specification section 1), fixed at build time; see BUILD_VARIABLES.
 * Each variable is spelled in full, so that the build inlines only its value.
 */
export const site = {
  /** The year this build was made in. */
  builtYear: Number(import.meta.env.BUILD_YEAR),
  /** The display name: the brand that people see. */
  name: import.meta.env.SITE_NAME || 'Waybill',
  domain: import.meta.env.SITE_DOMAIN || 'localhost',
  /** The brand's time zone, by its IANA name. */
  timeZone: import.meta.env.TIME_ZONE || 'UTC',
  /** The API's origin; empty for this app's own. */
  apiBase: (import.meta.env.API_BASE || '').replace(/\/+$/, ''),
  /** Where to upload images; empty for the API's own server. */
  imageHost: (import.meta.env.IMAGE_HOST || '').replace(/\/+$/, ''),
  /** Our cloud name and upload preset there. */
  imageCloud: import.meta.env.IMAGE_CLOUD || 'waybill',
  imagePreset: import.meta.env.IMAGE_PRESET || 'shipments',
  /** A public service with the countries list; empty for this server's own. */
  countriesUrl: import.meta.env.COUNTRIES_URL || '',
} as const;

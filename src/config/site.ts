/** The site's configuration (specification section 1), as it was built in; see BUILD_VARIABLES. */
const variables = import.meta.env;

export const site = {
  /** The year this build was made in. */
  builtYear: Number(variables.BUILD_YEAR),
  /** The display name: the brand that people see. */
  name: variables.SITE_NAME || 'Waybill',
  domain: variables.SITE_DOMAIN || 'localhost',
  /** The brand's time zone, by its IANA name. */
  timeZone: variables.TIME_ZONE || 'UTC',
  /** Where the API is; empty: this app's own origin. */
  apiBase: (variables.API_BASE || '').replace(/\/+$/, ''),
  /** Where images are sent; empty: to the API's own server. */
  imageHost: (variables.IMAGE_HOST || '').replace(/\/+$/, ''),
  /** The cloud name and the upload preset it knows us by. */
  imageCloud: variables.IMAGE_CLOUD || 'waybill',
  imagePreset: variables.IMAGE_PRESET || 'shipments',
  /** A public service that answers the countries list; empty: this server's own. */
  countriesUrl: variables.COUNTRIES_URL || '',
} as const;

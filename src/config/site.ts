/** The site's configuration (specification section 1), as it was built in; see BUILD_VARIABLES. */
const variables = import.meta.env;

export const site = {
  /** The display name: the brand that people see. */
  name: variables.SITE_NAME || 'Waybill',
  domain: variables.SITE_DOMAIN || 'localhost',
  /** Where the API is; empty: this app's own origin. */
  apiBase: (variables.API_BASE || '').replace(/\/+$/, ''),
} as const;

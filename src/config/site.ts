/** Spelled in full, so that the build inlines only values. */
export const site = {
  builtYear: Number(import.meta.env.BUILD_YEAR),
  name: import.meta.env.SITE_NAME || 'Waybill',
  domain: import.meta.env.SITE_DOMAIN || 'localhost',
  timeZone: import.meta.env.TIME_ZONE || 'UTC',
  /** Empty for this app's own. */
  apiBase: (import.meta.env.API_BASE || '').replace(/\/+$/, ''),
  /** Empty for the API's own server. */
  imageHost: (import.meta.env.IMAGE_HOST || '').replace(/\/+$/, ''),
  imageCloud: import.meta.env.IMAGE_CLOUD || 'waybill',
  imagePreset: import.meta.env.IMAGE_PRESET || 'shipments',
  /** Empty for this server's own. */
  countriesUrl: import.meta.env.COUNTRIES_URL || '',
} as const;

/** `npm start` rebuilds when one changes. */
export const BUILD_VARIABLES = [
  'SITE_NAME',
  'SITE_DOMAIN',
  'SITE_HOME_URL',
  'SITE_PHONE',
  'TIME_ZONE',
  'API_BASE',
  'IMAGE_HOST',
  'IMAGE_CLOUD',
  'IMAGE_PRESET',
  'COUNTRIES_URL',
] as const;

/** `npm start` rebuilds when one changes. A brand is no part of the build: server/brand. */
export const BUILD_VARIABLES = ['API_BASE', 'IMAGE_HOST', 'IMAGE_CLOUD', 'IMAGE_PRESET', 'COUNTRIES_URL'] as const;

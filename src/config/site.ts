import { DEFAULT_SITE, SITE_ID, type Site } from '../domain/site.ts';

/** Reads it from the page, where a server with a custom brand fills it in. */
function readSite(): Site {
  const given = typeof document === 'undefined' ? null : document.getElementById(SITE_ID);
  return { ...DEFAULT_SITE, ...(given && (JSON.parse(given.textContent) as Site)) };
}

/** Built-in values are spelled in full, so that the build inlines only values. */
export const site = {
  ...readSite(),
  builtYear: Number(import.meta.env.BUILD_YEAR),
  /** Empty for this app's own. */
  apiBase: (import.meta.env.API_BASE || '').replace(/(?<!\/)\/+$/, ''),
  /** Empty for the API's own server. */
  imageHost: (import.meta.env.IMAGE_HOST || '').replace(/(?<!\/)\/+$/, ''),
  imageCloud: import.meta.env.IMAGE_CLOUD || 'waybill',
  imagePreset: import.meta.env.IMAGE_PRESET || 'shipments',
  /** Empty for this server's own. */
  countriesUrl: import.meta.env.COUNTRIES_URL || '',
};

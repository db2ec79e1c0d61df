import { homeUrl } from '../domain/home-url.ts';

/** Pages of the product's home site, as configured or by the address of this one (specification section 1). */
export function homeLinks(): { terms: string; privacy: string } {
  const home = (import.meta.env.SITE_HOME_URL || homeUrl(location)).replace(/\/+$/, '');
  return { terms: `${home}/terms`, privacy: `${home}/privacy` };
}

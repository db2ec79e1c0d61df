import { homeUrl } from '../domain/home-url.ts';

export function homeLinks(): { terms: string; privacy: string } {
  const home = (import.meta.env.SITE_HOME_URL || homeUrl(location)).replace(/\/+$/, '');
  return { terms: `${home}/terms`, privacy: `${home}/privacy` };
}

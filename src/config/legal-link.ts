import { homeUrl } from '../domain/home-url.ts';
import type { LegalName } from '../domain/legal-terms.ts';
import { paths } from '../domain/paths.ts';
import { site } from './site.ts';

/** Where a legal page is: the brand's own in the app, otherwise on its home site (specification section 2). */
export function legalLink(name: LegalName): { href: string; isOurs: boolean } {
  if (site.legal.some((page) => page.name === name)) return { href: paths[name], isOurs: true };
  const home = (site.homeUrl || homeUrl(location)).replace(/(?<!\/)\/+$/, '');
  return { href: `${home}/${name}`, isOurs: false };
}

/**
 * The build renders its pages for a brand of marks; what follows fills them with a brand's texts, at the build for
 * its own and on a server's start for any other.
 */
import { LEGAL_NAMES } from './legal-terms.ts';
import { escapeHtml } from './page-template.ts';
import { DEFAULT_SITE, type Site } from './site.ts';

export const SITE_PAGES_FILE = 'site-pages.json';

export type SitePages = Readonly<Record<string, string>>;

const mark = (name: string) => `site-${name}-etis`;
const MARK = /site-(name|letter|head)-etis/g;

/** Has everything that a brand may leave out. */
export const MARKED_SITE: Site = {
  ...DEFAULT_SITE,
  name: mark('name'),
  letter: mark('letter'),
  phone: '000',
  legal: LEGAL_NAMES.map((name) => ({ name, file: '' })),
};
/** Where what a brand adds to the head of a page goes. */
export const HEAD_MARK = mark('head');

const LINKS = /<nav class="foot-links".*?<\/nav>/s;
const PHONE = /(<a href="tel:)[^"]*("[^>]*>)[^<]*/;
const LEGAL_LINK = /<a [^>]*href="\/(\w+)"[^>]*>[^<]*<\/a>/g;

export function fillSitePage(page: string, { name, letter, phone, dialed, legal }: Site, head = ''): string {
  const texts: Record<string, string> = { name: escapeHtml(name), letter: escapeHtml(letter), head };
  const known = new Set<string>(legal.map((each) => each.name));
  const fillLinks = (links: string) =>
    links
      .replace(LEGAL_LINK, (link, path: string) => (known.has(path) ? link : ''))
      .replace(PHONE, (_, start: string, end: string) => start + dialed + end + escapeHtml(phone))
      .replace(phone ? /(?!)/ : /<a href="tel:.*?<\/a>/, '');
  return page
    .replace(LINKS, (links) => (phone || known.size > 0 ? fillLinks(links) : ''))
    .replace(MARK, (_, text: string) => texts[text] ?? '');
}

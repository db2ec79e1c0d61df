import { paths } from './paths.ts';

const ID = ':';

/**
 * The addresses of all pages, with `:` for an ID: all of `paths` but the API, without the search.
 */
const PAGES = Object.values(paths)
  .map((path) => (typeof path === 'string' ? path : (path as (id: string) => string)(ID)).replace(/\?.*/, ''))
  .filter((path) => !path.startsWith('/api/'));

const PATTERN = new RegExp(
  `^(?:${PAGES.map((page) => page.replaceAll(encodeURIComponent(ID), '[^/]+')).join('|')})/*$`,
  'i',
);

/** Whether the router has a page at this path: case and a trailing slash do not matter. */
export const isPage = (path: string): boolean => PATTERN.test(path);

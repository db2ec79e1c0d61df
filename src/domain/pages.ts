import { paths } from './paths.ts';

const ID = ':';

const PAGES = Object.values(paths)
  .map((path) => (typeof path === 'string' ? path : (path as (id: string) => string)(ID)).replace(/\?.*/, ''))
  .filter((path) => !path.startsWith('/api/'));

const PATTERN = new RegExp(
  `^(?:${PAGES.map((page) => page.replaceAll(encodeURIComponent(ID), '[^/]+')).join('|')})/*$`,
  'i',
);

export const isPage = (path: string): boolean => PATTERN.test(path);

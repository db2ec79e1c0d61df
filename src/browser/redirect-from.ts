import { redirect, replace } from 'react-router-dom';

/**
 * Redirects from a requested page. If the browser is there already, as at the start and after Back,
 * the new page takes its place in the history: else Back would lead to it and be redirected again.
 */
export function redirectFrom({ url }: Request, to: string): Response {
  const { pathname, search } = new URL(url);
  const isThere = pathname === location.pathname && search === location.search;
  return isThere ? replace(to) : redirect(to);
}

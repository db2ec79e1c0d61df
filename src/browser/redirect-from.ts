import { redirect, replace } from 'react-router-dom';

/**
 * Redirects from a requested page. If the browser is there already, as at the start and after Back,
 * the new page takes its place in the history: else Back would lead to it and be redirected again.
 */
export const redirectFrom = ({ url }: Request, to: string): Response =>
  url === location.href ? replace(to) : redirect(to);

import { redirect, replace } from 'react-router-dom';

/** Replaces an entry that the browser is at already, or Back would be redirected again. */
export const redirectFrom = ({ url }: Request, to: string): Response =>
  url === location.href ? replace(to) : redirect(to);

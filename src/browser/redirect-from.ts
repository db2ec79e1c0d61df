import { redirect, replace } from 'react-router-dom';

/** Or Back would be redirected again. */
export const redirectFrom = ({ url }: Request, to: string): Response =>
  url === location.href ? replace(to) : redirect(to);

import { redirect, replace } from 'react-router-dom';

/** Replaces an entry that Back would redirect again. */
export const redirectFrom = ({ url }: Request, to: string): Response =>
  url === location.href ? replace(to) : redirect(to);

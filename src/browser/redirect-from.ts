import { redirect, replace } from 'react-router-dom';

/** If the browser is there already, replaces the entry: else Back would redirect again. */
export const redirectFrom = ({ url }: Request, to: string): Response =>
  url === location.href ? replace(to) : redirect(to);

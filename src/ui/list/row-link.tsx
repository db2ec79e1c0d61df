import { type AnchorHTMLAttributes, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

interface RowLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string;
}

/** A link in each row of a list that calls `useRowLinks`. */
export const RowLink = ({ to, ...rest }: RowLinkProps) => <a {...rest} href={to} data-row-link="" />;

export function useRowLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-row-link]');
      const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      // Another list of the page may have followed it already.
      if (!link || isForBrowser || event.defaultPrevented) return;
      event.preventDefault();
      navigate(link.pathname + link.search + link.hash);
    }
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}

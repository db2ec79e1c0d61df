import type { ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';

export interface Crumb {
  label: ReactNode;
  to?: To;
}

export function Breadcrumbs({ crumbs, label = 'Breadcrumb' }: { crumbs: readonly Crumb[]; label?: string }) {
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap items-center text-small">
        {crumbs.map(({ label: text, to }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a crumb is identified by its place in the trail
          <li key={index} className="crumb">
            {to ? (
              <Link to={to} className="inline-flex items-center min-h-$h-touch max-sm:font-650 max-sm:text-body">
                {text}
              </Link>
            ) : (
              <span aria-current="page" className="font-650 truncate">
                {text}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

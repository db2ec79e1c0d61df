import { Link, type To } from 'react-router-dom';
import { grouped } from '../../domain/figures.ts';
import { Icon } from '../icon.tsx';

export interface PageLink {
  page: number;
  to: To;
}

interface PaginationProps {
  pages: readonly PageLink[];
  current: number;
  count?: number | undefined;
  previous?: To;
  next?: To;
  label?: string;
}

export function Pagination({ pages, current, count = 0, previous, next, label = 'Pages' }: PaginationProps) {
  return (
    <nav aria-label={label}>
      <ul className="pages">
        <li>
          <PageArrow to={previous} icon="chevron-left" label="Previous page" className="border-l-0" />
        </li>
        {pages.map(({ page, to }) => (
          <li key={page}>
            {page === current ? (
              <span aria-current="page" className="pages-box chosen">
                <span className="sr-only">Page </span>
                {page}
              </span>
            ) : (
              <Link to={to} className="pages-box hover:bg-well">
                <span className="sr-only">Page </span>
                {page}
              </Link>
            )}
          </li>
        ))}
        <li>
          <PageArrow to={next} icon="chevron-right" label="Next page" />
        </li>
      </ul>
      {count > pages.length && (
        <p className="mt-2 mx-auto text-center text-small soft tabular-nums">
          Page {grouped(current)} of {grouped(count)}
        </p>
      )}
    </nav>
  );
}

interface PageArrowProps {
  to?: To;
  icon: 'chevron-left' | 'chevron-right';
  label: string;
  className?: string;
}

function PageArrow({ to, icon, label, className = '' }: PageArrowProps) {
  if (to === undefined) {
    return (
      <span aria-hidden="true" className={`pages-box text-field-rule opacity-60 ${className}`}>
        <Icon name={icon} />
      </span>
    );
  }
  return (
    <Link to={to} aria-label={label} className={`pages-box hover:bg-well ${className}`}>
      <Icon name={icon} />
    </Link>
  );
}

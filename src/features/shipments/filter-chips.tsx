import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { onPlainClick } from '../../browser/panel-history.ts';
import { describeFilter } from '../../domain/filter-words.ts';
import { type ManagedPageSearch, parseManagedPageSearch } from '../../domain/paged.ts';
import { Icon } from '../../ui/icon.tsx';

export function FilterChips({ filter, to }: { filter: ManagedPageSearch; to: (filter: ManagedPageSearch) => string }) {
  const navigate = useNavigate();
  const shown = useNextFilter() ?? filter;
  return (
    <ul aria-label="Filters" className="contents">
      {describeFilter(shown).map(({ name, words }) => {
        const rest = to({ ...shown, [name]: undefined });
        return (
          <li key={name} className="min-w-0">
            <Link
              className="chip"
              to={rest}
              onClick={(event) => {
                focusNext(event);
                // `flushSync`: this chip is gone before another can be clicked.
                onPlainClick(event, () => navigate(rest, { preventScrollReset: true, flushSync: true }));
              }}
            >
              <span className="sr-only">Remove filter </span>
              <span className="min-w-0">{words}</span>
              <Icon name="x" />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * The page may still be loading, and the next chip must not bring back what the last one removed.
 */
function useNextFilter(): ManagedPageSearch | undefined {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  if (next?.pathname !== pathname) return;
  const { page, ...filter } = parseManagedPageSearch(new URLSearchParams(next.search));
  return filter;
}

/** The chip itself will be gone. */
function focusNext({ currentTarget: chip }: MouseEvent<HTMLElement>) {
  const row = chip.closest('li');
  const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('a');
  const inSearch = (type: string) => chip.closest('search')?.querySelector<HTMLElement>(`[type=${type}]`);
  (next ?? inSearch('submit') ?? inSearch('search'))?.focus({ preventScroll: true });
}

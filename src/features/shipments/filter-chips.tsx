import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { onPlainClick } from '../../browser/panel-history.ts';
import { describeFilter } from '../../domain/filter-words.ts';
import type { PageSearch } from '../../domain/paged.ts';
import { Icon } from '../../ui/icon.tsx';

interface FilterChipsProps {
  filter: PageSearch;
  to: (filter: PageSearch) => string;
}

/** Each part of the filter, to be removed by itself. */
export function FilterChips({ filter, to }: FilterChipsProps) {
  const navigate = useNavigate();
  return (
    <ul aria-label="Filters" className="contents">
      {describeFilter(filter).map(({ name, words }) => {
        const rest = to({ ...filter, [name]: undefined });
        return (
          <li key={name} className="min-w-0">
            <Link
              className="chip"
              to={rest}
              onClick={(event) => {
                focusNext(event);
                // `flushSync`: clicked a moment later, the next chip would still bring this filter back.
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

/** The chip itself will be gone. */
function focusNext({ currentTarget: chip }: MouseEvent<HTMLElement>) {
  const row = chip.closest('li');
  const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('a');
  (next ?? chip.closest('search')?.querySelector<HTMLElement>('[type=submit]'))?.focus({ preventScroll: true });
}

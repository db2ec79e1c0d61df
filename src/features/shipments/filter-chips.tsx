import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { describeFilter } from '../../domain/filter-words.ts';
import type { PageSearch } from '../../domain/paged.ts';
import { Icon } from '../../ui/icon.tsx';

interface FilterChipsProps {
  filter: PageSearch;
  to: (filter: PageSearch) => string;
}

/** Each part of the filter, to be removed by itself. */
export function FilterChips({ filter, to }: FilterChipsProps) {
  return (
    <ul aria-label="Filters" className="contents">
      {describeFilter(filter).map(({ name, words }) => (
        <li key={name} className="min-w-0">
          <Link className="chip" to={to({ ...filter, [name]: undefined })} preventScrollReset onClick={focusNext}>
            <span className="sr-only">Remove filter </span>
            <span className="min-w-0">{words}</span>
            <Icon name="x" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The chip itself will be gone. */
function focusNext({ currentTarget: chip }: MouseEvent<HTMLElement>) {
  const row = chip.closest('li');
  const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('a');
  (next ?? chip.closest('search')?.querySelector<HTMLElement>('[type=submit]'))?.focus({ preventScroll: true });
}

import { useQuery } from '@tanstack/react-query';
import { isFiltered, type ManagedPageSearch } from '../../domain/paged.ts';
import { type Hidden, notOnPage } from '../selection/selection-bar.tsx';
import type { Choice, Selection } from '../selection/use-selection.ts';
import { amongQuery } from './queries.ts';

/** What is selected and not in the list; while nobody knows that, what is not on its page. */
export function useHidden(selection: Selection, filter: ManagedPageSearch, rows: readonly Choice[]): Hidden {
  const away = notOnPage(selection, rows);
  const ids = away.choices.map(({ id }) => id);
  const isNarrowed = isFiltered(filter);
  const { data } = useQuery({
    ...amongQuery(filter, ids),
    enabled: isNarrowed && ids.length > 0,
  });
  // Whatever there is, is in the list of everything.
  if (!isNarrowed) return { choices: [], from: 'list' };
  if (!data) return away;
  return { choices: away.choices.filter(({ id }) => !data.shipments.some((one) => one.id === id)), from: 'list' };
}

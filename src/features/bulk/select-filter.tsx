import { grouped } from '../../domain/figures.ts';
import type { ManagedPageSearch } from '../../domain/paged.ts';
import { Button } from '../../ui/button.tsx';
import { MAX_SELECTED, type Selection } from '../selection/use-selection.ts';
import { useSelectFilter } from './mutations.ts';

interface SelectFilterProps {
  filter: ManagedPageSearch;
  total: number;
  selection: Selection;
}

/** Selects what the list has on all its pages, up to 1,000. */
export function SelectFilter({ filter, total, selection }: SelectFilterProps) {
  const select = useSelectFilter();
  if (total === 0) return null;
  const count = total > MAX_SELECTED ? `the newest ${grouped(MAX_SELECTED)}` : `all ${grouped(total)}`;
  return (
    <>
      <Button
        small
        variant="quiet"
        icon="check"
        pending={select.isPending}
        onClick={() => select.mutate(filter, { onSuccess: ({ shipments }) => selection.replace(shipments) })}
      >
        Select {count}
      </Button>
      {select.failure && (
        <p role="alert" className="field-error">
          {select.failure.message}
        </p>
      )}
    </>
  );
}

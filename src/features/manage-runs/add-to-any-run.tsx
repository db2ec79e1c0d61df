import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../ui/list/query-view.tsx';
import { Skeleton } from '../../ui/list/skeleton.tsx';
import type { Selection } from '../selection/use-selection.ts';
import { AddToRun } from './add-to-run.tsx';
import { NewRun } from './create-run-dialog.tsx';
import { PlanSelected } from './plan-selected.tsx';
import { comingRunsQuery } from './queries.ts';

export function AddToAnyRun({ selection, onAdded }: { selection: Selection; onAdded: () => void }) {
  return (
    <QueryView query={useQuery(comingRunsQuery)} waiting={<Skeleton className="w-48 h-13" />}>
      {(list) => (
        <AddToRun list={list} selection={selection} onAdded={onAdded}>
          <div className="row gap-3">
            <NewRun list={list} selection={selection} />
            <PlanSelected of="shipments" />
          </div>
        </AddToRun>
      )}
    </QueryView>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigateIfHere } from '../../browser/navigate-if-here.ts';
import { paths } from '../../domain/paths.ts';
import { Button } from '../../ui/button.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { Skeleton } from '../../ui/list/skeleton.tsx';
import type { Selection } from '../run-pool/use-selection.ts';
import { AddToRun } from './add-to-run.tsx';
import { CreateRunDialog } from './create-run-dialog.tsx';
import { runsQuery } from './queries.ts';

export function AddToAnyRun({ selection, onAdded }: { selection: Selection; onAdded: () => void }) {
  const query = useQuery(runsQuery());
  const [isCreating, setCreating] = useState(false);
  const navigate = useNavigateIfHere();
  return (
    <QueryView query={query} waiting={<Skeleton className="w-48 h-13" />}>
      {(list) => (
        <>
          <AddToRun list={list} selection={selection} onAdded={onAdded}>
            <div>
              <Button icon="truck" className="min-h-$h-field" onClick={() => setCreating(true)}>
                New run
              </Button>
            </div>
          </AddToRun>
          {isCreating && (
            <CreateRunDialog
              day={list.day}
              name={`Run ${list.runs.length + 1}`}
              shipmentIds={selection.chosen.map(({ id }) => id)}
              onCreated={(id) => {
                setCreating(false);
                navigate(paths.manageRun(id));
              }}
              onClose={() => setCreating(false)}
            />
          )}
        </>
      )}
    </QueryView>
  );
}

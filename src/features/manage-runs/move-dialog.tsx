import { useState } from 'react';
import * as v from 'valibot';
import { SchemaDialog } from '../../acts/schema-dialog.tsx';
import { RunFormSchema } from '../../domain/runs/manage.ts';
import type { RunDetails } from '../../domain/runs/views.ts';
import { toast } from '../../ui/toast/toast.ts';
import { CourierField } from './courier-field.tsx';
import { useMoveTasks } from './mutations.ts';

const POOL = { value: 'pool', label: 'Nobody: back to the shipments without a run' };

const MoveFormSchema = v.object({
  courierId: v.union([v.literal(POOL.value), RunFormSchema.entries.courierId], 'Choose a courier.'),
});

/** All open parcels of the run move if there are no `taskIds`. */
export interface Moving {
  title: string;
  taskIds?: string[];
}

/** Parcels go to another courier or back to the pool. Applies to the run as shown. */
export function MoveDialog({ run, moving, onClose }: { run: RunDetails; moving: Moving; onClose: () => void }) {
  const [seen] = useState({ id: run.id, version: run.version });
  const move = useMoveTasks();
  return (
    <SchemaDialog
      title={moving.title}
      schema={MoveFormSchema}
      values={{ courierId: '' }}
      persistAs={`move ${run.id} ${moving.taskIds?.join(' ') ?? 'all'}`}
      errorTitle="Nothing was moved"
      send={async ({ courierId }) => {
        const { taskIds } = moving;
        await move.mutateAsync({
          ...seen,
          ...(taskIds && { taskIds }),
          ...(courierId !== POOL.value && { courierId }),
        });
        toast.success('Moved');
      }}
      submit={{ label: 'Move', pendingLabel: 'Moving', icon: 'route' }}
      onClose={onClose}
    >
      {/* No phone has a planned run yet. */}
      {run.status !== 'planned' && (
        <p>The couriers see this once their phones are online. Anything delivered before that still counts.</p>
      )}
      <CourierField label="Move to" except={run.courier.id} more={[POOL]} />
    </SchemaDialog>
  );
}

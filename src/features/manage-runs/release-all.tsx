import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../domain/figures.ts';
import { MAX_PLANNED_COURIERS } from '../../domain/routing/plan.ts';
import type { RunSummary } from '../../domain/runs/views.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { poolQuery } from '../run-pool/queries.ts';
import { useReleaseRuns } from './mutations.ts';
import { runsQuery } from './queries.ts';

/** Releases the planned runs of a day, as shown, in one go. */
export function ReleaseAll({ day, small = false }: { day: string | undefined; small?: boolean }) {
  const { data: list } = useQuery(runsQuery(day));
  const [asked, setAsked] = useState<RunSummary[] | null>(null);
  const planned = (list?.runs ?? []).filter((run) => run.status === 'planned' && run.day === list?.day);
  const ready = planned.filter(({ progress }) => progress.open > 0);
  return (
    <>
      {ready.length > 1 && (
        <Button small={small} icon="send" aria-haspopup="dialog" onClick={() => setAsked(planned)}>
          Release all
        </Button>
      )}
      {asked && <ReleaseAllDialog planned={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function ReleaseAllDialog({ planned, onClose }: { planned: readonly RunSummary[]; onClose: () => void }) {
  const release = useReleaseRuns();
  const { data: pool } = useQuery(poolQuery({}));
  const ready = planned.filter(({ progress }) => progress.open > 0).slice(0, MAX_PLANNED_COURIERS);
  const rest = planned.filter((run) => !ready.includes(run)).map(({ name }) => name);
  return (
    <ConfirmDialog
      open
      title="Release all"
      confirmLabel={`Release ${counted(ready.length, 'run')}`}
      cancelLabel="Back"
      pending={release.isPending}
      pendingLabel="Releasing"
      error={release.failure}
      onClose={onClose}
      onConfirm={() =>
        release.mutate({ runs: ready.map(({ id, version }) => ({ id, version })) }, { onSuccess: onClose })
      }
    >
      <p>The couriers will see these runs on their phones. You can still change them.</p>
      <ul className="mt-3">
        {ready.map(({ id, name, courier, progress }) => (
          <li key={id} className="break-anywhere">
            {name}, <Verbatim>{courier.name}</Verbatim>: {counted(progress.stops, 'stop')}
          </li>
        ))}
      </ul>
      {rest.length > 0 && <p className="mt-3 break-anywhere">Not released, without shipments: {rest.join(', ')}.</p>}
      {pool && pool.total > 0 && <p className="mt-3">{counted(pool.total, 'shipment')} would be left without a run.</p>}
    </ConfirmDialog>
  );
}

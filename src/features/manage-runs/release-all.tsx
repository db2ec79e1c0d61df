import { useQuery } from '@tanstack/react-query';
import { counted } from '../../domain/figures.ts';
import { MAX_PLANNED_COURIERS } from '../../domain/routing/plan.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { arrivedPoolQuery } from '../run-pool/queries.ts';
import { useReleaseRuns } from './mutations.ts';
import { runsQuery } from './queries.ts';

/** Releases the planned runs of a day, as shown, at once: they can still be changed. */
export function ReleaseAll({ day, small = false }: { day: string | undefined; small?: boolean }) {
  const { data: list } = useQuery(runsQuery(day));
  const release = useReleaseRuns();
  const planned = (list?.runs ?? []).filter((run) => run.status === 'planned' && run.day === list?.day);
  const ready = planned.filter(({ progress }) => progress.open > 0).slice(0, MAX_PLANNED_COURIERS);
  const canRelease = ready.length > 1;
  const { data: pool } = useQuery({ ...arrivedPoolQuery, enabled: canRelease });
  const rest = planned.filter((run) => !ready.includes(run)).map(({ name }) => name);
  const left = [
    ...(rest.length > 0 ? [`Not released, without shipments: ${rest.join(', ')}.`] : []),
    ...(pool && pool.total > 0 ? [`${counted(pool.total, 'shipment')} here without a run.`] : []),
  ].join(' ');
  return (
    <>
      <FailureNotice of={release.failure} className="w-full" />
      {canRelease && (
        <Button
          small={small}
          icon="send"
          pending={release.isPending}
          pendingLabel="Releasing"
          onClick={() => release.mutate({ runs: ready.map(({ id, version }) => ({ id, version })), left })}
        >
          Release {counted(ready.length, 'run')}
        </Button>
      )}
    </>
  );
}

import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDayOfWeek } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { MAX_POOL_COLLECTIONS, type PoolCollection } from '../../domain/runs/views.ts';
import { formatHours } from '../../domain/time-window.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { usePlanPickup } from './mutations.ts';
import { PlanDialog } from './plan-dialog.tsx';

interface WaitingPickupsProps {
  pickups: readonly PoolCollection[];
  /** Later ones are not shown. */
  until: string | undefined;
  runId?: string;
}

/** Pickups that no run has. Each goes into this run, or into one that is chosen. */
export function WaitingPickups({ pickups, until, runId }: WaitingPickupsProps) {
  const plan = usePlanPickup();
  const [chosen, setChosen] = useState<PoolCollection | null>(null);
  const rows = pickups.filter(({ day }) => !until || day <= until);
  const label = runId ? 'Add' : 'Put into a run';
  const columns: Column<PoolCollection>[] = [
    {
      key: 'shop',
      head: 'Pickup',
      place: 'main',
      second: 'Address',
      split: 'halves',
      cell: ({ party, address }) => (
        <>
          <b>
            <Verbatim>{party}</Verbatim>
          </b>
          <span className="second-line">
            <Verbatim>{address}</Verbatim>
          </span>
        </>
      ),
    },
    {
      key: 'when',
      head: 'When',
      place: 'body',
      width: 'clamp(12rem, 26cqi, 23rem)',
      cell: ({ day, from, until }) => (
        <>
          {formatDayOfWeek(day)}, {formatHours({ from, until })}
        </>
      ),
    },
    {
      key: 'parcels',
      head: 'Parcels',
      place: 'body',
      width: 'clamp(6rem, 13cqi, 10rem)',
      cell: ({ expected, kind }) => `${counted(expected, 'parcel')}${kind === 'return' ? ', return' : ''}`,
    },
    {
      key: 'plan',
      head: label,
      place: 'action',
      width: '10rem',
      cell: (pickup) => (
        <RowButton
          name={`${label}: ${pickup.party}`}
          aria-haspopup={runId ? undefined : 'dialog'}
          disabled={plan.isPending}
          onClick={() => (runId ? plan.mutate({ id: pickup.id, runId }) : setChosen(pickup))}
        >
          {label}
        </RowButton>
      ),
    },
  ];
  return (
    <>
      <FailureNotice of={plan.failure} />
      <DataTable
        caption="Pickups without a run"
        columns={columns}
        rows={rows}
        empty={null}
        wraps={runId !== undefined}
      />
      {(rows.length < pickups.length || rows.length === MAX_POOL_COLLECTIONS) && (
        <Link to={paths.managePickups()} className="go-touch">
          All pickups
        </Link>
      )}
      {chosen && <PlanDialog pickup={{ ...chosen, shop: { name: chosen.party } }} onClose={() => setChosen(null)} />}
    </>
  );
}

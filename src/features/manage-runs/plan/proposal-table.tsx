import { useState } from 'react';
import { counted, grouped } from '../../../domain/figures.ts';
import { formatRoughly } from '../../../domain/windows/pace.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { formatKm } from '../order/suggestion-notice.tsx';
import { MoveDistrictsDialog } from './move-districts-dialog.tsx';
import { countAboard, countDoors, idOf, listDistricts, nameLoad, type Proposal, type Share } from './use-proposal.ts';

const SHOWN_DISTRICTS = 6;

export interface Limits {
  maxStops?: number | undefined;
  maxMinutes?: number | undefined;
}

/** One row for each courier, and one for what is left out. */
export function ProposalTable({ proposal, limits }: { proposal: Proposal; limits: Limits }) {
  const [moving, setMoving] = useState<Share | null>(null);
  const columns: Column<Share>[] = [
    {
      head: 'Courier',
      place: 'main',
      cell: (share) => (
        <>
          <span className="font-650 break-anywhere">
            {share.courier ? <Verbatim>{share.courier.name}</Verbatim> : 'Left out'}
          </span>
          <span className="second-line break-anywhere">{describeDistricts(proposal, share)}</span>
        </>
      ),
    },
    {
      head: 'Stops',
      place: 'body',
      cell: ({ doors, courier, room = {} }) => {
        const { stops, parcels, collections } = countDoors(doors);
        const { pieces, kilograms, litres } = countAboard(doors);
        return (
          <span className="tabular-nums">
            {counted(stops, 'stop')}, {nameLoad({ parcels, collections })}
            {courier && <Over is={stops} most={limits.maxStops} text={`Over ${limits.maxStops} stops`} />}
            {courier && <Over is={pieces} most={room.pieces} text={`Over ${room.pieces} parcels`} />}
            {courier && <Over is={kilograms} most={room.kilograms} text={`Over ${room.kilograms} kg`} />}
            {courier && <Over is={litres} most={room.litres} text={`Over ${room.litres} litres`} />}
          </span>
        );
      },
    },
    {
      head: 'Way',
      place: 'body',
      cell: ({ courier, doors, km, minutes, maxMinutes }) =>
        courier &&
        doors.length > 0 && (
          <span className="tabular-nums">
            {km !== null && `${formatKm(km)} km, `}
            {formatRoughly(minutes)}
            <Over
              is={Math.round(minutes)}
              most={limits.maxMinutes}
              text={`Over ${formatRoughly(limits.maxMinutes ?? 0)}`}
            />
            <Over is={Math.round(minutes)} most={maxMinutes} text="Over the usual hours" />
          </span>
        ),
    },
    {
      head: 'Move',
      place: 'action',
      width: '10rem',
      cell: (share) =>
        share.doors.length > 0 && (
          <Button
            small
            variant="quiet"
            className="-mr-[14px]"
            aria-haspopup="dialog"
            aria-label={share.courier ? `Move districts of ${share.courier.name}` : 'Move what is left out'}
            onClick={() => setMoving(share)}
          >
            Move districts
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable
        caption="Proposal"
        columns={columns}
        rows={proposal.shares.filter(({ courier, doors }) => courier || doors.length > 0)}
        rowKey={(share) => idOf(share) ?? ''}
        empty={null}
        dimmed={proposal.move.isPending}
        wraps
      />
      {moving && <MoveDistrictsDialog share={moving} proposal={proposal} onClose={() => setMoving(null)} />}
    </>
  );
}

function Over({ is, most, text }: { is: number; most: number | undefined; text: string }) {
  if (most === undefined || is <= most) return null;
  return (
    <span className="block mt-1">
      <Badge tone="warn" icon="triangle-alert" label={text} />
    </span>
  );
}

function describeDistricts(proposal: Proposal, share: Share): string {
  const names = listDistricts(proposal.districtsOf(share));
  if (names.length === 0) return 'Nothing to deliver';
  const rest = names.length - SHOWN_DISTRICTS;
  return [...names.slice(0, SHOWN_DISTRICTS), ...(rest > 0 ? [`and ${grouped(rest)} more`] : [])].join(', ');
}

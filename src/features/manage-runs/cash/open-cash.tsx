import { useState } from 'react';
import { formatPrice } from '../../../config/currency.ts';
import type { OpenCash as Rows } from '../../../domain/cod.ts';
import { formatListDate } from '../../../domain/dates.ts';
import { formatDay } from '../../../domain/day.ts';
import { paths } from '../../../domain/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Empty } from '../../../ui/list/empty.tsx';
import { RowLink } from '../../../ui/list/row-link.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { useMay } from '../../session/use-may.ts';
import { CountCashDialog } from './count-cash-dialog.tsx';
import { formatCollected } from './format-collected.ts';

type Row = Rows[number];

/** Runs that have ended, with cash that nobody has counted yet. */
export function OpenCash({ runs }: { runs: Rows }) {
  const [countingId, setCounting] = useState<string | null>(null);
  const counting = runs.find(({ id }) => id === countingId);
  const may = useMay();
  const columns: Column<Row>[] = [
    {
      head: 'Run',
      place: 'main',
      second: 'Courier',
      split: 'halves',
      cell: ({ id, name, courier }) => (
        <>
          {/* Who only counts has no page of runs. */}
          {may('runAdmin.get') ? <RowLink to={paths.manageRun(id)}>{name}</RowLink> : name}
          <span className="second-line">
            <Verbatim>{courier.name}</Verbatim>
          </span>
        </>
      ),
    },
    {
      head: 'Closed',
      place: 'side',
      cell: ({ day, closedAt }) => (closedAt ? formatListDate(closedAt) : formatDay(day)),
    },
    {
      head: 'Handed over',
      place: 'body',
      cell: ({ handedOver }) => (
        <>
          <span className="card-caption">Handed over: </span>
          {handedOver ? formatPrice(handedOver.amount) : 'Not yet'}
        </>
      ),
    },
    {
      head: 'To count',
      place: 'body',
      width: '18rem',
      cell: ({ open }) => (
        <>
          <span className="card-caption">To count: </span>
          {formatCollected(open)}
        </>
      ),
    },
    {
      head: 'Count',
      place: 'action',
      width: '9rem',
      cell: ({ id, name }) => (
        <Button
          small
          icon="wallet"
          aria-haspopup="dialog"
          aria-label={`Count cash: ${name}`}
          onClick={() => setCounting(id)}
        >
          Count
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption="Runs with cash to count"
        columns={columns}
        rows={runs}
        empty={<Empty icon="check">All cash is counted.</Empty>}
      />
      {counting && (
        <CountCashDialog
          key={counting.id}
          run={counting}
          open={counting.open}
          handedOver={counting.handedOver}
          onClose={() => setCounting(null)}
        />
      )}
    </>
  );
}

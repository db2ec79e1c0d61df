import { useState } from 'react';
import { formatDayOfWeek } from '../../domain/dates.ts';
import type { Recurring } from '../../domain/shops/recurring.ts';
import { formatWeekdays } from '../../domain/weekdays.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';

interface RecurringTableProps {
  orders: readonly Recurring[];
  /** Where a shipment is shown. */
  to: (order: Recurring) => string;
  hasSenders?: boolean;
}

const SENDER: Column<Recurring> = {
  key: 'sender',
  head: 'From',
  place: 'body',
  cell: ({ senderName }) => <Verbatim>{senderName}</Verbatim>,
};

export function RecurringTable({ orders, to, hasSenders = false }: RecurringTableProps) {
  const [changed, setChanged] = useState<string>();
  const columns: Column<Recurring>[] = [
    {
      key: 'order',
      head: 'Order',
      place: 'main',
      second: 'Receiver',
      split: 'halves',
      cell: (order) => (
        <>
          <RowLink to={to(order)}>
            <Verbatim>{order.description}</Verbatim>
          </RowLink>
          <span className="second-line">
            <Verbatim>{[order.receiverName, order.shipTo].join(', ')}</Verbatim>
          </span>
        </>
      ),
    },
    ...(hasSenders ? [SENDER] : []),
    {
      key: 'days',
      head: 'Days',
      place: 'body',
      cell: ({ weekdays, nextOn, problem }) => (
        <>
          {formatWeekdays(weekdays).replace(/^e/, 'E')}
          <span className="second-line">
            {nextOn ? `Next on ${formatDayOfWeek(nextOn)}` : 'All these days are off'}
          </span>
          {problem && <span className="field-error">Not made on {problem}</span>}
        </>
      ),
    },
    {
      key: 'act',
      head: 'Change',
      place: 'action',
      cell: (order) => (
        <Button small aria-label={`Change days of ${order.description}`} onClick={() => setChanged(order.id)}>
          Change days
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption="Recurring orders"
        columns={columns}
        rows={orders}
        empty={<Empty icon="refresh-cw">Nothing repeats yet. Open a shipment and choose Repeat.</Empty>}
      />
      {changed && <RepeatDialog id={changed} onClose={() => setChanged(undefined)} />}
    </>
  );
}

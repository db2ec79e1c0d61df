import type { ReactNode } from 'react';
import { formatPrice, inCurrency } from '../../config/currency.ts';
import type { Bill } from '../../domain/bill.ts';
import { formatListDate } from '../../domain/dates.ts';
import { formatDay } from '../../domain/day.ts';
import { texts } from '../../domain/errors.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useSetBillPaid } from './mutations.ts';
import { RowAction } from './row-action.tsx';

const OPEN = { tone: 'plain', icon: 'clock', label: 'Open' } as const;
const OVERDUE = { tone: 'warn', icon: 'clock', label: 'Overdue' } as const;

interface BillTableProps<Row extends Bill> {
  bills: readonly Row[];
  /** Null where it may not be changed. */
  deleteTo: ((bill: Row) => string | null) | undefined;
  about: (bill: Row) => ReactNode;
  aboutHead: string;
  /** `about` gets a column as wide as the summary's. */
  isAboutLong?: boolean;
}

export function BillTable<Row extends Bill>({ bills, deleteTo, about, aboutHead, isAboutLong }: BillTableProps<Row>) {
  const change = useSetBillPaid();
  const columns: Column<Row>[] = [
    { head: 'Date', place: 'side', cell: (bill) => formatListDate(bill.createdAt) },
    { head: inCurrency('Amount'), place: 'sum', cell: (bill) => formatPrice(bill.amount) },
    {
      head: 'Summary',
      place: 'main',
      second: aboutHead,
      split: isAboutLong ? 'halves' : undefined,
      cell: (bill) => (
        <>
          <span>{bill.summary}</span> {about(bill)}
        </>
      ),
    },
    {
      head: 'Status',
      place: 'foot',
      width: 'clamp(9rem, 16cqi, 13.5rem)',
      cell: ({ paidAt, due, isOverdue }) =>
        paidAt ? (
          <>
            <Badge tone="good" icon="check" label="Paid" />
            <span className="second-line mt-1">{formatListDate(paidAt)}</span>
          </>
        ) : (
          <>
            <Badge {...(isOverdue ? OVERDUE : OPEN)} />
            {due && <span className="second-line mt-1">Due {formatDay(due)}</span>}
          </>
        ),
    },
  ];
  if (deleteTo) {
    columns.push({
      head: 'Actions',
      place: 'action',
      width: 'clamp(7rem, 20cqi, 13.5rem)',
      cell(bill) {
        const to = deleteTo(bill);
        if (!to) return null;
        const act = bill.paidAt ? 'Mark as open' : 'Mark as paid';
        return (
          <>
            <RowButton
              name={`${act}: ${bill.summary}`}
              disabled={change.isPending}
              onClick={() => change.mutate({ id: bill.id, paid: !bill.paidAt })}
            >
              {act}
            </RowButton>
            {!bill.paidAt && <RowAction to={to} verb="Delete" row={bill.summary} />}
          </>
        );
      },
    });
  }
  return (
    <>
      <FailureNotice of={change.failure} />
      <DataTable
        caption="Bills"
        columns={columns}
        rows={bills}
        empty={
          <div className="pt-4">
            <Empty icon="receipt-text">{texts.noBills}</Empty>
          </div>
        }
      />
    </>
  );
}

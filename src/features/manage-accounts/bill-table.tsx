import type { ReactNode } from 'react';
import { formatPrice, inCurrency } from '../../config/currency.ts';
import type { Bill } from '../../domain/bill.ts';
import { formatListDate } from '../../domain/dates.ts';
import { texts } from '../../domain/errors.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowAction } from './row-action.tsx';

interface BillTableProps<Row extends Bill> {
  bills: readonly Row[];
  /** Null where it may not be deleted. */
  deleteTo: ((bill: Row) => string | null) | undefined;
  about: (bill: Row) => ReactNode;
  aboutHead: string;
  /** `about` gets a column as wide as the summary's. */
  isAboutLong?: boolean;
}

export function BillTable<Row extends Bill>({ bills, deleteTo, about, aboutHead, isAboutLong }: BillTableProps<Row>) {
  const columns: Column<Row>[] = [
    { key: 'date', head: 'Date', place: 'side', cell: (bill) => formatListDate(bill.createdAt) },
    { key: 'amount', head: inCurrency('Amount'), place: 'sum', cell: (bill) => formatPrice(bill.amount) },
    {
      key: 'summary',
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
  ];
  if (deleteTo) {
    columns.push({
      key: 'delete',
      head: 'Delete',
      place: 'action',
      cell(bill) {
        const to = deleteTo(bill);
        return to && <RowAction to={to} verb="Delete" row={bill.summary} />;
      },
    });
  }
  return (
    <DataTable
      caption="Bills"
      columns={columns}
      rows={bills}
      rowKey={({ id }) => id}
      empty={
        <div className="pt-4">
          <Empty icon="receipt-text">{texts.noBills}</Empty>
        </div>
      }
    />
  );
}

import { formatPrice } from '../../config/currency.ts';
import { grouped } from '../../domain/figures.ts';
import type { Range } from '../../domain/reports/period.ts';
import { MONEY_LINES, type MoneyLine } from '../../domain/statements/money-lines.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useDownloadLine } from './mutations.ts';

/** What the journal says of these days, each line with a file of its entries. */
export function MoneyLines({ lines, from, to }: Range & { lines: readonly MoneyLine[] }) {
  const download = useDownloadLine();
  const columns: Column<MoneyLine>[] = [
    { key: 'line', head: 'Journal', place: 'main', cell: ({ line }) => <b>{MONEY_LINES[line].label}</b> },
    { key: 'amount', head: 'Amount', place: 'sum', cell: ({ amount }) => formatPrice(amount) },
    {
      key: 'entries',
      head: 'Entries',
      place: 'action',
      width: '9rem',
      cell: ({ line, entries }) => (
        <RowButton
          name={`Open the entries of: ${MONEY_LINES[line].label}`}
          disabled={download.isPending}
          onClick={() => download.mutate({ from, to, line })}
        >
          Open {grouped(entries)}
        </RowButton>
      ),
    },
  ];
  return (
    <>
      <FailureNotice of={download.failure} />
      <DataTable caption="Journal" columns={columns} rows={lines} rowKey={({ line }) => line} empty={null} />
    </>
  );
}

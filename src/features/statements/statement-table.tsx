import { formatPrice } from '../../config/currency.ts';
import { formatListDate } from '../../domain/dates.ts';
import type { Statement } from '../../domain/statements/statement.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useDownloadStatement } from './mutations.ts';

export const formatDate = (day: string) => formatListDate(`${day}T12:00`);
export const kindLabel = ({ kind }: Pick<Statement, 'kind'>) => (kind === 'statement' ? 'Statement' : 'Credit note');

export type Sides = readonly [owes: string, has: string];

const whose = (amount: number, [owes, has]: Sides): string => (amount === 0 ? '' : amount < 0 ? owes : has);

/** Says whose balance it is, before the figure. */
export const formatOwed = (amount: number, sides: Sides): string =>
  `${whose(amount, sides)} ${formatPrice(Math.abs(amount))}`.trim();

interface StatementTableProps {
  statements: readonly Statement[];
  sides: Sides;
  onCredit?: ((statement: Statement) => void) | undefined;
}

export function StatementTable({ statements, sides, onCredit }: StatementTableProps) {
  const download = useDownloadStatement();
  const columns: Column<Statement>[] = [
    { key: 'issued', head: 'Issued', place: 'side', cell: ({ issuedAt }) => formatListDate(issuedAt) },
    {
      key: 'number',
      head: 'Number',
      place: 'main',
      second: 'Of',
      split: 'halves',
      cell: (row) => (
        <>
          <span className="typed">{row.number}</span>
          <span className="second-line">
            {row.of ? `Credits ${row.of}` : [...new Set([row.from, row.until])].map(formatDate).join(' to ')}
          </span>
        </>
      ),
    },
    {
      key: 'closing',
      head: 'Balance',
      place: 'sum',
      width: '7.5rem',
      cell: ({ closing }) => formatPrice(Math.abs(closing)),
    },
    {
      key: 'side',
      head: 'Who owes',
      place: 'body',
      width: 'clamp(8rem, 18cqi, 18rem)',
      cell: ({ closing, due }) => [whose(closing, sides), due && `due ${formatDate(due)}`].filter(Boolean).join(', '),
    },
    {
      key: 'actions',
      head: 'Actions',
      place: 'action',
      width: onCredit ? 'clamp(9rem, 40cqi - 6rem, 14rem)' : '10rem',
      cell: (row) => (
        <>
          {onCredit && row.kind === 'statement' && (
            <RowButton name={`Credit ${row.number}`} aria-haspopup="dialog" onClick={() => onCredit(row)}>
              Credit
            </RowButton>
          )}
          {(['csv', 'pdf'] as const).map((format) => (
            <RowButton
              key={format}
              name={`${kindLabel(row)} ${row.number} as ${format.toUpperCase()}`}
              disabled={download.isPending}
              onClick={() => download.mutate({ ...row, format })}
            >
              {format.toUpperCase()}
            </RowButton>
          ))}
        </>
      ),
    },
  ];
  return (
    <>
      <FailureNotice of={download.failure} />
      <DataTable
        caption="Statements"
        columns={columns}
        rows={statements}
        empty={<Empty icon="receipt-text">No statements yet.</Empty>}
      />
    </>
  );
}

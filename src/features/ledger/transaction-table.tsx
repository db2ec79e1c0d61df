import type { ReactNode } from 'react';
import { formatPrice } from '../../config/currency.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { formatListDate } from '../../domain/dates.ts';
import { texts } from '../../domain/errors.ts';
import type { ManagedTransaction, Transaction, TransactionStatus } from '../../domain/transaction.ts';
import { Badge } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import type { Tone } from '../../ui/tone.ts';

const STATUS_STYLE: Record<TransactionStatus, { tone: Tone; icon: IconName; solid?: boolean }> = {
  pending: { tone: 'plain', icon: 'clock' },
  successful: { tone: 'good', icon: 'check' },
  failed: { tone: 'bad', icon: 'x', solid: true },
};

/** `+$620.00` for a deposit, `-$90.00` otherwise, unsigned if it failed. */
function Amount({ amount, type, status }: Transaction) {
  const money = formatPrice(amount);
  if (status === 'failed') return <span className="text-ink-soft line-through">{money}</span>;
  return type === 'deposit' ? <span className="text-good-text">+{money}</span> : <>-{money}</>;
}

const renderSummary = ({ summary, type }: Transaction) => (
  <>
    <span>{summary}</span> <span className="second-line">{choiceLabel(type)}</span>
  </>
);

/** Managers see what is in a file for the bank. */
type Row = Transaction & Pick<ManagedTransaction, 'inFileSince'>;

const COLUMNS: Column<Row>[] = [
  { head: 'Date', place: 'side', cell: (row) => formatListDate(row.createdAt) },
  { head: 'Amount', place: 'sum', cell: (row) => <Amount {...row} /> },
  { head: 'Summary', place: 'main', second: 'Type', cell: renderSummary },
  {
    head: 'Status',
    place: 'foot',
    cell: ({ status, inFileSince }) => (
      <>
        <Badge {...STATUS_STYLE[status]} label={choiceLabel(status)} />
        {status === 'pending' && inFileSince && (
          <span className="second-line mt-1">In a bank file of {formatListDate(inFileSince)}</span>
        )}
      </>
    ),
  },
];

const ACTIONS = { head: 'Actions', place: 'action', width: '10rem' } as const;

interface TransactionTableProps {
  transactions: readonly Row[];
  actions?: ((transaction: Transaction) => ReactNode) | undefined;
}

export function TransactionTable({ transactions, actions }: TransactionTableProps) {
  const columns = actions ? [...COLUMNS, { ...ACTIONS, cell: actions }] : COLUMNS;
  return (
    <DataTable
      caption="Transactions"
      columns={columns}
      rows={transactions}
      empty={
        <div className="pt-4">
          <Empty icon="wallet">{texts.noTransactions}</Empty>
        </div>
      }
    />
  );
}

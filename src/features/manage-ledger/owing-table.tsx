import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatPrice } from '../../config/currency.ts';
import { formatListDate } from '../../domain/dates.ts';
import { MISSING } from '../../domain/figures.ts';
import type { Debtor } from '../../domain/owing.ts';
import { paths } from '../../domain/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { breakAroundAt } from '../../ui/layout/description-list.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useRemind } from './mutations.ts';

const dayOf = (time: string | null) => (time ? formatListDate(time) : MISSING);
const renderSum = ({ amount }: Debtor) => (
  <span className="typed">{amount < 0 ? `We owe ${formatPrice(-amount)}` : formatPrice(amount)}</span>
);
const isDeleted = ({ email }: Debtor) => email === '';
const renderName = (row: Debtor) =>
  isDeleted(row) ? (
    row.name
  ) : (
    <RowLink to={paths.manageUserAccount(row.id)} translate="no">
      {row.name}
    </RowLink>
  );
const renderSince = ({ since, isOverdue }: Debtor) => (
  <>
    {formatListDate(since)} {isOverdue && <Badge tone="warn" icon="clock" label="Overdue" />}
  </>
);

const renderEmail = ({ email }: Debtor) => <Verbatim>{breakAroundAt(email)}</Verbatim>;
const dayColumn = (head: string, dayOn: (row: Debtor) => string | null) => ({
  head,
  width: '9rem',
  cell: (row: Debtor) => dayOf(dayOn(row)),
});

const COLUMNS: Column<Debtor>[] = [
  {
    head: 'Name',
    place: 'main',
    cell: (row) => (
      <>
        {renderName(row)}
        <span className="second-line">{renderEmail(row)}</span>
      </>
    ),
    desk: [
      { head: 'Name', cell: renderName },
      { head: 'Email', cell: renderEmail },
    ],
  },
  {
    head: 'Owes',
    place: 'sum',
    width: '7.5rem',
    cell: (row) => (
      <>
        {renderSum(row)}
        {row.unstated > 0 && <span className="second-line">{formatPrice(row.unstated)} not on a statement</span>}
      </>
    ),
    desk: [
      { head: 'Owes', width: '9rem', align: 'end', cell: renderSum },
      {
        head: 'Not on a statement',
        width: '10rem',
        cell: ({ unstated }) => (unstated > 0 ? formatPrice(unstated) : MISSING),
      },
    ],
  },
  { head: 'Since', place: 'foot', cell: renderSince, desk: [{ head: 'Since', width: '16.5rem', cell: renderSince }] },
  {
    head: 'Last payment',
    place: 'body',
    cell: ({ lastPayment, lastReminder }) => (
      <>
        <span className="card-caption">Last payment </span>
        {dayOf(lastPayment)}
        <span className="second-line">Last reminder {dayOf(lastReminder)}</span>
      </>
    ),
    desk: [
      dayColumn('Last payment', ({ lastPayment }) => lastPayment),
      dayColumn('Last reminder', ({ lastReminder }) => lastReminder),
    ],
  },
];

const RECORD = 'Record payment';

export function OwingTable({ debtors, dimmed }: { debtors: readonly Debtor[]; dimmed: boolean }) {
  const navigate = useNavigate();
  const remind = useRemind();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  /** Nobody can pay there, or be reminded. */
  const areGone = debtors.some(isDeleted);
  const chosen = debtors.filter(({ id }) => ticked.has(id));
  const send = (rows: readonly Debtor[]) => remind.mutate({ ids: rows.map(({ id }) => id) });
  const record = (id: string) => void navigate(paths.manageUserAccount(id, { view: 'add-deposit' }));
  const actions: Column<Debtor> = {
    head: 'Actions',
    place: 'action',
    width: '10.5rem',
    cell: (row) => (
      <>
        <RowButton name={`${RECORD}: ${row.name}`} onClick={() => record(row.id)}>
          {RECORD}
        </RowButton>
        <RowButton name={`Remind ${row.name}`} disabled={remind.isPending} onClick={() => send([row])}>
          Remind
        </RowButton>
      </>
    ),
  };
  return (
    <>
      <FailureNotice of={remind.failure} />
      {chosen.length > 0 && (
        <div className="row">
          <Button variant="primary" icon="mail" disabled={remind.isPending} onClick={() => send(chosen)}>
            Remind {chosen.length} selected
          </Button>
        </div>
      )}
      <DataTable<Debtor>
        caption="Who owes"
        columns={areGone ? COLUMNS : [...COLUMNS, actions]}
        rows={debtors}
        dimmed={dimmed}
        empty={<Empty icon="wallet">Nobody owes anything.</Empty>}
        desk={{
          columns: COLUMNS.flatMap(({ desk = [] }) => desk),
          ...(!areGone && {
            ticks: {
              label: ({ name }) => `Select ${name}`,
              has: ({ id }) => ticked.has(id),
              set: (rows, isTicked) =>
                setTicked((before) => {
                  const after = new Set(before);
                  for (const { id } of rows) isTicked ? after.add(id) : after.delete(id);
                  return after;
                }),
            },
            menu: (row) => ({
              of: row.name,
              acts: [
                { label: RECORD, icon: 'plus', onChoose: () => record(row.id) },
                { label: 'Remind', icon: 'mail', onChoose: () => send([row]) },
              ],
            }),
          }),
        }}
      />
    </>
  );
}

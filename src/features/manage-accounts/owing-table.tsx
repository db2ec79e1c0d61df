import { type ReactNode, useState } from 'react';
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

/** A card says what it is. */
const captioned = (head: string, width: string, cell: (row: Debtor) => ReactNode): Column<Debtor> => ({
  head,
  place: 'body',
  cell: (row) => (
    <>
      <span className="card-caption">{head} </span>
      {cell(row)}
    </>
  ),
  desk: [{ head, width, cell }],
});

const COLUMNS: Column<Debtor>[] = [
  { head: 'Name', place: 'main', cell: renderName },
  { head: 'Email', place: 'body', cell: ({ email }) => <Verbatim>{breakAroundAt(email)}</Verbatim> },
  {
    head: 'Owes',
    place: 'sum',
    cell: renderSum,
    desk: [{ head: 'Owes', width: '9rem', align: 'end', cell: renderSum }],
  },
  captioned('Not on a statement', '10rem', ({ unstated }) => (unstated > 0 ? formatPrice(unstated) : MISSING)),
  { head: 'Since', place: 'foot', cell: renderSince, desk: [{ head: 'Since', width: '15rem', cell: renderSince }] },
  captioned('Last payment', '9rem', ({ lastPayment }) => dayOf(lastPayment)),
  captioned('Last reminder', '9rem', ({ lastReminder }) => dayOf(lastReminder)),
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
          columns: COLUMNS.flatMap(({ key, head, cell, desk }) => desk ?? [{ key, head, cell }]),
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

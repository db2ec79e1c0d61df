import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSend } from '../../api/use-send.ts';
import { formatPrice } from '../../config/currency.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { ratesRefusal } from '../../domain/roles.ts';
import { formatWeight } from '../../domain/shops/parcel-size.ts';
import { formatZone, type Rate, type Shop } from '../../domain/shops/rate.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmChange } from '../../ui/dialog/confirm-change.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useProfile } from '../session/queries.ts';
import { ratesQuery, shopsQuery } from './queries.ts';
import { RateDialog } from './rate-form.tsx';

/** The rates of the brand, or of one shop, with what changes them. */
export function Rates({ userId }: { userId: string | null }) {
  const query = useQuery(ratesQuery(userId));
  const [edited, setEdited] = useState<Rate | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Rate | null>(null);
  const remove = useSend('rateAdmin.delete', { done: 'Rate deleted', failed: 'The rate was not deleted' });
  const person = useProfile();
  const refusal = person ? ratesRefusal(person, userId) : null;
  const actions = refusal === null ? { onEdit: setEdited, onDelete: setDeleted } : undefined;
  return (
    <>
      {refusal && <Notice>{refusal}</Notice>}
      <QueryView query={query}>
        {(rates) => (
          <RateTable
            rates={rates}
            empty={
              userId === null ? 'No rates yet: shops can’t create shipments.' : 'No special rates: it pays the brand’s.'
            }
            actions={actions}
          />
        )}
      </QueryView>
      {actions && (
        <div>
          <Button variant="primary" icon="plus" aria-haspopup="dialog" onClick={() => setEdited('new')}>
            Add rate
          </Button>
        </div>
      )}
      {edited && <RateDialog rate={edited === 'new' ? null : edited} userId={userId} onClose={() => setEdited(null)} />}
      <ConfirmChange
        change={remove}
        input={deleted && { id: deleted.id }}
        onClose={() => setDeleted(null)}
        title="Delete this rate?"
        label="Delete"
        pendingLabel="Deleting"
        destructive
      >
        <p>
          {deleted && `${formatZone(deleted)}, up to ${formatWeight(deleted.maxGrams)}.`} Shipments that were created
          keep their fee.
        </p>
      </ConfirmChange>
    </>
  );
}

interface RateTableProps {
  rates: readonly Rate[];
  empty: string;
  actions?: RateActions | undefined;
}

interface RateActions {
  onEdit: (rate: Rate) => void;
  onDelete: (rate: Rate) => void;
}

export function RateTable({ rates, empty, actions }: RateTableProps) {
  const columns: Column<Rate>[] = [
    { head: 'Zone', place: 'main', cell: (rate) => formatZone(rate) },
    {
      head: 'Up to',
      place: 'body',
      desk: [{ head: 'Up to', width: '9rem', align: 'end', cell: ({ maxGrams }) => formatWeight(maxGrams) }],
      width: '6rem',
      cell: ({ maxGrams }) => (
        <>
          <span className="card-caption">Up to </span>
          <span className="typed">{formatWeight(maxGrams)}</span>
        </>
      ),
    },
    {
      head: 'Fee for a parcel',
      place: 'sum',
      width: '8.5rem',
      cell: ({ fee }) => <span className="typed">{formatPrice(fee)}</span>,
    },
  ];
  const others = [
    ['returnFee', 'Return'],
    ['codFee', 'Cash on delivery'],
  ] as const;
  for (const [key, head] of others) {
    if (rates.every((rate) => rate[key] == null)) continue;
    columns.push({
      key,
      head,
      place: 'body',
      align: 'end',
      width: 'clamp(6.5rem, 14cqi, 10rem)',
      cell: ({ [key]: fee }) =>
        fee != null && (
          <>
            <span className="card-caption">{head} </span>
            <span className="typed">{formatPrice(fee)}</span>
          </>
        ),
    });
  }
  if (actions) columns.push(actionsColumn(actions));
  return <DataTable caption="Rates" columns={columns} rows={rates} empty={<Empty icon="wallet">{empty}</Empty>} />;
}

const actionsColumn = ({ onEdit, onDelete }: RateActions): Column<Rate> => ({
  head: 'Change',
  place: 'action',
  width: '12rem',
  cell: (rate) => {
    const name = `${formatZone(rate)}, up to ${formatWeight(rate.maxGrams)}`;
    return (
      <>
        <Button small variant="quiet" aria-label={`Change ${name}`} onClick={() => onEdit(rate)}>
          Change
        </Button>
        <Button
          small
          variant="quiet"
          className="text-bad-text"
          aria-label={`Delete ${name}`}
          onClick={() => onDelete(rate)}
        >
          Delete
        </Button>
      </>
    );
  },
});

export function ShopList() {
  const query = useQuery(shopsQuery);
  const columns: Column<Shop>[] = [
    {
      head: 'Shop',
      place: 'main',
      second: 'Email',
      split: 'halves',
      cell: ({ id, name, email }) => (
        <>
          <RowLink to={paths.manageRates({ user: id })}>
            <Verbatim>{name}</Verbatim>
          </RowLink>
          <span className="second-line break-anywhere">
            <Verbatim>{email}</Verbatim>
          </span>
        </>
      ),
    },
    { head: 'Rates', place: 'foot', cell: ({ rates }) => (rates > 0 ? counted(rates, 'special rate') : 'The brand’s') },
  ];
  return (
    <QueryView query={query}>
      {(shops) => (
        <DataTable
          caption="Shops"
          columns={columns}
          rows={shops}
          empty={<Empty icon="user">Nobody is a shipper yet. Give the role on a person’s page.</Empty>}
        />
      )}
    </QueryView>
  );
}

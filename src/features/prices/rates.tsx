import { useQuery } from '@tanstack/react-query';
import { Act } from '../../acts/act.tsx';
import { formatPrice } from '../../config/currency.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { ratesRefusal } from '../../domain/roles.ts';
import { formatWeight } from '../../domain/shops/parcel-size.ts';
import { formatZone, type Rate, type Shop } from '../../domain/shops/rate.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useProfile } from '../session/queries.ts';
import { ratesQuery, shopsQuery } from './queries.ts';
import { RateDialog } from './rate-form.tsx';

/** The rates of the brand, or of one shop, with what changes them. */
export function Rates({ userId }: { userId: string | null }) {
  const query = useQuery(ratesQuery(userId));
  const person = useProfile();
  const refusal = person ? ratesRefusal(person, userId) : null;
  const mayChange = refusal === null;
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
            changes={mayChange ? { userId } : undefined}
          />
        )}
      </QueryView>
      {mayChange && (
        <div>
          <Button
            variant="primary"
            icon="plus"
            opens={(close) => <RateDialog rate={null} userId={userId} onClose={close} />}
          >
            Add rate
          </Button>
        </div>
      )}
    </>
  );
}

interface RateTableProps {
  rates: readonly Rate[];
  empty: string;
  /** The shop with the rates that can be changed here; null is the brand. */
  changes?: { userId: string | null } | undefined;
}

export function RateTable({ rates, empty, changes }: RateTableProps) {
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
  if (changes) columns.push(actionsColumn(changes.userId));
  return <DataTable caption="Rates" columns={columns} rows={rates} empty={<Empty icon="wallet">{empty}</Empty>} />;
}

const actionsColumn = (userId: string | null): Column<Rate> => ({
  head: 'Change',
  place: 'action',
  width: '12rem',
  cell: (rate) => {
    const name = `${formatZone(rate)}, up to ${formatWeight(rate.maxGrams)}`;
    return (
      <>
        <RowButton
          name={`Change ${name}`}
          opens={(close) => <RateDialog rate={rate} userId={userId} onClose={close} />}
        >
          Change
        </RowButton>
        <Act
          button={
            <RowButton isBad name={`Delete ${name}`}>
              Delete
            </RowButton>
          }
          call="rateAdmin.delete"
          input={{ id: rate.id }}
          done="Rate deleted"
          failed="The rate was not deleted"
          title="Delete this rate?"
          label="Delete"
          pendingLabel="Deleting"
          destructive
        >
          <p>
            {formatZone(rate)}, up to {formatWeight(rate.maxGrams)}. Shipments that were created keep their fee.
          </p>
        </Act>
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

import { Act } from '../../acts/act.tsx';
import { formatPrice } from '../../config/currency.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import type { DuePayout } from '../../domain/statements/statement.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import type { OpeningButton } from '../../ui/opener.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useProfile } from '../session/queries.ts';

/** What the brand owes by the last statements, with a button for each and for all. */
export function DuePayouts({ total, payouts }: { total: number; payouts: readonly DuePayout[] }) {
  const own = useProfile()?.id;
  const payable = payouts.filter(({ iban, userId }) => iban !== null && userId !== own);
  const columns: Column<DuePayout>[] = [
    {
      key: 'shop',
      head: 'Shop',
      place: 'main',
      second: 'Bank account',
      split: 'halves',
      cell: ({ userId, name, iban, holder }) => (
        <>
          <RowLink to={paths.manageUserAccount(userId)}>
            <Verbatim>{name}</Verbatim>
          </RowLink>
          <span className={iban ? 'second-line typed' : 'second-line'}>
            {iban ?? 'None yet: their first withdrawal says it'}
          </span>
          {holder && holder !== name && (
            <span className="second-line" translate="no">
              {holder}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'statement',
      head: 'Statement',
      place: 'body',
      cell: ({ number }) => <span className="typed">{number}</span>,
    },
    { key: 'amount', head: 'Amount', place: 'sum', cell: ({ amount }) => formatPrice(amount) },
    {
      key: 'actions',
      head: 'Actions',
      place: 'action',
      width: '8rem',
      cell: (row) =>
        payable.includes(row) && (
          <PayOut payouts={[row]} button={<RowButton name={`Pay out to ${row.name}`}>Pay out</RowButton>} />
        ),
    },
  ];
  return (
    <>
      {payouts.length < total && (
        <p className="soft">
          The {payouts.length} largest of {total}.
        </p>
      )}
      <DataTable
        caption="Payouts"
        columns={columns}
        rows={payouts}
        rowKey={({ userId }) => userId}
        empty={<Empty icon="wallet">No shop has money to be paid out.</Empty>}
      />
      {payable.length > 1 && (
        <div>
          <PayOut
            payouts={payable}
            button={
              <Button variant="primary" icon="wallet">
                Pay out all: {sumOf(payable)}
              </Button>
            }
          />
        </div>
      )}
    </>
  );
}

const sumOf = (payouts: readonly DuePayout[]) =>
  formatPrice(payouts.reduce((all, { amount }) => all + amount * 100, 0) / 100);

const PayOut = ({ payouts, button }: { payouts: readonly DuePayout[]; button: OpeningButton }) => (
  <Act
    button={button}
    call="statementAdmin.payOut"
    input={{ payouts: payouts.map(({ userId, amount }) => ({ userId, amount })) }}
    done={({ payouts: requested }) => `${counted(requested.length, 'withdrawal')} requested`}
    failed="Nothing was paid out"
    title={`Pay out ${sumOf(payouts)}?`}
    label="Pay out"
    pendingLabel="Sending"
  >
    <p>
      {counted(payouts.length, 'withdrawal')} will be requested, to where the shop’s last one went. Mark each as paid
      once your bank has sent it.
    </p>
  </Act>
);

import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatPrice, inCurrency } from '../../config/currency.ts';
import type { BankEntry, EntryMatch } from '../../domain/banking.ts';
import { formatDay } from '../../domain/day.ts';
import { paths } from '../../domain/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { useBookEntries, useSetAside } from './mutations.ts';

/** It undoes what was booked. */
export const isReturned = ({ match }: BankEntry): boolean => match?.kind.endsWith('-returned') === true;

/** Whether a tap books it. */
export const isSure = ({ state, match, alike }: BankEntry): boolean =>
  state === 'open' && match?.problem === null && !match.guess && !alike;

const labelOf = ({ match }: BankEntry) => (match && BOOK_LABELS[match.kind]) ?? 'Book';
const BOOK_LABELS: Partial<Record<EntryMatch['kind'], string>> = {
  'bill-returned': 'Not paid',
  'payout-returned': 'Failed',
};

export function EntryTable({ entries, dimmed }: { entries: readonly BankEntry[]; dimmed: boolean }) {
  const book = useBookEntries();
  const setAside = useSetAside();
  const [assigned, setAssigned] = useState<BankEntry | null>(null);
  const isBusy = book.isPending || setAside.isPending;
  const columns: Column<BankEntry>[] = [
    { key: 'day', head: 'Date', place: 'side', cell: ({ bookedOn }) => formatDay(bookedOn) },
    { key: 'amount', head: inCurrency('Amount'), place: 'sum', cell: ({ amount }) => formatPrice(amount) },
    {
      key: 'name',
      head: 'From or to',
      place: 'main',
      second: 'Text',
      split: 'halves',
      cell: ({ name, text }) => (
        <>
          <b>{name ? <Verbatim>{name}</Verbatim> : 'Unknown'}</b>{' '}
          <span className="second-line break-anywhere">{text}</span>
        </>
      ),
    },
    {
      key: 'match',
      head: 'What it is',
      place: 'body',
      cell: ({ match, state, alike, moved }) => (
        <>
          {moved ? MOVED[moved] : <MatchText match={match} isBooked={state === 'booked'} />}
          {alike && state === 'open' && (
            <span className="block text-warn-text font-600">Maybe the same payment as one that was here before.</span>
          )}
        </>
      ),
    },
    {
      key: 'actions',
      head: 'Actions',
      place: 'action',
      width: 'clamp(9rem, 20cqi, 13rem)',
      cell(entry) {
        const { id, name, state } = entry;
        if (state === 'booked' && !entry.moved) return <Badge tone="good" icon="check" label="Booked" />;
        return (
          <>
            {isSure(entry) && (
              <RowButton
                name={`${labelOf(entry)}: ${name}`}
                disabled={isBusy}
                onClick={() => book.mutate({ ids: [id] })}
              >
                {labelOf(entry)}
              </RowButton>
            )}
            {state === 'open' && entry.match?.guess && !entry.alike && (
              <RowButton
                name={`Book: ${name}`}
                disabled={isBusy}
                onClick={() => book.mutate({ ids: [id], another: true })}
              >
                Book
              </RowButton>
            )}
            {state === 'open' && entry.alike && entry.match?.problem === null && (
              <RowButton
                name={`Book, it’s another payment: ${name}`}
                disabled={isBusy}
                onClick={() => book.mutate({ ids: [id], another: true })}
              >
                It’s another: book
              </RowButton>
            )}
            {state === 'open' && entry.match?.toBalance && !entry.alike && (
              <RowButton
                name={`Add to balance: ${name}`}
                disabled={isBusy}
                onClick={() => book.mutate({ ids: [id], toBalance: true })}
              >
                Add to balance
              </RowButton>
            )}
            {state === 'open' && !isSure(entry) && (
              <RowButton name={`Say what it is: ${name}`} disabled={isBusy} onClick={() => setAssigned(entry)}>
                {entry.match ? 'Something else' : 'What is it?'}
              </RowButton>
            )}
            <RowButton
              name={`${state === 'open' ? 'Set aside' : 'Bring back'}: ${name}`}
              disabled={isBusy}
              onClick={() => setAside.mutate({ id, aside: state === 'open' })}
            >
              {state === 'open' ? 'Set aside' : 'Bring back'}
            </RowButton>
          </>
        );
      },
    },
  ];
  return (
    <>
      <FailureNotice of={book.failure ?? setAside.failure} />
      <DataTable
        caption="What the bank has booked"
        columns={columns}
        rows={entries}
        dimmed={dimmed}
        wraps
        empty={<Empty icon="landmark">Nothing to book. Import a statement of your bank.</Empty>}
      />
      {assigned && <AssignDialog entry={assigned} onClose={() => setAssigned(null)} />}
    </>
  );
}

const MOVED = { cash: 'Cash from couriers, paid in', card: 'Card payments from couriers' };

const KINDS: Record<EntryMatch['kind'], string> = {
  bill: 'Pays a bill of',
  bills: 'Pays several bills of',
  account: 'Adds to the balance of',
  cod: 'Pays cash on delivery ahead, of',
  payout: 'Pays the withdrawal of',
  'payout-file': 'Pays all withdrawals of a file for the bank',
  'bill-returned': 'Takes back the payment of a bill of',
  'account-returned': 'Takes back a payment from the balance of',
  'cod-returned': 'Gives back cash on delivery that was paid ahead, of',
  'payout-returned': 'Came back: the withdrawal of',
};

/** What has been booked may have made its bill a paid one, or gone to the balance. */
function MatchText({ match, isBooked }: { match: EntryMatch | null; isBooked: boolean }) {
  if (!match) return <span className="soft">No reference of ours</span>;
  const { kind, user, trackingId, problem, toBalance } = match;
  return (
    <span>
      {isBooked && kind === 'bill' ? 'Names a bill of' : KINDS[kind]}{' '}
      {user && <Link to={paths.manageUserAccount(user.id)}>{user.name || 'a deleted user'}</Link>}
      {trackingId && (
        <>
          {user ? ', shipment ' : 'shipment '}
          {trackingId.split(', ').map((one) => (
            <Link key={one} to={paths.manageShipments({ q: one })} translate="no" className="typed mr-2">
              {one}
            </Link>
          ))}
        </>
      )}
      {match.guess && (
        <span className="block soft">
          {kind === 'cod'
            ? 'No reference, but it names this shipment and its amount.'
            : 'No reference, but from an account that paid for them before.'}
        </span>
      )}
      {!isBooked && problem && <span className="block text-warn-text font-600">{problem}</span>}
      {!isBooked && toBalance && 'Added to the balance, it leaves the bill as it is.'}
    </span>
  );
}

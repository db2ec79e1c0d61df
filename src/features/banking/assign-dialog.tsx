import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { formatPrice } from '../../config/currency.ts';
import { type AssignEntry, type BankEntry, type EntryChoices, isFarShort } from '../../domain/banking.ts';
import { PAYMENT_LABELS } from '../../domain/cod.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { QueryView } from '../../ui/list/query-view.tsx';
import { usePause } from '../../ui/use-pause.ts';
import { useAssignEntry } from './mutations.ts';
import { choicesQuery } from './queries.ts';

interface Values {
  q: string;
  /** `kind id`. */
  choice: string;
  failed: string[];
}

export function AssignDialog({ entry, onClose }: { entry: BankEntry; onClose: () => void }) {
  const { id, amount, name } = entry;
  const isFile = entry.match?.kind === 'payout-file';
  const assign = useAssignEntry();
  const [q, setQ] = useState('');
  const form = useForm<Values>({ defaultValues: { q: '', choice: '', failed: [] } });
  const choices = useQuery({ ...choicesQuery({ id, q }), placeholderData: keepPreviousData });
  return (
    <FormDialog
      title={isFile ? 'Paid but for some' : 'What is this?'}
      form={form}
      persistAs={`assign ${id}`}
      errorTitle="Nothing was booked"
      send={({ choice, failed }) =>
        assign.mutateAsync({ id, to: isFile ? { kind: 'payouts', failed } : readChoice(choice) })
      }
      submit={{ label: 'Book', pendingLabel: 'Booking', icon: 'check' }}
      onClose={onClose}
    >
      <p>
        {formatPrice(Math.abs(amount))} {amount < 0 ? 'to' : 'from'} {name || 'somebody unknown'}
      </p>
      {!isFile && <Search onPause={setQ} />}
      <QueryView query={choices}>
        {(data) => (isFile ? <Payouts of={data} amount={amount} /> : <Targets of={data} amount={amount} />)}
      </QueryView>
    </FormDialog>
  );
}

function Search({ onPause }: { onPause: (q: string) => void }) {
  const pause = usePause();
  return (
    <TextField
      name="q"
      label="Search for somebody"
      hint="A name, an email or a tracking ID."
      autoComplete="off"
      maxLength={100}
      onInput={({ currentTarget: { value } }) => pause.before(() => onPause(value.trim()))}
    />
  );
}

function readChoice(choice: string): AssignEntry['to'] {
  const [kind = '', id = ''] = choice.split(' ');
  if (kind === 'moved') return { kind, from: id === 'card' ? 'card' : 'cash' };
  return kind === 'bill' ? { kind, billId: id } : { kind: 'account', userId: id };
}

function Targets({ of: { people, toMove }, amount }: { of: EntryChoices; amount: number }) {
  const options = people.flatMap(({ id, name, email, bills }) => [
    ...bills.flatMap((bill) => {
      const rest = restOf(bill.amount, amount);
      if (rest === null) return [];
      const label = `Bill of ${name} for ${formatPrice(bill.amount)}: ${bill.summary}${rest}`;
      return [{ value: `bill ${bill.id}`, label, detail: bill.trackingId }];
    }),
    {
      value: `account ${id}`,
      label: amount < 0 ? `Taken back from the balance of ${name}` : `Balance of ${name}`,
      detail: email,
    },
  ]);
  const moves = (['cash', 'card'] as const).flatMap((method) => {
    if (method === 'cash' && amount < 0) return [];
    const what = method === 'cash' ? 'Cash from couriers, paid in' : `${PAYMENT_LABELS.card} payments from couriers`;
    const label = `${what} (counted and not at the bank yet: ${formatPrice(toMove[method])})`;
    return toMove[method] === 0 && amount > 0 ? [] : [{ value: `moved ${method}`, label }];
  });
  const all = [...options, ...moves];
  return (
    <>
      {people.length === 0 && <p className="soft">Nobody is found.</p>}
      {all.length > 0 && (
        <ChoiceField name="choice" label="It is" options={all} single inRows required="Choose what it is." />
      )}
    </>
  );
}

/** What becomes of the difference; null for what doesn’t pay a bill. */
function restOf(bill: number, paid: number): string | null {
  if (paid <= 0 || isFarShort(bill, paid)) return null;
  if (paid > bill) return ` (${formatPrice(paid - bill)} more goes to the balance)`;
  return paid < bill ? ` (${formatPrice(bill - paid)} short is let go)` : '';
}

function Payouts({ of: { payouts }, amount }: { of: EntryChoices; amount: number }) {
  const { failed = [] } = useWatch<Values>();
  const chosen = new Set(failed);
  const paid = payouts.reduce((sum, one) => (chosen.has(one.id) ? sum : sum + one.amount), 0);
  return (
    <>
      <ChoiceField
        name="failed"
        label="Which did the bank not pay?"
        options={payouts.map(({ id, name, amount: own }) => ({ value: id, label: name, detail: formatPrice(own) }))}
      />
      <p>
        The others are {formatPrice(paid)}. The bank took {formatPrice(-amount)}.
      </p>
    </>
  );
}

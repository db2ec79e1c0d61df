import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { ActForm } from '../../acts/act-form.tsx';
import { WeekdayFields } from '../../acts/weekday-fields.tsx';
import { daysTicked, tickedOf, WEEKDAY_ENTRIES } from '../../domain/weekdays.ts';
import { recurringQuery } from './queries.ts';

const DaysSchema = v.object(WEEKDAY_ENTRIES);

/** Sets on which weekdays an order comes again. `id` is its shipment. */
export function RepeatDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isPending } = useQuery(recurringQuery);
  // What is ticked is known first: none end it.
  if (isPending) return null;
  const known = data?.find((order) => order.id === id);
  return (
    <ActForm
      title="Repeat this order"
      schema={DaysSchema}
      values={tickedOf(known?.weekdays ?? [])}
      call="recurring.repeat"
      toInput={(ticked) => ({ id, weekdays: daysTicked(ticked) })}
      done="Days saved"
      failed="The days were not saved"
      submit={{ label: 'Save', pendingLabel: 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      <p>
        The same order is made for each of these days, from noon of the day before on, at the price of that day. Days
        off are left out. Tick none to end it.
      </p>
      <WeekdayFields />
    </ActForm>
  );
}

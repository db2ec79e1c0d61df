import * as v from 'valibot';
import { ActForm } from '../../acts/act-form.tsx';
import { WeekdayFields } from '../../acts/weekday-fields.tsx';
import { type OwnPickups, PickupDaysSchema } from '../../domain/pickups/pickup.ts';
import { daysTicked, tickedOf, WEEKDAY_ENTRIES } from '../../domain/weekdays.ts';
import { TextField } from '../../ui/form/text-field.tsx';

const DaysFormSchema = v.object({
  from: PickupDaysSchema.entries.from,
  until: PickupDaysSchema.entries.until,
  parcels: PickupDaysSchema.entries.parcels,
  ...WEEKDAY_ENTRIES,
});

/** Sets the days on which a courier comes without being asked. */
export function DaysDialog({ days, onClose }: { days: OwnPickups['days']; onClose: () => void }) {
  const { from, until, parcels } = days ?? { from: '16:00', until: '17:00', parcels: 1 };
  return (
    <ActForm
      title="Regular days"
      schema={DaysFormSchema}
      values={{ from, until, parcels, ...tickedOf(days?.weekdays ?? []) }}
      call="shipper.savePickupDays"
      toInput={({ from: first, until: last, parcels: count, ...ticked }) => ({
        weekdays: daysTicked(ticked),
        from: first,
        until: last,
        parcels: count,
      })}
      done="Days saved"
      failed="The days were not saved"
      submit={{ label: 'Save', pendingLabel: 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      <p>A courier comes on these days, from tomorrow on. Cancel a single day in the list.</p>
      <WeekdayFields />
      <div className="grid grid-cols-2 gap-4">
        <TextField name="from" label="From" type="time" mono required />
        <TextField name="until" label="Until" type="time" mono required />
      </div>
      <TextField name="parcels" label="Parcels on a usual day" inputMode="numeric" setValueAs={Number} mono required />
    </ActForm>
  );
}

import * as v from 'valibot';
import { ActForm } from '../../acts/act-form.tsx';
import { type OwnPickups, PickupDaysSchema } from '../../domain/pickups/pickup.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const DaysFormSchema = v.object({
  from: PickupDaysSchema.entries.from,
  until: PickupDaysSchema.entries.until,
  parcels: PickupDaysSchema.entries.parcels,
  ...v.entriesFromList(WEEKDAYS, v.boolean()),
});

/** Sets the days on which a courier comes without being asked. */
export function DaysDialog({ days, onClose }: { days: OwnPickups['days']; onClose: () => void }) {
  const chosen = WEEKDAYS.map((name, index) => [name, days?.weekdays.includes(index + 1) ?? false]);
  const { from, until, parcels } = days ?? { from: '16:00', until: '17:00', parcels: 1 };
  return (
    <ActForm
      title="Regular days"
      schema={DaysFormSchema}
      values={{
        from,
        until,
        parcels,
        ...(Object.fromEntries(chosen) as Record<(typeof WEEKDAYS)[number], boolean>),
      }}
      call="shipper.savePickupDays"
      toInput={({ from: first, until: last, parcels: count, ...ticked }) => ({
        weekdays: ([1, 2, 3, 4, 5, 6, 7] as const).filter((day) => ticked[WEEKDAYS[day - 1] ?? 'Monday']),
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
      <fieldset className="grid grid-cols-2 gap-x-4">
        <legend className="sr-only">Days</legend>
        {WEEKDAYS.map((name) => (
          <CheckboxField key={name} name={name}>
            {name}
          </CheckboxField>
        ))}
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <TextField name="from" label="From" type="time" mono required />
        <TextField name="until" label="Until" type="time" mono required />
      </div>
      <TextField name="parcels" label="Parcels on a usual day" inputMode="numeric" setValueAs={Number} mono required />
    </ActForm>
  );
}

import * as v from 'valibot';
import { type OwnPickups, PickupDaysSchema } from '../../domain/pickups/pickup.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useSavePickupDays } from './mutations.ts';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const DaysFormSchema = v.object({
  from: PickupDaysSchema.entries.from,
  until: PickupDaysSchema.entries.until,
  parcels: PickupDaysSchema.entries.parcels,
  ...v.entriesFromList(WEEKDAYS, v.boolean()),
});

/** Sets the days on which a courier comes without being asked. */
export function DaysDialog({ days, onClose }: { days: OwnPickups['days']; onClose: () => void }) {
  const save = useSavePickupDays();
  const chosen = WEEKDAYS.map((name, index) => [name, days?.weekdays.includes(index + 1) ?? false]);
  const { from, until, parcels } = days ?? { from: '16:00', until: '17:00', parcels: 1 };
  const form = useSchemaForm(DaysFormSchema, {
    defaultValues: {
      from,
      until,
      parcels,
      ...(Object.fromEntries(chosen) as Record<(typeof WEEKDAYS)[number], boolean>),
    },
  });
  return (
    <FormDialog
      title="Regular days"
      form={form}
      errorTitle="The days were not saved"
      send={async ({ from: first, until: last, parcels: count, ...ticked }) => {
        const weekdays = ([1, 2, 3, 4, 5, 6, 7] as const).filter((day) => ticked[WEEKDAYS[day - 1] ?? 'Monday']);
        await save.mutateAsync({ weekdays, from: first, until: last, parcels: count });
      }}
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
    </FormDialog>
  );
}

import { site } from '../../config/site.ts';
import { dayIn } from '../../domain/dates.ts';
import { MakePickupSchema } from '../../domain/pickups/pickup.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useMakePickup } from './mutations.ts';
import { WhenFields } from './when-fields.tsx';

/** For a shop that calls. */
export function MakeDialog({ onClose }: { onClose: () => void }) {
  const make = useMakePickup();
  const form = useSchemaForm(MakePickupSchema, {
    defaultValues: {
      email: '',
      address: '',
      note: '',
      parcels: 1,
      day: dayIn(site.timeZone, new Date()),
      from: '09:00',
      until: '17:00',
    },
  });
  return (
    <FormDialog
      title="New pickup"
      form={form}
      errorTitle="The pickup was not created"
      send={make.mutateAsync}
      submit={{ label: 'Create pickup', pendingLabel: 'Creating', icon: 'check' }}
      onClose={onClose}
    >
      <TextField name="email" label="Shop’s email" type="email" autoComplete="off" required />
      <TextField name="address" label="Address" autoComplete="off" hint="Empty: the address of the shop’s profile." />
      <WhenFields />
    </FormDialog>
  );
}

import { ActForm } from '../../acts/act-form.tsx';
import { site } from '../../config/site.ts';
import { dayIn } from '../../domain/dates.ts';
import { MakePickupSchema } from '../../domain/pickups/pickup.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { WhenFields } from './when-fields.tsx';

/** For a shop that calls. */
export function MakeDialog({ onClose }: { onClose: () => void }) {
  return (
    <ActForm
      title="New pickup"
      schema={MakePickupSchema}
      values={{
        email: '',
        address: '',
        note: '',
        parcels: 1,
        day: dayIn(site.timeZone, new Date()),
        from: '09:00',
        until: '17:00',
      }}
      failed="The pickup was not created"
      call="pickupAdmin.create"
      done="Pickup created"
      submit={{ label: 'Create pickup', pendingLabel: 'Creating', icon: 'check' }}
      onClose={onClose}
    >
      <TextField name="email" label="Shop’s email" type="email" autoComplete="off" required />
      <TextField name="address" label="Address" autoComplete="off" hint="Empty: the address of the shop’s profile." />
      <WhenFields />
    </ActForm>
  );
}

import { ChangePickupSchema, type OwnPickup } from '../../domain/pickups/pickup.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useChangePickup } from './mutations.ts';
import { WhenFields } from './when-fields.tsx';

export function ChangeDialog({ pickup, onClose }: { pickup: OwnPickup; onClose: () => void }) {
  const { id, day, from, until, parcels, note = '' } = pickup;
  const change = useChangePickup();
  const form = useSchemaForm(ChangePickupSchema, { defaultValues: { id, day, from, until, parcels, note } });
  return (
    <FormDialog
      title="Change the pickup"
      form={form}
      errorTitle="The pickup was not changed"
      send={change.mutateAsync}
      submit={{ label: 'Save', pendingLabel: 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      {pickup.state === 'arranged' && <p>If you choose another day, we have to arrange it again.</p>}
      <WhenFields />
    </FormDialog>
  );
}

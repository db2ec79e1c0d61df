import { ActForm } from '../../acts/act-form.tsx';
import { ChangePickupSchema, type OwnPickup } from '../../domain/pickups/pickup.ts';
import { WhenFields } from './when-fields.tsx';

export function ChangeDialog({ pickup, onClose }: { pickup: OwnPickup; onClose: () => void }) {
  const { id, day, from, until, parcels, note = '' } = pickup;
  return (
    <ActForm
      title="Change the pickup"
      schema={ChangePickupSchema}
      values={{ id, day, from, until, parcels, note }}
      failed="The pickup was not changed"
      call="shipper.changePickup"
      done="Pickup changed"
      submit={{ label: 'Save', pendingLabel: 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      {pickup.state === 'arranged' && <p>If you choose another day, we have to arrange it again.</p>}
      <WhenFields />
    </ActForm>
  );
}

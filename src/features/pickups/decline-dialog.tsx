import { ActForm } from '../../acts/act-form.tsx';
import { formatDayOfWeek } from '../../domain/dates.ts';
import { DeclinePickupSchema, type ManagedPickup } from '../../domain/pickups/pickup.ts';
import { formatHours } from '../../domain/time-window.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';

interface DeclineDialogProps {
  pickup: ManagedPickup;
  onClose: () => void;
}

/** What declining is called: a shop may have read already that someone comes. */
export const declineLabel = ({ state }: Pick<ManagedPickup, 'state'>) =>
  state === 'arranged' ? 'Call off' : 'Decline';

export function DeclineDialog({ pickup, onClose }: DeclineDialogProps) {
  const { id, shop, day, from, until, state } = pickup;
  const label = declineLabel(pickup);
  return (
    <ActForm
      title={`${label} pickup`}
      schema={DeclinePickupSchema}
      values={{ id, reason: '' }}
      failed={`The pickup was not ${state === 'arranged' ? 'called off' : 'declined'}`}
      call="pickupAdmin.decline"
      done={['Nobody comes', 'The shop gets an email with the reason.']}
      submit={{ label, pendingLabel: 'Sending', icon: 'x' }}
      onClose={onClose}
    >
      <p>
        <Verbatim>{shop.name}</Verbatim> {state === 'arranged' ? 'expects' : 'wants'} a courier on{' '}
        {formatDayOfWeek(day)}, {formatHours({ from, until })}. They get an email with your reason.
      </p>
      <TextField name="reason" label="Reason" autoComplete="off" required />
    </ActForm>
  );
}

import { formatDayOfWeek } from '../../domain/dates.ts';
import { DeclinePickupSchema, type ManagedPickup } from '../../domain/pickups/pickup.ts';
import { formatHours } from '../../domain/time-window.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useDeclinePickup } from './mutations.ts';

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
  const decline = useDeclinePickup();
  const form = useSchemaForm(DeclinePickupSchema, { defaultValues: { id, reason: '' } });
  return (
    <FormDialog
      title={`${label} pickup`}
      form={form}
      errorTitle={`The pickup was not ${state === 'arranged' ? 'called off' : 'declined'}`}
      send={decline.mutateAsync}
      submit={{ label, pendingLabel: 'Sending', icon: 'x' }}
      onClose={onClose}
    >
      <p>
        <Verbatim>{shop.name}</Verbatim> {state === 'arranged' ? 'expects' : 'wants'} a courier on{' '}
        {formatDayOfWeek(day)}, {formatHours({ from, until })}. They get an email with your reason.
      </p>
      <TextField name="reason" label="Reason" autoComplete="off" required />
    </FormDialog>
  );
}

import { valibotResolver } from '@hookform/resolvers/valibot';
import { showOnForm } from '../../api/form-errors.ts';
import { formatDayOfWeek, formatTimeOfDay } from '../../domain/dates.ts';
import { DeclinePickupSchema, type ManagedPickup } from '../../domain/shop/pickup.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
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
  const form = useForm({ resolver: valibotResolver(DeclinePickupSchema), defaultValues: { id, reason: '' } });
  return (
    <Dialog open onClose={onClose} title={`${label} pickup`} pending={decline.isPending}>
      <Form
        form={form}
        persistAs={null}
        className="contents"
        errorTitle={`The pickup was not ${state === 'arranged' ? 'called off' : 'declined'}`}
        onSubmit={async (input) => {
          try {
            await decline.mutateAsync(input);
            onClose();
          } catch (error) {
            showOnForm(form, error);
          }
        }}
      >
        <DialogBody className="stack gap-4">
          <p>
            <Verbatim>{shop.name}</Verbatim> {state === 'arranged' ? 'expects' : 'wants'} a courier on{' '}
            {formatDayOfWeek(day)}, {formatTimeOfDay(from)} to {formatTimeOfDay(until)}. They get an email with your
            reason.
          </p>
          <TextField name="reason" label="Reason" autoComplete="off" required />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton pendingLabel="Sending" icon="x">
            {label}
          </SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

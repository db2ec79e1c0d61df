import { ActForm } from '../../acts/act-form.tsx';
import { LinkShipmentFormSchema } from '../../domain/shipment.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const code = {
  mono: true,
  required: true,
  autoCapitalize: 'characters',
  autoComplete: 'off',
  spellCheck: false,
} as const;

interface LinkShipmentDialogProps {
  id: string;
  isLinked: boolean;
  onClose: () => void;
}

export function LinkShipmentDialog({ id, isLinked, onClose }: LinkShipmentDialogProps) {
  if (!isLinked) return <LinkForm id={id} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Link shipment">
      <DialogBody>
        <p>This shipment is already linked to an account.</p>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function LinkForm({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <ActForm
      title="Link shipment"
      schema={LinkShipmentFormSchema}
      values={{ receiverCode: '', senderCode: '' }}
      call="shipment.linkShipment"
      toInput={(codes) => ({ id, ...codes })}
      done={['Shipment linked', 'You can find it in My packages.']}
      failed="The shipment was not linked"
      submit={{ label: 'Link shipment', pendingLabel: 'Linking', icon: 'link' }}
      onClose={onClose}
    >
      <p>
        You need both codes: we emailed one to the receiver and one to the sender. Shipments with your account’s own
        email address are linked without them.
      </p>
      <TextField name="receiverCode" label="Receiver code" {...code} />
      <TextField name="senderCode" label="Sender code" {...code} />
    </ActForm>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { onConflict } from '../../api/on-conflict.ts';
import { site } from '../../config/site.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { correctedFields, type ManagedShipment, type Party } from '../../domain/shipment.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { pick, useBase } from '../../ui/form/use-base.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { NewCodeNotice } from './codes/corrected-addresses.tsx';
import { useSubmit } from './mutations.ts';
import { managedShipmentQuery } from './queries.ts';
import { useCorrected } from './with-sent.ts';

interface CorrectDialogProps {
  shipment: ManagedShipment;
  party: Party;
  onClose: () => void;
}

/** Sends only what was changed, so that the rest of the shipment need not be complete. */
export function CorrectDialog({ shipment, party, onClose }: CorrectDialogProps) {
  const { id, trackingId } = shipment;
  const client = useQueryClient();
  const correct = useSubmit(`${choiceLabel(party)} corrected`);
  const stored = correctedFields(useCorrected(shipment), party);
  const form = useForm({ values: { ...stored, base: {} } });
  const base = useBase(form, stored);
  const [email, phone] = form.watch(['email', 'phone']);
  // The sender of a return may have none, if they had none as its receiver.
  const isEmailNeeded = stored.email !== '' && !(party === 'receiver' && site.texts);

  async function submit({ base: _, ...values }: typeof stored & { base: object }, onStored: () => void) {
    const seen = base.read();
    const changed = Object.entries(values).flatMap(([field, value]) =>
      value === seen[field as keyof typeof seen] ? [] : field,
    );
    if (changed.length === 0) return onClose();
    const input = { id, party, ...pick(values, changed), base: pick(seen, changed) };
    const action = { procedure: 'shipmentAdmin.correctParty', trackingId, input } as const;
    await correct.mutateAsync({ action, onStored }).catch(
      onConflict(async () => {
        const query = { ...managedShipmentQuery(id), staleTime: 0 };
        base.accept(correctedFields(await client.fetchQuery(query).catch(() => shipment), party));
      }),
    );
    onClose();
  }

  return (
    <FormDialog
      title={`Correct ${party}`}
      form={form}
      persistAs={`correct-${party} ${id}`}
      errorTitle={`The ${party} was not corrected`}
      onSubmit={submit}
      submit={{ label: 'Save', pendingLabel: 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" required />
      <TextField name="phone" label="Phone" type="tel" autoComplete="off" mono required />
      <TextField
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        required={isEmailNeeded}
      />
      {party === 'receiver' && <TextField name="shipTo" label="Ship to" hint="Delivery address" required />}
      <NewCodeNotice
        typed={party === 'sender' ? { senderEmail: email } : { receiverEmail: email, receiverPhone: phone }}
        shipment={shipment}
      />
    </FormDialog>
  );
}

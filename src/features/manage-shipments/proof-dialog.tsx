import { useState } from 'react';
import { showOnForm } from '../../api/form-errors.ts';
import type { ProofPolicy } from '../../domain/delivery.ts';
import { formatProof, isSameProof, PROOF_RULE_OPTIONS } from '../../domain/runs/proof-policy.ts';
import type { ManagedShipment } from '../../domain/shipment.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useBase } from '../../ui/form/use-base.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { useSetProof } from './mutations.ts';
import { proofRulesOf } from './proof-rules.tsx';

/** Saves only if the rules are still those the dialog showed. */
export function ProofDialog({ shipment, onClose }: { shipment: ManagedShipment; onClose: () => void }) {
  const [{ own, brand, current }] = useState(() => proofRulesOf(shipment));
  const save = useSetProof();
  const form = useForm({ defaultValues: { ...current, base: {} } });
  const base = useBase(form, current);

  async function submit({ base: _, ...policy }: ProofPolicy & { base: object }) {
    const proof = isSameProof(policy, brand) ? null : policy;
    // Input restored after a reload may be about older rules.
    const seen = base.read();
    try {
      await save.mutateAsync({ id: shipment.id, base: isSameProof(seen, current) ? own : seen, proof });
      onClose();
    } catch (error) {
      showOnForm(form, error);
    }
  }

  return (
    <Dialog open onClose={onClose} title="Proof of delivery" pending={save.isPending}>
      <Form form={form} persistAs={`proof ${shipment.id}`} errorTitle="The proof was not changed" onSubmit={submit}>
        <DialogBody className="stack gap-4">
          <p>
            Default: {formatProof(brand).toLowerCase()}. The courier’s phone shows a change as soon as it has a
            connection.
          </p>
          <SelectField name="photo" label="Photo" options={PROOF_RULE_OPTIONS} />
          <SelectField name="signature" label="Signature" options={PROOF_RULE_OPTIONS} />
          <SelectField name="name" label="Recipient’s name" options={PROOF_RULE_OPTIONS} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton pendingLabel="Saving" icon="check">
            Save
          </SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

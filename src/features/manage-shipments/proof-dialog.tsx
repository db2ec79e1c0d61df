import { useState } from 'react';
import type { ProofPolicy } from '../../domain/delivery.ts';
import { CODE_RULE_OPTIONS, formatProof, isSameProof, PROOF_RULE_OPTIONS } from '../../domain/runs/proof-policy.ts';
import type { ManagedShipment } from '../../domain/shipment.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useBase } from '../../ui/form/use-base.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { useSetProof } from './mutations.ts';
import { proofRulesOf } from './proof-rules.tsx';

/** Saves only if the rules are still those the dialog showed. */
export function ProofDialog({ shipment, onClose }: { shipment: ManagedShipment; onClose: () => void }) {
  const [{ own, brand, current }] = useState(() => proofRulesOf(shipment));
  const save = useSetProof();
  const form = useForm({ defaultValues: { ...current, code: current.code ?? 'off', base: {} } });
  const base = useBase(form, current);

  async function submit({ base: _, ...policy }: ProofPolicy & { base: object }) {
    const proof = isSameProof(policy, brand) ? null : policy;
    // Input restored after a reload may be about older rules.
    const seen = base.read();
    await save.mutateAsync({ id: shipment.id, base: isSameProof(seen, current) ? own : seen, proof });
  }

  return (
    <FormDialog
      title="Proof of delivery"
      form={form}
      persistAs={`proof ${shipment.id}`}
      errorTitle="The proof was not changed"
      send={submit}
      submit={{ label: 'Save', pendingLabel: 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      <p>
        Default: {formatProof(brand).toLowerCase()}. The courier’s phone shows a change as soon as it has a connection.
      </p>
      <SelectField name="photo" label="Photo" options={PROOF_RULE_OPTIONS} />
      <SelectField name="signature" label="Signature" options={PROOF_RULE_OPTIONS} />
      <SelectField name="name" label="Recipient’s name" options={PROOF_RULE_OPTIONS} />
      <SelectField name="code" label="Receiver’s code" options={CODE_RULE_OPTIONS} />
    </FormDialog>
  );
}

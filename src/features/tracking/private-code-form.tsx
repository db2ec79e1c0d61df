import { useEffect, useRef, useState } from 'react';
import { ShipmentCodeFormSchema } from '../../domain/shipment.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { showOnForm } from '../../ui/form/failure.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { readLinkCode, spendLinkCode } from './link-code.ts';
import { useVerifyShipmentCode } from './mutations.ts';

export function PrivateCodeForm({ shipment }: { shipment: { id: string; trackingId: string } }) {
  const [code] = useState(readLinkCode);
  const form = useSchemaForm(ShipmentCodeFormSchema, { defaultValues: { code } });
  const verify = useVerifyShipmentCode(shipment);
  const submit = form.handleSubmit((values) => verify.mutateAsync(values).catch((error) => showOnForm(form, error)));
  const isWaiting = useOutbox().own.some(
    ({ procedure, input }) => procedure.startsWith('choice.') && 'id' in input && input.id === shipment.id,
  );
  const isTried = useRef(false);
  // The link in the email has the code: nobody has to press the button for it.
  useEffect(() => {
    if (!code || isTried.current) return;
    isTried.current = true;
    spendLinkCode();
    void submit();
  });
  return (
    <section className="panel max-w-140" aria-labelledby="private-code">
      <h2 id="private-code" className="text-h3 mb-1">
        Private code
      </h2>
      {isWaiting && (
        <Notice tone="warn" icon="clock" title="Your choice isn’t sent yet">
          Enter the code again to send it.
        </Notice>
      )}
      <p className="soft mb-4">The details are for the sender and the receiver. We emailed a code to both.</p>
      <Form form={form} onSubmit={(values) => verify.mutateAsync(values)}>
        <TextField
          name="code"
          label="Code"
          mono
          required
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
        <SubmitButton pendingLabel="Checking" icon="lock" label="Show details" />
      </Form>
    </section>
  );
}

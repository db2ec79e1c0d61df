import { useQuery } from '@tanstack/react-query';
import { ActForm } from '../../acts/act-form.tsx';
import { CODE_RULE_OPTIONS } from '../../domain/runs/proof-policy.ts';
import { SaveSenderSchema, type Sender } from '../../domain/shops/draft.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { CountryField } from '../countries/country-field.tsx';
import { senderQuery } from './queries.ts';

/** The sender that the shop uses, with a way to change it. */
export function SenderSection() {
  const { data: sender } = useQuery(senderQuery);
  if (!sender) return null;
  const change = (
    <Button opens={(close) => <SenderDialog sender={sender} onClose={close} />} small icon="pencil">
      Change sender
    </Button>
  );
  const isComplete = sender.name !== '' && sender.phone !== '';
  return (
    <Section id="from" title="From" className="stack gap-2">
      {isComplete ? (
        <div className="row gap-x-4 gap-y-2">
          <p>
            <Verbatim>{[sender.name, sender.phone, sender.country].filter(Boolean).join(', ')}</Verbatim>
          </p>
          {change}
        </div>
      ) : (
        <Notice tone="warn" title="Who sends these parcels?" action={change}>
          Enter your name and phone number once, so that couriers can reach you.
        </Notice>
      )}
    </Section>
  );
}

function SenderDialog({
  sender: { name, phone, country, handoverCode },
  onClose,
}: {
  sender: Sender;
  onClose: () => void;
}) {
  return (
    <ActForm
      title="Sender"
      schema={SaveSenderSchema}
      values={{ name, phone, country, handoverCode }}
      persistAs="shop-sender"
      failed="The sender was not saved"
      call="shipper.saveSender"
      done="Sender saved"
      submit={{ label: 'Save sender', pendingLabel: 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      <p className="soft">On the labels of new shipments. Emails go to your account’s address.</p>
      <TextField name="name" label="Sender name" required />
      <TextField name="phone" label="Sender phone" type="tel" mono required />
      <CountryField name="country" label="Country" hint="Optional" />
      <SelectField
        name="handoverCode"
        label="Receiver’s code at the door"
        hint="For new shipments that say nothing else. No safe place or neighbour then."
        options={CODE_RULE_OPTIONS}
      />
    </ActForm>
  );
}

import {
  type Channel,
  type ChosenMessages,
  canCarry,
  MESSAGE_EVENTS,
  MessageChoicesSchema,
  type MessageEvent,
  messageLabel,
} from '../../domain/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSaveChoices } from './mutations.ts';

const CHANNELS: readonly { name: Channel; label: string }[] = [
  { name: 'mail', label: 'Email' },
  { name: 'sms', label: 'Text' },
  { name: 'push', label: 'Notification' },
];

interface ChoicesFormProps {
  chosen: ChosenMessages;
  /** Null: of all the person’s own shipments. */
  trackingId: string | null;
}

export function ChoicesForm({ chosen: { choices, isOwn, texted }, trackingId }: ChoicesFormProps) {
  const save = useSaveChoices(trackingId);
  const form = useSchemaForm(MessageChoicesSchema, { values: choices });
  const offers = (channel: Channel, event: MessageEvent) =>
    canCarry(channel, event) && (channel !== 'sms' || texted.includes(event));
  const rows = MESSAGE_EVENTS.filter((event) => CHANNELS.some(({ name }) => offers(name, event)));
  const columns = CHANNELS.filter(({ name }) => rows.some((event) => offers(name, event)));
  return (
    <Form
      form={form}
      persistAs="notifications"
      aria-labelledby="tell-me"
      errorTitle="Your changes weren’t saved"
      onSubmit={async (values) => {
        await save.mutateAsync(values);
        form.reset(values, { keepDirtyValues: false, keepDirty: false });
        toast.success('Saved');
      }}
    >
      <div className="border-t-2 border-rule-strong">
        {rows.map((event) => (
          <fieldset key={event} className="flex flex-wrap items-center gap-x-3 py-1 border-b border-rule">
            <legend className="float-left flex-[1_1_9rem] font-650">{messageLabel(event)}</legend>
            <div className="flex flex-wrap gap-x-5">
              {columns.map(({ name, label }) =>
                offers(name, event) ? (
                  <Checkbox key={name} {...form.register(name)} value={event}>
                    {label}
                  </Checkbox>
                ) : (
                  // It is as wide, so that the columns are straight.
                  <div key={name} className="invisible">
                    <Checkbox disabled>{label}</Checkbox>
                  </div>
                ),
              )}
            </div>
          </fieldset>
        ))}
      </div>
      <div className="row gap-3">
        <SubmitButton variant="outline" pendingLabel="Saving" icon="check" label="Save" />
        {trackingId !== null && isOwn && (
          <Button pending={save.isPending} onClick={() => save.mutate(null)}>
            Same as for my other parcels
          </Button>
        )}
      </div>
    </Form>
  );
}

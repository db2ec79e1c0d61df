import { useState } from 'react';
import { SendMailSchema } from '../../domain/mail.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { useToastIfLeft } from '../../ui/toast/use-toast-if-left.ts';
import { MailPreview } from './mail-preview.tsx';
import { useSendMail } from './mutations.ts';

/** On a phone the form may end below the screen. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

export function SendMailForm({ to }: { to: string | undefined }) {
  const empty = { receiver: to ?? '', subject: '', body: '' };
  const form = useSchemaForm(SendMailSchema, { defaultValues: empty });
  const send = useSendMail();
  const toastIfLeft = useToastIfLeft();
  const [sentTo, setSentTo] = useState<string | null>(null);

  return (
    <div className="grid gap-8 grid-cols-[minmax(0,1fr)] lg:grid-cols-[repeat(2,minmax(0,1fr))]">
      <Form
        form={form}
        persistAs={`mail ${to ?? 'anyone'}`}
        className="content-start"
        errorTitle="The email was not sent"
        aria-labelledby="write-mail"
        onSubmit={async (mail) => {
          setSentTo(null);
          await send.mutateAsync(mail);
          form.reset(empty);
          setSentTo(mail.receiver);
          toastIfLeft('Email sent', `It’s on its way to ${mail.receiver}.`);
        }}
      >
        <TextField name="receiver" label="Receiver" type="email" autoComplete="off" inputMode="email" />
        <TextField name="subject" label="Subject" autoComplete="off" />
        <TextareaField name="body" label="Body" rows={10} hint="Wrap words in ** for bold: **today**." />
        <div className="row">
          <SubmitButton pendingLabel="Sending" icon="send" label="Send email" />
        </div>
        {sentTo !== null && (
          <div ref={scrollIntoView} className="scroll-mb-4">
            <Notice
              tone="good"
              icon="mail-check"
              title="Email sent"
              live
              action={
                <Button
                  small
                  icon="x"
                  onClick={() => {
                    setSentTo(null);
                    form.setFocus('receiver');
                  }}
                >
                  Dismiss
                </Button>
              }
            >
              It’s on its way to {sentTo}. Check the log for delivery.
            </Notice>
          </div>
        )}
      </Form>
      <MailPreview control={form.control} />
    </div>
  );
}

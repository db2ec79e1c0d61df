import { SendMailSchema } from '../../domain/mail.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSendMail } from './mutations.ts';

export function SendMailForm({ to }: { to: string | undefined }) {
  const empty = { receiver: to ?? '', subject: '', body: '' };
  const form = useSchemaForm(SendMailSchema, { defaultValues: empty });
  const send = useSendMail();
  return (
    <Form
      form={form}
      persistAs={`mail ${to ?? 'anyone'}`}
      errorTitle="The email was not sent"
      aria-labelledby="write-mail"
      onSubmit={async (mail) => {
        await send.mutateAsync(mail);
        form.reset(empty);
        toast.success('Email sent', `It’s on its way to ${mail.receiver}. Check the log for delivery.`);
      }}
    >
      <TextField name="receiver" label="Receiver" type="email" autoComplete="off" inputMode="email" />
      <TextField name="subject" label="Subject" autoComplete="off" />
      <TextareaField name="body" label="Body" rows={10} hint="Wrap words in ** for bold: **today**." />
      <div className="row">
        <SubmitButton pendingLabel="Sending" icon="send" label="Send email" />
      </div>
    </Form>
  );
}

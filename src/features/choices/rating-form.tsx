import { type Rating, RatingWordsSchema } from '../../domain/choices.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useRate } from './mutations.ts';

export function RatingForm({ id, trackingId, rating }: { id: string; trackingId: string; rating: Rating }) {
  const form = useSchemaForm(RatingWordsSchema, { defaultValues: { text: rating.text } });
  const rate = useRate(trackingId);
  return (
    <Form form={form} onSubmit={({ text }) => rate.mutateAsync({ id, kind: rating.kind, text })}>
      <TextareaField name="text" label="In your words (optional)" hint="Only we read it." rows={2} />
      <SubmitButton label="Send" pendingLabel="Sending" icon="send" />
    </Form>
  );
}

import * as v from 'valibot';
import { strictInput } from '../../domain/field-schemas.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useOpenLink } from './mutations.ts';
import { OpenedParcels } from './opened-parcels.tsx';

const PostcodeEndSchema = strictInput({
  postcodeEnd: v.pipe(v.string(), v.trim(), v.length(2, 'Enter the last two characters.')),
});

/** For another device than the first that opened the link. */
export function PostcodeForm({ link }: { link: string }) {
  const open = useOpenLink();
  const form = useSchemaForm(PostcodeEndSchema, { defaultValues: { postcodeEnd: '' } });
  if (open.data) return <OpenedParcels opened={open.data} />;
  return (
    <Form form={form} onSubmit={(values) => open.mutateAsync({ link, ...values })}>
      <p>This link was opened on another device. To open it here, enter how the delivery’s postcode ends.</p>
      <TextField
        name="postcodeEnd"
        label="Last two characters of the postcode"
        mono
        required
        autoComplete="off"
        autoCapitalize="characters"
      />
      <SubmitButton pendingLabel="Checking" icon="lock" label="Show details" />
    </Form>
  );
}

import { useForm } from 'react-hook-form';
import { showOnForm } from '../../api/form-errors.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAddActivity } from './mutations.ts';

/** Address and comment of a new activity entry. No client rules: what the server says shows at the fields. */
export function AddLocationForm({ id, onDone }: { id: string; onDone: () => void }) {
  const form = useForm({ defaultValues: { address: '', comment: '' } });
  const add = useAddActivity();
  return (
    <Form
      form={form}
      columns={2}
      errorTitle="The location was not added"
      onSubmit={async (values) => {
        try {
          await add.mutateAsync({ id, ...values });
          onDone();
        } catch (error) {
          showOnForm(form, error);
        }
      }}
    >
      <TextField name="address" label="Address" autoComplete="off" />
      <TextField name="comment" label="Comment" autoComplete="off" />
      <SubmitButton pendingLabel="Adding" icon="plus">
        Add location
      </SubmitButton>
    </Form>
  );
}

import { valibotResolver } from '@hookform/resolvers/valibot';
import { showOnForm } from '../../api/form-errors.ts';
import { type Passkey, RenamePasskeySchema } from '../../domain/passkey.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useRenamePasskey } from './mutations.ts';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey();
  const { id, name } = passkey;
  const form = useForm({ resolver: valibotResolver(RenamePasskeySchema), defaultValues: { id, name } });
  return (
    <Dialog open onClose={onClose} title="Rename passkey" pending={rename.isPending}>
      <Form
        form={form}
        persistAs={null}
        errorTitle="The passkey was not renamed"
        onSubmit={async (values) => {
          try {
            await rename.mutateAsync(values);
            onClose();
          } catch (error) {
            showOnForm(form, error);
          }
        }}
      >
        <DialogBody>
          <TextField name="name" label="Name" hint="Such as the device it is on." autoComplete="off" required />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton pendingLabel="Renaming" icon="check">
            Rename
          </SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

import { useSend } from '../../api/use-send.ts';
import { type Passkey, RenamePasskeySchema } from '../../domain/passkey.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useSend('factor.renamePasskey');
  const { id, name } = passkey;
  const form = useSchemaForm(RenamePasskeySchema, { defaultValues: { id, name } });
  return (
    <FormDialog
      title="Rename passkey"
      form={form}
      errorTitle="The passkey was not renamed"
      send={rename.mutateAsync}
      submit={{ label: 'Rename', pendingLabel: 'Renaming', icon: 'check' }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" hint="Such as the device it is on." autoComplete="off" required />
    </FormDialog>
  );
}

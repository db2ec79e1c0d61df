import { ActForm } from '../../acts/act-form.tsx';
import { type Passkey, RenamePasskeySchema } from '../../domain/passkey.ts';
import { TextField } from '../../ui/form/text-field.tsx';

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { id, name } = passkey;
  return (
    <ActForm
      title="Rename passkey"
      schema={RenamePasskeySchema}
      values={{ id, name }}
      failed="The passkey was not renamed"
      call="factor.renamePasskey"
      submit={{ label: 'Rename', pendingLabel: 'Renaming', icon: 'check' }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" hint="Such as the device it is on." autoComplete="off" required />
    </ActForm>
  );
}

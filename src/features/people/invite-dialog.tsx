import { InviteUserSchema } from '../../domain/user.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useInviteUser } from './mutations.ts';
import { RoleBoxes } from './roles-form.tsx';

export function InviteDialog({ onInvited, onClose }: { onInvited: (id: string) => void; onClose: () => void }) {
  const invite = useInviteUser();
  const form = useSchemaForm(InviteUserSchema, { defaultValues: { email: '', roles: [] } });
  const { roles } = form.formState.errors;
  return (
    <FormDialog
      title="Invite a colleague"
      form={form}
      persistAs="invite"
      errorTitle="Nobody was invited"
      onSubmit={async (input) => onInvited((await invite.mutateAsync(input)).id)}
      submit={{ label: 'Send invitation', pendingLabel: 'Sending', icon: 'mail' }}
      onClose={onClose}
    >
      <p>We’ll email a link to set a name and a password. It works for 24 hours.</p>
      <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="off" required />
      <fieldset>
        <legend className="font-650">Roles</legend>
        <RoleBoxes />
        {roles && <p className="field-error">{roles.message}</p>}
      </fieldset>
    </FormDialog>
  );
}

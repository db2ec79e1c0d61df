import { valibotResolver } from '@hookform/resolvers/valibot';
import { showOnForm } from '../../api/form-errors.ts';
import { UpdateProfileSchema, type User } from '../../domain/user.ts';
import { Form } from '../../ui/form/form.tsx';
import { KEEP_USER_INPUT } from '../../ui/form/keep-user-input.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useUpdateProfile } from './mutations.ts';
import { ProfileFields } from './profile-fields.tsx';

export function UpdateProfileForm({ profile, onDone }: { profile: User; onDone: () => void }) {
  const update = useUpdateProfile();
  const { firstName, lastName, phone, dob, address, city, state, nationality } = profile;
  const form = useForm({
    resolver: valibotResolver(UpdateProfileSchema),
    resetOptions: KEEP_USER_INPUT,
    values: { firstName, lastName, phone: phone ?? '', dob: dob ?? '', address, city, state, nationality },
  });
  return (
    <Form
      form={form}
      persistAs="profile"
      columns={2}
      errorTitle="The profile was not updated"
      onSubmit={async (values) => {
        try {
          await update.mutateAsync(values);
          toast.success('Profile updated');
          onDone();
        } catch (error) {
          showOnForm(form, error);
        }
      }}
    >
      <ProfileFields />
      <SubmitButton pendingLabel="Updating" icon="check">
        Update profile
      </SubmitButton>
    </Form>
  );
}

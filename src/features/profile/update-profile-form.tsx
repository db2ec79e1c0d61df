import { useQueryClient } from '@tanstack/react-query';
import { onConflict } from '../../api/on-conflict.ts';
import { useSend } from '../../api/use-send.ts';
import { CSV_STYLE_LABELS, CSV_STYLES } from '../../domain/csv.ts';
import { DIGEST_LABELS, DIGESTS } from '../../domain/digest.ts';
import { rolesOf } from '../../domain/roles.ts';
import { PROFILE_FIELDS, UpdateProfileSchema, type User } from '../../domain/user.ts';
import { Form } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { pick, useBase } from '../../ui/form/use-base.ts';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { profileQuery } from '../session/queries.ts';
import { ProfileFields } from './profile-fields.tsx';

export function UpdateProfileForm({ profile, onDone }: { profile: User; onDone: () => void }) {
  const client = useQueryClient();
  const update = useSend('user.updateProfile');
  const { firstName, lastName, phone, dob, address, city, state, nationality, doorNote, csvStyle, digest } = profile;
  const form = useSchemaForm(UpdateProfileSchema, {
    values: {
      firstName,
      lastName,
      phone: phone ?? '',
      dob: dob ?? '',
      address,
      city,
      state,
      nationality,
      ...(doorNote !== undefined && { doorNote }),
      csvStyle: csvStyle ?? 'comma',
      digest: digest ?? 'hour',
      base: {},
    },
  });
  const base = useBase(form, pick(profile, PROFILE_FIELDS));
  return (
    <Form
      form={form}
      persistAs="profile"
      columns={2}
      errorTitle="The profile was not updated"
      onSubmit={async (values) => {
        const acceptNow = async () => {
          const now = await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => null);
          base.accept(now ?? profile);
        };
        await update.mutateAsync({ ...values, base: base.read() }).catch(onConflict(acceptNow));
        toast.success('Profile updated');
        onDone();
      }}
    >
      <ProfileFields />
      {doorNote !== undefined && (
        <TextField
          name="doorNote"
          label="What you need at the door"
          hint="Optional. For every parcel to you: needs time, knock loudly, can’t take stairs."
          autoComplete="off"
          wide
        />
      )}
      <SelectField
        name="csvStyle"
        label="CSV files"
        hint="As your spreadsheet program wants them."
        options={CSV_STYLES.map((value) => ({ value, label: CSV_STYLE_LABELS[value] }))}
        wide
      />
      {rolesOf(profile).includes('shipper') && (
        <SelectField
          name="digest"
          label="News of your parcels by email"
          hint="What you have to decide comes at once."
          options={DIGESTS.map((value) => ({ value, label: DIGEST_LABELS[value] }))}
          wide
        />
      )}
      <SubmitButton pendingLabel="Updating" icon="check" label="Update profile" />
    </Form>
  );
}

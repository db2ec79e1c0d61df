import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { useSend } from '../../api/use-send.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { ROLES, type Role, rolesOf } from '../../domain/roles.ts';
import type { ManagedUser } from '../../domain/user.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useBase } from '../../ui/form/use-base.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useProfile } from '../session/queries.ts';

const WHAT: Record<Role, string> = {
  manager: 'Everything at the desk: parcels, runs, money, people and email.',
  dispatcher: 'Parcels and runs, without prices and bills. No money, no people’s accounts.',
  accountant: 'Balances, bills, withdrawals and bank accounts, and whose they are. No parcels.',
  courier: 'Can be given runs, and sees the receiver’s name, phone and address of the parcels in them.',
  shipper: 'Sends parcels as a business, and prints their labels.',
};

/** In a form with `roles`. */
export function RoleBoxes() {
  const { register } = useFormContext();
  const id = useId();
  return (
    <div className="border-t-2 border-rule-strong">
      {ROLES.map((role) => (
        <div key={role} className="py-2 border-b border-rule">
          <Checkbox {...register('roles')} value={role} aria-describedby={`${id}${role}`}>
            <span className="font-650">{choiceLabel(role)}</span>
            <span id={`${id}${role}`} className="second-line">
              {WHAT[role]}
            </span>
          </Checkbox>
        </div>
      ))}
    </div>
  );
}

/** Someone who is not verified can only lose roles. */
export function RolesForm({ user }: { user: ManagedUser }) {
  const save = useSend('userAdmin.setRoles', { done: 'Roles saved' });
  const isSelf = useProfile()?.id === user.id;
  const stored = { roles: rolesOf(user) };
  const form = useForm<{ roles: Role[]; base: { roles?: Role[] } }>({ values: { ...stored, base: {} } });
  const base = useBase(form, stored);
  const losesOwnDesk = isSelf && stored.roles.includes('manager') && !form.watch('roles').includes('manager');

  async function submit({ roles }: { roles: Role[] }) {
    await save.mutateAsync({ id: user.id, roles, base: base.read().roles });
    form.reset({ roles, base: {} }, { keepDirtyValues: false, keepDirty: false });
  }

  return (
    <Section id="roles" title="Roles" className="stack gap-3 lg:max-w-180">
      {!user.verified && stored.roles.length === 0 ? (
        <p className="soft">This person must verify their email address before they can have a role.</p>
      ) : (
        <Form
          form={form}
          persistAs={`roles ${user.id}`}
          aria-labelledby="roles"
          errorTitle="The roles were not saved"
          onSubmit={submit}
        >
          <RoleBoxes />
          {losesOwnDesk && (
            <Notice tone="warn" title="This is your own account" live>
              You will no longer be able to open the manager’s pages.
            </Notice>
          )}
          <div>
            <SubmitButton variant="outline" pendingLabel="Saving" icon="check" label="Save roles" />
          </div>
        </Form>
      )}
    </Section>
  );
}

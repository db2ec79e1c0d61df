import { type ReactNode, useState } from 'react';
import type { Change } from '../../api/use-change.ts';
import { fullName, type ManagedUser } from '../../domain/user.ts';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Action, ActionBar } from '../../ui/layout/action-bar.tsx';
import { useProfile } from '../session/queries.ts';
import { useCancelFactorReset, useDeleteUser, useEndSessions, useResetFactors, useVerifyUser } from './mutations.ts';

interface UserActionsProps {
  user: ManagedUser;
  onDeleted: () => unknown;
}

export function UserActions({ user, onDeleted }: UserActionsProps) {
  const [asking, setAsking] = useState<'verify' | 'factors' | 'end' | 'delete' | null>(null);
  const verify = useVerifyUser();
  const reset = useResetFactors();
  const keep = useCancelFactorReset();
  const end = useEndSessions();
  const remove = useDeleteUser(onDeleted);
  const name = fullName(user);
  const ownId = useProfile()?.id;
  const close = () => setAsking(null);
  return (
    <div>
      <ActionBar label="User actions">
        {!user.verified && (
          <Action icon="mail-check" onClick={() => setAsking('verify')}>
            Verify user
          </Action>
        )}
        {user.hasSecondFactor && user.id !== ownId && (
          <Action icon="fingerprint" onClick={() => setAsking('factors')}>
            {user.factorsEndAt ? 'Keep passkeys and codes' : 'Remove passkeys and codes'}
          </Action>
        )}
        <Action icon="log-out" onClick={() => setAsking('end')}>
          End all sessions
        </Action>
        <Action icon="trash-2" destructive onClick={() => setAsking('delete')}>
          Delete user
        </Action>
      </ActionBar>
      <ConfirmAction
        open={asking === 'verify'}
        onClose={close}
        mutation={verify}
        id={user.id}
        title="Verify user"
        label="Verify"
        pendingLabel="Verifying"
      >
        Verify {user.email}? Anyone can create an account with someone else’s address. Make sure its owner created this
        account: it will show every shipment to or from that address.
      </ConfirmAction>
      <ConfirmAction
        open={asking === 'factors'}
        onClose={close}
        mutation={user.factorsEndAt ? keep : reset}
        id={user.id}
        title={user.factorsEndAt ? 'Keep passkeys and codes' : 'Remove passkeys and codes'}
        label={user.factorsEndAt ? 'Keep' : 'Remove in 24 hours'}
        pendingLabel="Saving"
        destructive={!user.factorsEndAt}
      >
        {user.factorsEndAt
          ? `${name} can go on logging in with them.`
          : `Only for someone who has lost them. Make sure it is really ${name} who asks. In 24 hours, ${name} can log in with the password alone. We email both of you now, and ${name} can stop it until then.`}
      </ConfirmAction>
      <ConfirmAction
        open={asking === 'end'}
        onClose={close}
        mutation={end}
        id={user.id}
        title="End all sessions"
        label="End sessions"
        pendingLabel="Ending"
        destructive
      >
        {name} will be logged out on every device.
      </ConfirmAction>
      <ConfirmAction
        open={asking === 'delete'}
        onClose={close}
        mutation={remove}
        id={user.id}
        title="Delete user"
        label="Delete"
        pendingLabel="Deleting"
        destructive
      >
        Are you sure you want to delete this user? {name} will be logged out for good, and their personal data will be
        erased. Shipments and their bills stay, without the account. Any pending withdrawals will fail.
      </ConfirmAction>
    </div>
  );
}

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  mutation: Change<{ id: string }>;
  id: string;
  title: string;
  label: string;
  pendingLabel: string;
  destructive?: boolean;
  children: ReactNode;
}

function ConfirmAction({ open, onClose, mutation, id, label, ...question }: ConfirmProps) {
  function close() {
    mutation.reset();
    onClose();
  }
  return (
    <ConfirmDialog
      {...question}
      open={open}
      onClose={close}
      onConfirm={() => mutation.mutate({ id }, { onSuccess: close })}
      confirmLabel={label}
      pending={mutation.isPending}
      error={mutation.failure}
    />
  );
}

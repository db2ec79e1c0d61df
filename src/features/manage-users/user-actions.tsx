import { useState } from 'react';
import { fullName, type ManagedUser } from '../../domain/user.ts';
import { ConfirmChange } from '../../ui/dialog/confirm-change.tsx';
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
      <ConfirmChange
        change={verify}
        input={asking === 'verify' ? { id: user.id } : null}
        onClose={close}
        title="Verify user"
        label="Verify"
        pendingLabel="Verifying"
      >
        Verify {user.email}? Anyone can create an account with someone else’s address. Make sure its owner created this
        account: it will show every shipment to or from that address.
      </ConfirmChange>
      <ConfirmChange
        change={user.factorsEndAt ? keep : reset}
        input={asking === 'factors' ? { id: user.id } : null}
        onClose={close}
        title={user.factorsEndAt ? 'Keep passkeys and codes' : 'Remove passkeys and codes'}
        label={user.factorsEndAt ? 'Keep' : 'Remove in 24 hours'}
        pendingLabel="Saving"
        destructive={!user.factorsEndAt}
      >
        {user.factorsEndAt
          ? `${name} can go on logging in with them.`
          : `Only for someone who has lost them. Make sure it is really ${name} who asks. In 24 hours, ${name} can log in with the password alone. We email both of you now, and ${name} can stop it until then.`}
      </ConfirmChange>
      <ConfirmChange
        change={end}
        input={asking === 'end' ? { id: user.id } : null}
        onClose={close}
        title="End all sessions"
        label="End sessions"
        pendingLabel="Ending"
        destructive
      >
        {name} will be logged out on every device.
      </ConfirmChange>
      <ConfirmChange
        change={remove}
        input={asking === 'delete' ? { id: user.id } : null}
        onClose={close}
        title="Delete user"
        label="Delete"
        pendingLabel="Deleting"
        destructive
      >
        Are you sure you want to delete this user? {name} will be logged out for good, and their personal data will be
        erased. Shipments and their bills stay, without the account. Any pending withdrawals will fail.
      </ConfirmChange>
    </div>
  );
}

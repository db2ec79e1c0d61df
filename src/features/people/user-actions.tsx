import { type ReactNode, useState } from 'react';
import { useSend } from '../../api/use-send.ts';
import { rolesOf } from '../../domain/roles.ts';
import { fullName, type ManagedUser } from '../../domain/user.ts';
import { ConfirmChange } from '../../ui/dialog/confirm-change.tsx';
import { Action, ActionBar } from '../../ui/layout/action-bar.tsx';
import { useProfile } from '../session/queries.ts';
import { useDeleteUser, useInviteUser } from './mutations.ts';

interface UserActionsProps {
  user: ManagedUser;
  onDeleted: () => unknown;
  /** What their account owes or is owed. */
  openMoney: ReactNode;
}

export function UserActions({ user, onDeleted, openMoney }: UserActionsProps) {
  const [asking, setAsking] = useState<'verify' | 'factors' | 'end' | 'invite' | 'active' | 'delete' | null>(null);
  const verify = useSend('userAdmin.verifyUser', { done: 'User verified', failed: 'The user was not verified' });
  const reset = useSend('userAdmin.resetFactors', {
    done: 'Passkeys and codes will be removed in 24 hours',
    failed: 'Nothing will be removed',
  });
  const keep = useSend('userAdmin.cancelFactorReset', {
    done: 'Passkeys and codes stay',
    failed: 'The passkeys and codes will still be removed',
  });
  const end = useSend('userAdmin.endSessions', { done: 'All sessions ended', failed: 'The sessions were not ended' });
  const invite = useInviteUser();
  const deactivate = useSend('userAdmin.deactivateUser', {
    done: 'Account deactivated',
    failed: 'The account was not deactivated',
  });
  const reactivate = useSend('userAdmin.reactivateUser', {
    done: 'Account reactivated',
    failed: 'The account is still deactivated',
  });
  const { deactivated = false } = user;
  const isInvited = !user.verified && rolesOf(user).length > 0;
  const remove = useDeleteUser(onDeleted);
  const name = fullName(user);
  const ownId = useProfile()?.id;
  const close = () => setAsking(null);
  return (
    <div>
      <ActionBar label="User actions">
        {isInvited && (
          <Action icon="mail" onClick={() => setAsking('invite')}>
            Invite again
          </Action>
        )}
        {!user.verified && !isInvited && !deactivated && (
          <Action icon="mail-check" onClick={() => setAsking('verify')}>
            Verify user
          </Action>
        )}
        {user.hasSecondFactor && user.id !== ownId && (
          <Action icon="fingerprint" onClick={() => setAsking('factors')}>
            {user.factorsEndAt ? 'Keep passkeys and codes' : 'Remove passkeys and codes'}
          </Action>
        )}
        {!deactivated && (
          <Action icon="log-out" onClick={() => setAsking('end')}>
            End all sessions
          </Action>
        )}
        {user.id !== ownId && (
          <Action icon={deactivated ? 'undo-2' : 'ban'} onClick={() => setAsking('active')}>
            {deactivated ? 'Reactivate' : 'Deactivate'}
          </Action>
        )}
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
        change={invite}
        input={asking === 'invite' ? { email: user.email, roles: rolesOf(user) } : null}
        onClose={close}
        title="Invite again"
        label="Send invitation"
        pendingLabel="Sending"
      >
        We’ll send {user.email} another link. It works for 24 hours.
      </ConfirmChange>
      <ConfirmChange
        change={deactivated ? reactivate : deactivate}
        input={asking === 'active' ? { id: user.id } : null}
        onClose={close}
        title={deactivated ? 'Reactivate account' : 'Deactivate account'}
        label={deactivated ? 'Reactivate' : 'Deactivate'}
        pendingLabel="Saving"
        destructive={!deactivated}
      >
        {deactivated
          ? `${name} can log in again, with the roles of before. Keys, webhooks and runs that ended don’t come back.`
          : `${name} can’t log in any more. Sessions, keys and webhooks end now. Runs that haven’t started are cancelled, and one under way is closed: what is still in the van counts as missing. Shipments and history stay. You can reactivate the account at any time.`}
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
        {asking === 'delete' && openMoney}
      </ConfirmChange>
    </div>
  );
}

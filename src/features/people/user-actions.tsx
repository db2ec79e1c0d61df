import type { ReactNode } from 'react';
import { Act } from '../../acts/act.tsx';
import { rolesOf } from '../../domain/roles.ts';
import { fullName, type ManagedUser } from '../../domain/user.ts';
import { Action, ActionBar } from '../../ui/layout/action-bar.tsx';
import { useProfile } from '../session/queries.ts';
import { useDeleteUser } from './mutations.ts';
import { isInvitedOnly, VerifyUser } from './verify-user.tsx';

interface UserActionsProps {
  user: ManagedUser;
  onDeleted: () => unknown;
  /** What their account owes or is owed. */
  openMoney: ReactNode;
}

export function UserActions({ user, onDeleted, openMoney }: UserActionsProps) {
  const { id, email, deactivated = false } = user;
  const isInvited = isInvitedOnly(user);
  const remove = useDeleteUser(onDeleted);
  const name = fullName(user);
  const isOwn = id === useProfile()?.id;
  return (
    <ActionBar label="User actions">
      {isInvited && (
        <Act
          button={<Action icon="mail">Invite again</Action>}
          call="userAdmin.inviteUser"
          input={{ email, roles: rolesOf(user) }}
          done="Invitation sent"
          failed="The invitation was not sent"
          title="Invite again"
          label="Send invitation"
          pendingLabel="Sending"
        >
          We’ll send {email} another link. It works for 24 hours.
        </Act>
      )}
      <VerifyUser user={user} button={<Action icon="mail-check">Verify user</Action>} />
      {user.hasSecondFactor &&
        !isOwn &&
        (user.factorsEndAt ? (
          <Act
            button={<Action icon="fingerprint">Keep passkeys and codes</Action>}
            call="userAdmin.cancelFactorReset"
            input={{ id }}
            done="Passkeys and codes stay"
            failed="The passkeys and codes will still be removed"
            title="Keep passkeys and codes"
            label="Keep"
            pendingLabel="Saving"
          >
            {name} can go on logging in with them.
          </Act>
        ) : (
          <Act
            button={<Action icon="fingerprint">Remove passkeys and codes</Action>}
            call="userAdmin.resetFactors"
            input={{ id }}
            done="Passkeys and codes will be removed in 24 hours"
            failed="Nothing will be removed"
            title="Remove passkeys and codes"
            label="Remove in 24 hours"
            pendingLabel="Saving"
            destructive
          >
            Only for someone who has lost them. Make sure it is really {name} who asks. In 24 hours, {name} can log in
            with the password alone. We email both of you now, and {name} can stop it until then.
          </Act>
        ))}
      {!deactivated && (
        <Act
          button={<Action icon="log-out">End all sessions</Action>}
          call="userAdmin.endSessions"
          input={{ id }}
          done="All sessions ended"
          failed="The sessions were not ended"
          title="End all sessions"
          label="End sessions"
          pendingLabel="Ending"
          destructive
        >
          {name} will be logged out on every device.
        </Act>
      )}
      {!isOwn &&
        (deactivated ? (
          <Act
            button={<Action icon="undo-2">Reactivate</Action>}
            call="userAdmin.reactivateUser"
            input={{ id }}
            done="Account reactivated"
            failed="The account is still deactivated"
            title="Reactivate account"
            label="Reactivate"
            pendingLabel="Saving"
          >
            {name} can log in again, with the roles of before. Keys, webhooks and runs that ended don’t come back.
          </Act>
        ) : (
          <Act
            button={<Action icon="ban">Deactivate</Action>}
            call="userAdmin.deactivateUser"
            input={{ id }}
            done="Account deactivated"
            failed="The account was not deactivated"
            title="Deactivate account"
            label="Deactivate"
            pendingLabel="Saving"
            destructive
          >
            {name} can’t log in any more. Sessions, keys and webhooks end now. Runs that haven’t started are cancelled,
            and one under way is closed: what is still in the van counts as missing. Shipments and history stay. You can
            reactivate the account at any time.
          </Act>
        ))}
      <Act
        button={
          <Action icon="trash-2" destructive>
            Delete user
          </Action>
        }
        change={remove}
        input={{ id }}
        title="Delete user"
        label="Delete"
        pendingLabel="Deleting"
        destructive
      >
        Are you sure you want to delete this user? {name} will be logged out for good, and their personal data will be
        erased. Shipments and their bills stay, without the account. Any pending withdrawals will fail.
        {openMoney}
      </Act>
    </ActionBar>
  );
}

import { Act } from '../../acts/act.tsx';
import { rolesOf } from '../../domain/roles.ts';
import type { UserSummary } from '../../domain/user.ts';
import type { OpeningButton } from '../../ui/opener.tsx';

/** A colleague verifies the address by the link in the invitation. */
export const isInvitedOnly = (user: UserSummary): boolean => !user.verified && rolesOf(user).length > 0;

/** Nothing for those who have no need of it. */
export function VerifyUser({ user, button }: { user: UserSummary; button: OpeningButton }) {
  const { id, email, verified, deactivated = false } = user;
  if (verified || deactivated || isInvitedOnly(user)) return null;
  return (
    <Act
      button={button}
      call="userAdmin.verifyUser"
      input={{ id }}
      done="User verified"
      failed="The user was not verified"
      title="Verify user"
      label="Verify"
      pendingLabel="Verifying"
    >
      Verify {email}? Anyone can create an account with someone else’s address. Make sure its owner created this
      account: it will show every shipment to or from that address.
    </Act>
  );
}

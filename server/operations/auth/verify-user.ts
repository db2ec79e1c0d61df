import type { Verify } from '../../../src/domain/session.ts';
import type { User } from '../../../src/domain/user.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../../context/unit-of-work.ts';
import { fieldRefusal, Refusal } from '../../errors/errors.ts';
import { closeOneTimeTokens, findTokenOwner, hasVerified } from '../../stores/auth/one-time-tokens.ts';
import { linkShipmentsByEmail } from '../../stores/shipments/shipments.ts';
import { lockUser, markVerified } from '../../stores/users/users.ts';
import { consumeLink } from './consume-link.ts';

/**
 * Verifies an account with a link's token (auth.verify), once, and returns its address; no address, and no change, where
 * a link of theirs has verified it before. If that account is not signed in, the
 * password is needed too: otherwise the owner of a mailbox would verify an account that someone else made with their
 * address. Throws BAD_REQUEST for a link that is used, expired or was made for something else, and at `password` for
 * a missing or wrong one; the link stays open then. Source: specification section 4, 'Verification'; decision 0023.
 */
export async function verifyWithToken(
  services: Services,
  { token, password, signedInAs }: Verify & { signedInAs: string | null },
  requestId: string,
): Promise<{ email?: string }> {
  const owner = await findTokenOwner(services.db, ['verify'], token);
  // Checked for a link that is closed too, so that every wrong call takes the same work.
  const matches = password !== undefined && (await verifyPassword(owner?.passwordHash ?? null, password));
  if (!owner) return refuseUnlessVerified(services, token);
  if (owner.id !== signedInAs) {
    if (password === undefined) throw fieldRefusal('password', 'Enter this account’s password.');
    if (!matches) throw fieldRefusal('password', 'This isn’t this account’s password.', { guess: true });
  }
  const email = await inUnitOfWork({ services, actor: null, procedure: 'auth.verify', requestId }, async (unit) => {
    const user = await consumeLink(unit.tx, ['verify'], token);
    if (user) await becomeVerified(unit, user);
    return user?.email;
  });
  return email === undefined ? refuseUnlessVerified(services, token) : { email };
}

/** For a link that is closed: the same one opened again has done what it was for. */
async function refuseUnlessVerified({ db }: Services, token: string): Promise<Record<string, never>> {
  if (await hasVerified(db, token)) return {};
  throw new Refusal('BAD_REQUEST', 'This link has already been used or has expired. Request a new one.', {
    guess: true,
  });
}

/** Verifies an account on a manager's word (userAdmin.verifyUser). Throws NOT_FOUND. */
export async function verifyUser(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const user = await lockUser(unit.tx, id);
  if (!user) throw new Refusal('NOT_FOUND', 'This user no longer exists.');
  await becomeVerified(unit, user);
}

/**
 * Marks the address of a person, who is locked, as verified, closes the links that would do the same, and links every
 * shipment that carries the address to the account: only where no account is linked yet. Who is verified already stays as
 * they are. Source: product decision 3, 'Automatic ownership'.
 */
export async function becomeVerified(unit: UnitOfWork, user: User): Promise<void> {
  const { tx } = unit;
  await closeOneTimeTokens(tx, 'verify', user.id);
  if (user.verified) return;
  await markVerified(tx, user.id);
  const linked = await linkShipmentsByEmail(tx, user);
  await unit.audit([
    { entity: 'user', entityId: user.id, before: { verified: false }, after: { verified: true } },
    ...linked.map(({ id, side }) => ({
      entity: 'shipment' as const,
      entityId: id,
      before: { [side]: null },
      after: { [side]: user.id },
    })),
  ]);
}

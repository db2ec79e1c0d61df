import type { Services } from '../context.ts';
import { Refusal } from '../errors.ts';
import { closeOneTimeTokens, consumeOneTimeToken } from '../stores/one-time-tokens.ts';
import { linkShipmentsByEmail } from '../stores/shipments.ts';
import { lockUser, markVerified } from '../stores/users.ts';
import { inUnitOfWork, type UnitOfWork } from '../unit-of-work.ts';

/**
 * Verifies an account with a link's token (auth.verify), once. Throws BAD_REQUEST for a link that is used, expired or
 * was made for something else. Source: specification section 4, 'Verification'.
 */
export async function verifyWithToken(services: Services, token: string, requestId: string): Promise<void> {
  await inUnitOfWork({ services, actor: null, procedure: 'auth.verify', requestId }, async (unit) => {
    const userId = await consumeOneTimeToken(unit.tx, 'verify', token);
    if (!userId) {
      throw new Refusal('BAD_REQUEST', 'This link was used already or has expired. Request a new one.', {
        guess: true,
      });
    }
    await becomeVerified(unit, userId);
  });
}

/** Verifies an account on a manager's word (userAdmin.verifyUser). Throws NOT_FOUND. */
export async function verifyUser(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  if (!(await becomeVerified(unit, id))) throw new Refusal('NOT_FOUND', 'This user is not there any more.');
}

/**
 * Marks an address as verified, closes the links that would do the same, and links every shipment that carries the
 * address to the account: only where no account is linked yet. Who is verified already stays as they are. False where
 * there is nobody. Source: product decision 3, 'Automatic ownership'.
 */
export async function becomeVerified(unit: UnitOfWork, userId: string): Promise<boolean> {
  const { tx } = unit;
  const user = await lockUser(tx, userId);
  if (!user) return false;
  await closeOneTimeTokens(tx, 'verify', user.id);
  if (user.verified) return true;
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
  return true;
}

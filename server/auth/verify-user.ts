import { and, eq, isNull } from 'drizzle-orm';
import type { Verify } from '../../src/domain/session.ts';
import type { User } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { oneTimeTokens } from '../base/database/tables/sessions.ts';
import { users } from '../base/database/tables/users.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { verifyPassword } from '../base/secrets/passwords.ts';
import { hashToken } from '../base/secrets/secrets.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { changeShipmentsOf } from '../people/linked-shipments/change-linked.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { consumeLink } from './consume-link.ts';
import { closeOneTimeTokens, findTokenOwner } from './store/one-time-tokens.ts';

/** Verifies an account with a link. @throws BAD_REQUEST, field error. Specification section 4. */
export async function verifyWithToken(
  services: Services,
  { token, password, signedInAs }: Verify & { signedInAs: string | null },
  requestId: string,
): Promise<{ email?: string }> {
  const owner = await findTokenOwner(services.db, ['verify'], token);
  // Also for a closed link: every failure takes the same time.
  const matches = password !== undefined && (await verifyPassword(owner?.passwordHash ?? null, password));
  if (!owner) return throwUnlessVerified(services, token);
  if (owner.id !== signedInAs) {
    if (password === undefined) throw fieldError('password', 'Enter this account’s password.');
    if (!matches) throw fieldError('password', 'This isn’t this account’s password.', { guess: true });
  }
  const email = await inUnitOfWork({ services, actor: null, procedure: 'auth.verify', requestId }, async (unit) => {
    const user = await consumeLink(unit.tx, ['verify'], token);
    if (user) await markUserVerified(unit, user);
    return user?.email;
  });
  return email === undefined ? throwUnlessVerified(services, token) : { email };
}

async function hasVerified(executor: Executor, token: string): Promise<boolean> {
  const rows = await executor
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.userId), eq(users.email, oneTimeTokens.email)))
    .where(
      and(
        eq(oneTimeTokens.tokenHash, hashToken(token)),
        eq(oneTimeTokens.purpose, 'verify'),
        eq(users.verified, true),
        isNull(users.deletedAt),
      ),
    );
  return rows.length > 0;
}

async function throwUnlessVerified({ db }: Services, token: string): Promise<Record<string, never>> {
  if (await hasVerified(db, token)) return {};
  throw new UserError('BAD_REQUEST', 'This link has already been used or has expired. Request a new one.', {
    guess: true,
  });
}

/**
 * Verifies an account for a manager.
 * @throws NOT_FOUND
 */
export async function verifyUser(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const user = await lockUser(unit.tx, id);
  if (!user) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  await markUserVerified(unit, user);
}

async function markVerified(executor: Executor, id: string): Promise<void> {
  await executor.update(users).set({ verified: true }).where(eq(users.id, id));
}

/** Marks a locked user as verified, and links their shipments. */
export async function markUserVerified(unit: UnitOfWork, user: User): Promise<void> {
  const { tx } = unit;
  await closeOneTimeTokens(tx, 'verify', user.id);
  if (user.verified) return;
  await markVerified(tx, user.id);
  await unit.audit({ entity: 'user', entityId: user.id, before: { verified: false }, after: { verified: true } });
  await changeShipmentsOf(unit, user.id);
}

import { eq, sql } from 'drizzle-orm';
import type { NewAuthenticator } from '../../src/domain/factor.ts';
import type { User } from '../../src/domain/user.ts';
import type { SignedIn } from '../auth/store/sessions.ts';
import type { Executor } from '../base/database/client.ts';
import { authenticators } from '../base/database/tables/factors.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { needsSecondFactor } from '../base/secrets/second-factor.ts';
import { createTotpSecret, findTotpStep, totpUri } from '../base/secrets/totp.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { mailFactor } from '../mail/mail-events.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { afterFactorAdded, afterFactorRemoved, makeRecoveryCodes } from './after-factor-change.ts';
import { deleteAuthenticator, findAuthenticator } from './store/authenticators.ts';
import { countFactors, isAny } from './store/factors.ts';

export async function insertAuthenticator(executor: Executor, userId: string, secret: Buffer): Promise<void> {
  await deleteAuthenticator(executor, userId, { isConfirmed: false });
  await executor.insert(authenticators).values({ userId, secret });
}

export async function startAuthenticator({ tx, services }: UnitOfWork, user: User): Promise<NewAuthenticator> {
  const { secrets, environment } = services;
  const secret = createTotpSecret();
  await lockUser(tx, user.id);
  await insertAuthenticator(tx, user.id, secrets.encryptCode(secret));
  return { secret, uri: totpUri({ issuer: environment.SITE_NAME, label: user.email }, secret) };
}

export async function confirmAuthenticator(
  executor: Executor,
  userId: string,
  { id, step }: { id: string; step: number },
): Promise<void> {
  await deleteAuthenticator(executor, userId, { isConfirmed: true });
  const now = sql`now()`;
  await executor
    .update(authenticators)
    .set({ confirmedAt: now, createdAt: now, lastUsedAt: now, lastStep: step })
    .where(eq(authenticators.id, id));
}

/**
 * Confirms a new authenticator app by a code of it (factor.confirmAuthenticator).
 * @throws A field error, PRECONDITION_FAILED, UNAUTHORIZED
 */
export async function addAuthenticator(
  services: Services,
  signedIn: SignedIn,
  code: string,
  requestId: string,
): Promise<{ recoveryCodes: string[] }> {
  const { user } = signedIn;
  const order = { services, actor: user, procedure: 'factor.confirmAuthenticator' as const, requestId };
  return inUnitOfWork(order, async (unit) => {
    const { tx } = unit;
    await lockUser(tx, user.id);
    const made = await findAuthenticator(tx, user.id, { isConfirmed: false });
    if (!made) throw new UserError('PRECONDITION_FAILED', 'This set-up has ended. Start again.');
    const step = findTotpStep(services.secrets.decryptCode(made.secret), code, made.now);
    if (step === null)
      throw fieldError('code', 'This code is wrong. Check the time of your phone, and enter the next one.');
    await confirmAuthenticator(tx, user.id, { id: made.id, step });
    await unit.audit({ entity: 'user', entityId: user.id });
    await mailFactor(unit, 'factor-added', user, { factor: 'authenticator' });
    return afterFactorAdded(unit, signedIn);
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export async function removeAuthenticator(unit: UnitOfWork, user: User): Promise<void> {
  await lockUser(unit.tx, user.id);
  if (!(await deleteAuthenticator(unit.tx, user.id, { isConfirmed: true }))) {
    throw new UserError('NOT_FOUND', 'There is no authenticator app any more.');
  }
  await afterFactorRemoved(unit, user.id, needsSecondFactor(unit.services.environment, user));
  await unit.audit({ entity: 'user', entityId: user.id });
  await mailFactor(unit, 'factor-removed', user, { factor: 'authenticator' });
}

/** @throws PRECONDITION_FAILED */
export async function replaceOwnRecoveryCodes(unit: UnitOfWork, user: User): Promise<{ recoveryCodes: string[] }> {
  const { id } = user;
  await lockUser(unit.tx, id);
  if (!isAny(await countFactors(unit.tx, id))) {
    throw new UserError('PRECONDITION_FAILED', 'Add a passkey or an authenticator app first.');
  }
  await unit.audit({ entity: 'user', entityId: id });
  await mailFactor(unit, 'factor-added', user, { factor: 'recovery-codes' });
  return makeRecoveryCodes(unit, id);
}

import { and, eq, lt, sql } from 'drizzle-orm';
import { FACTOR_RESET_WAIT } from '../../src/domain/factor.ts';
import type { User } from '../../src/domain/user.ts';
import { deleteSessionsOf } from '../auth/store/sessions.ts';
import type { Executor } from '../base/database/client.ts';
import { factorResets } from '../base/database/tables/factors.ts';
import { UserError } from '../base/errors/errors.ts';
import { tryEach } from '../base/errors/try-each.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { findUser } from '../people/store/users.ts';
import { endFactorReset, type FactorReset, findWaitingReset } from './store/factor-resets.ts';
import { countFactors, deleteFactorsOf, isAny } from './store/factors.ts';

async function insertFactorReset(
  executor: Executor,
  reset: Pick<FactorReset, 'userId' | 'requestedBy'>,
): Promise<FactorReset | null> {
  const dueAt = sql`now() + ${FACTOR_RESET_WAIT / 1000} * interval '1 second'`;
  const [row] = await executor
    .insert(factorResets)
    .values({ ...reset, dueAt })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/**
 * Has another’s second factors taken away in a day, for who has lost them.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function requestFactorReset(unit: UnitOfWork, manager: User, { id }: { id: string }): Promise<void> {
  const user = await lockUser(unit.tx, id);
  if (!user) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  if (user.id === manager.id) throw new UserError('PRECONDITION_FAILED', 'Ask another manager to reset yours.');
  if (!isAny(await countFactors(unit.tx, id))) {
    throw new UserError('PRECONDITION_FAILED', 'This person logs in with a password only.');
  }
  const waiting = await findWaitingReset(unit.tx, id);
  // A request by someone who is no longer a manager would have no effect.
  if (waiting && !(await findUser(unit.tx, waiting.requestedBy))?.header) {
    await endFactorReset(unit.tx, id, 'cancelled');
  }
  const reset = await insertFactorReset(unit.tx, { userId: id, requestedBy: manager.id });
  if (!reset) return;
  await unit.audit({ entity: 'user', entityId: id, after: { factorsEndAt: reset.dueAt.toISOString() } });
  await mailBoth(unit, reset, user);
}

/** @throws NOT_FOUND */
export async function cancelFactorReset(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const user = await lockUser(unit.tx, id);
  const reset = user && (await endFactorReset(unit.tx, id, 'cancelled'));
  if (!reset) throw new UserError('NOT_FOUND', 'There is nothing to stop any more.');
  await unit.audit({ entity: 'user', entityId: id, before: { factorsEndAt: reset.dueAt.toISOString() } });
  await mailBoth(unit, reset, user);
}

async function listDueResets(executor: Executor): Promise<string[]> {
  const rows = await executor
    .select({ userId: factorResets.userId })
    .from(factorResets)
    .where(and(eq(factorResets.state, 'waiting'), lt(factorResets.dueAt, sql`now()`)))
    .orderBy(factorResets.dueAt);
  return rows.map(({ userId }) => userId);
}

export async function finishFactorResets(services: Services): Promise<void> {
  await tryEach(await listDueResets(services.db), async (id) => {
    const order = { services, actor: null, procedure: 'factor.finishReset' as const, requestId: `factors ${id}` };
    await inUnitOfWork(order, async (unit) => {
      const user = await lockUser(unit.tx, id);
      // It may have been stopped while this waited.
      const waiting = await findWaitingReset(unit.tx, id);
      if (!waiting) return;
      const manager = await findUser(unit.tx, waiting.requestedBy);
      const reset = await endFactorReset(unit.tx, id, user && manager?.header ? 'done' : 'cancelled');
      if (!user || !reset) return;
      if (reset.state === 'done') await removeAllFactors(unit, user);
      await mailBoth(unit, reset, user);
    });
  });
}

export async function removeAllFactors(unit: UnitOfWork, { id }: Pick<User, 'id'>): Promise<void> {
  const { passkeys, authenticators } = await countFactors(unit.tx, id);
  await deleteFactorsOf(unit.tx, id);
  await deleteSessionsOf(unit.tx, id);
  await unit.audit({
    entity: 'user',
    entityId: id,
    before: { passkeys, authenticatorApps: authenticators },
    after: { passkeys: 0, authenticatorApps: 0 },
  });
}

async function mailBoth(
  unit: UnitOfWork,
  { id: resetId, requestedBy, state }: FactorReset,
  owner: User,
): Promise<void> {
  const manager = await findUser(unit.tx, requestedBy);
  for (const { id: userId, email: receiver } of [owner, ...(manager ? [manager] : [])]) {
    await unit.mail({ kind: 'factor-reset', receiver, about: { userId, resetId, state } });
  }
}

import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { DAYS_TO_THINK, type RequestDeletion } from '../../src/domain/own-account.ts';
import type { User } from '../../src/domain/user.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { users } from '../base/database/tables/users.ts';
import { UserError } from '../base/errors/errors.ts';
import { tryEach } from '../base/errors/try-each.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { deleteUser } from '../people/delete-user.ts';
import { setEraseOn } from '../people/store/erased-users.ts';
import { lockUser, lockUserAndManagers } from '../people/store/lock-users.ts';
import { ERASE_ACCOUNT } from '../shipments/store/linked-accounts.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { issueLastStatement, lastPartiesOf } from '../statements/issue-statements.ts';
import { assertPassword } from './assert-password.ts';
import { listObstacles } from './list-obstacles.ts';

const TODAY = sql`(now() at time zone 'UTC')::date`;

/** Gives a locked user this many days to keep their account, and returns the last one. */
async function setEraseOnLater(tx: Transaction, id: string, days: number): Promise<string | null> {
  const [row] = await tx
    .update(users)
    .set({ eraseOn: sql`${TODAY} + ${days}::integer` })
    .where(eq(users.id, id))
    .returning({ eraseOn: users.eraseOn });
  return row?.eraseOn ?? null;
}

/**
 * Has an account deleted in 30 days; its owner can keep it until then.
 * @throws PRECONDITION_FAILED, field error.
 */
export async function requestDeletion(
  services: Services,
  { id, email }: Pick<User, 'id' | 'email'>,
  { currentPassword }: RequestDeletion,
  requestId: string,
): Promise<void> {
  await assertPassword(services, { email }, currentPassword);
  const order = { services, actor: { id }, procedure: 'ownAccount.requestDeletion' as const, requestId };
  await inUnitOfWork(order, async (unit) => {
    const user = await lockWithManagers(unit, id);
    if (!user) throw new UserError('UNAUTHORIZED');
    if (user.eraseOn) return;
    const obstacles = await listObstacles(unit.tx, user, services.environment.CURRENCY);
    if (obstacles.length > 0) throw new UserError('PRECONDITION_FAILED', obstacles.join(' '));
    const eraseOn = await setEraseOnLater(unit.tx, id, DAYS_TO_THINK);
    await unit.mail({ kind: 'deletion-requested', receiver: user.email, about: { userId: id } });
    await unit.audit({ entity: 'user', entityId: id, before: { eraseOn: null }, after: { eraseOn } });
  });
}

export async function keepAccount(unit: UnitOfWork, userId: string): Promise<void> {
  const user = await lockUser(unit.tx, userId);
  if (!user?.eraseOn) return;
  await setEraseOn(unit.tx, userId, null);
  await unit.audit({ entity: 'user', entityId: userId, before: { eraseOn: user.eraseOn }, after: { eraseOn: null } });
}

const isDue = and(isNotNull(users.eraseOn), isNull(users.deletedAt), lt(users.eraseOn, TODAY));

async function isDueForErasure(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isDue));
  return rows.length > 0;
}

async function listDueErasures(executor: Executor): Promise<string[]> {
  const rows = await executor.select({ id: users.id }).from(users).where(isDue).orderBy(users.id);
  return rows.map(({ id }) => id);
}

/** Erases the accounts whose last day has passed. If something came up, it stays and its owner is notified once. */
export async function eraseDueAccounts(services: Services): Promise<void> {
  await tryEach(await listDueErasures(services.db), async (id) => {
    const order = { services, actor: null, procedure: ERASE_ACCOUNT, requestId: `erase ${id}` };
    // Its tax may be owed, too.
    await inUnitOfWork(order, async (unit) => {
      if ((await isDueForErasure(unit.tx, id)) && (await lastPartiesOf(unit, id))) await issueLastStatement(unit, id);
    });
    await inUnitOfWork(order, async (unit) => {
      const user = await lockWithManagers(unit, id);
      // They may have kept it while this waited.
      if (!user || !(await isDueForErasure(unit.tx, id))) return;
      const obstacles = await listObstacles(unit.tx, user, services.environment.CURRENCY);
      if (obstacles.length === 0) return deleteUser(unit, { id });
      await setEraseOn(unit.tx, id, null);
      await unit.mail({ kind: 'deletion-stopped', receiver: user.email, about: { userId: id, obstacles } });
      await unit.audit({ entity: 'user', entityId: id, before: { eraseOn: user.eraseOn }, after: { eraseOn: null } });
    });
  });
}

/** Locks the managers, too, as when a manager deletes someone: one of the last two stays. */
async function lockWithManagers({ tx }: UnitOfWork, id: string): Promise<User | null> {
  await lockShop(tx, id);
  return (await lockUserAndManagers(tx, id)).find((person) => person.id === id) ?? null;
}

import { and, asc, eq, gt, gte, isNull, sql } from 'drizzle-orm';
import { pick } from '../../../src/domain/pick.ts';
import { isExcluded } from '../../../src/domain/time-window.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { collectionRules, pickups } from '../../base/database/tables/shops/pickups.ts';
import { users } from '../../base/database/tables/users.ts';
import { hasRole } from '../../people/store/users.ts';

export type RuleRow = typeof collectionRules.$inferSelect;

/** How many days ahead pickups of a rule are made. */
const DAYS_AHEAD = 14;

export async function findRule(executor: Executor, userId: string): Promise<RuleRow | null> {
  const [row] = await executor.select().from(collectionRules).where(eq(collectionRules.userId, userId)).limit(1);
  return row ?? null;
}

export const listRules = (executor: Executor): Promise<RuleRow[]> =>
  executor.select().from(collectionRules).orderBy(asc(collectionRules.id));

export async function setRuleAddress(tx: Transaction, id: string, address: string): Promise<void> {
  await tx.update(collectionRules).set({ address }).where(eq(collectionRules.id, id));
}

/** Replaces a shop's regular days. What a run has already stays; what waits for the desk is taken back from tomorrow on. */
export async function replaceRule(
  tx: Transaction,
  userId: string,
  rule: Omit<RuleRow, 'id' | 'userId' | 'createdAt'> | null,
  today: string,
): Promise<void> {
  const before = await findRule(tx, userId);
  if (before) {
    const isWaiting = and(eq(pickups.ruleId, before.id), eq(pickups.state, 'pending'), gt(pickups.day, today));
    await tx.delete(pickups).where(isWaiting);
    const isIt = eq(collectionRules.id, before.id);
    // It stays the same rule: its days that are planned or off are not filled again.
    if (rule) await tx.update(collectionRules).set(rule).where(isIt);
    else await tx.delete(collectionRules).where(isIt);
  } else if (rule) await tx.insert(collectionRules).values({ ...rule, userId });
}

/** Makes the pickups of regular days, once each: a day off is a cancelled one. */
export async function makePickupsOfRules(
  executor: Executor,
  { today, notOn }: { today: string; notOn: readonly string[] },
  userId?: string,
): Promise<void> {
  const days = executor
    .select({
      userId: collectionRules.userId,
      day: sql<string>`d.day::date`.as('day'),
      ...pick(collectionRules, 'fromTime', 'untilTime', 'parcels', 'address'),
      ruleId: collectionRules.id,
    })
    .from(collectionRules)
    .innerJoin(users, and(eq(users.id, collectionRules.userId), hasRole('shipper'), isNull(users.deletedAt)))
    .innerJoin(
      sql`generate_series(${today}::date + 1, ${today}::date + ${DAYS_AHEAD}::int, '1 day') as d (day)`,
      sql`extract(isodow from d.day)::int = any(${collectionRules.weekdays})`,
    )
    .where(
      and(userId === undefined ? undefined : eq(collectionRules.userId, userId), gte(sql`d.day`, sql`${today}::date`)),
    );
  const found = (await days).map((row) => ({
    ...row,
    ...(isExcluded({ notOn }, row.day) && { state: 'cancelled' as const }),
  }));
  if (found.length > 0) await executor.insert(pickups).values(found).onConflictDoNothing();
}

import { eq } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { collectionRules } from '../../base/database/tables/shops/pickups.ts';

export type RuleRow = typeof collectionRules.$inferSelect;

export async function findRule(executor: Executor, userId: string): Promise<RuleRow | null> {
  const [row] = await executor.select().from(collectionRules).where(eq(collectionRules.userId, userId)).limit(1);
  return row ?? null;
}

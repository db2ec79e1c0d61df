import { desc } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { evidenceHeads } from '../../base/database/tables/audit.ts';

export type EvidenceHead = Omit<typeof evidenceHeads.$inferSelect, 'createdAt'>;

export function listHeads(executor: Executor): Promise<EvidenceHead[]> {
  return executor.select().from(evidenceHeads).orderBy(evidenceHeads.number);
}

export async function findLatestHead(executor: Executor): Promise<EvidenceHead | null> {
  const [head] = await executor.select().from(evidenceHeads).orderBy(desc(evidenceHeads.number)).limit(1);
  return head ?? null;
}

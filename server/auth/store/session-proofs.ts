import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { sessions } from '../../base/database/tables/sessions.ts';

export async function recordProof(
  executor: Executor,
  sessionId: string,
  { withFactor }: { withFactor: boolean },
): Promise<boolean> {
  const rows = await executor
    .update(sessions)
    .set({ provedAt: sql`now()`, wrongCodes: 0, ...(withFactor && { hasSecondFactor: true }) })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

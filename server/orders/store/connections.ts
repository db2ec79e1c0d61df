import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ConnectionKind } from '../../../src/domain/shops/connection.ts';
import type { User } from '../../../src/domain/user.ts';
import type { Executor } from '../../base/database/client.ts';
import { shopConnections } from '../../base/database/tables/shops/connections.ts';
import { users } from '../../base/database/tables/users.ts';
import { userColumns } from '../../people/store/users.ts';

export type ConnectionRow = typeof shopConnections.$inferSelect;

/** Finds a connection by the address that a shop sends to, with its owner; null if there is none. */
export async function findConnection(
  executor: Executor,
  { kind, id }: { kind: ConnectionKind; id: string },
): Promise<{ connection: ConnectionRow; owner: User } | null> {
  const [row] = await executor
    .select({ connection: shopConnections, owner: userColumns })
    .from(shopConnections)
    .innerJoin(users, eq(users.id, shopConnections.userId))
    .where(and(eq(shopConnections.id, id), eq(shopConnections.kind, kind), isNull(users.deletedAt)));
  return row ?? null;
}

/** Notes why something did not come in; the same reason once a minute. */
export async function noteProblem(executor: Executor, id: string, problem: string): Promise<void> {
  await executor
    .update(shopConnections)
    .set({ problem, problemAt: sql`now()` })
    .where(
      and(
        eq(shopConnections.id, id),
        sql`(problem <> ${problem} or problem_at is null or problem_at < now() - interval '1 minute')`,
      ),
    );
}

import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { ConnectionKind, OrderOutcome } from '../../../src/domain/shops/connection.ts';
import type { User } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { shopConnections } from '../../base/database/tables/shops/connections.ts';
import { users } from '../../base/database/tables/users.ts';
import { insertRow } from '../../base/sql/rows.ts';
import { userColumns } from '../../people/store/users.ts';

export type ConnectionRow = typeof shopConnections.$inferSelect;

const isOf = (userId: string, id: string) => and(eq(shopConnections.id, id), eq(shopConnections.userId, userId));

export function listConnections(executor: Executor, userId: string): Promise<ConnectionRow[]> {
  return executor
    .select()
    .from(shopConnections)
    .where(eq(shopConnections.userId, userId))
    .orderBy(asc(shopConnections.id));
}

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

export async function insertConnection(
  tx: Transaction,
  connection: Pick<ConnectionRow, 'userId' | 'kind' | 'secret' | 'parcel'>,
): Promise<string> {
  return (await insertRow(tx, shopConnections, connection)).id;
}

export async function lockConnection(tx: Transaction, userId: string, id: string): Promise<ConnectionRow | null> {
  const [row] = await tx.select().from(shopConnections).where(isOf(userId, id)).for('no key update');
  return row ?? null;
}

export async function updateConnection(
  tx: Transaction,
  id: string,
  changes: Partial<Pick<ConnectionRow, 'secret' | 'parcel' | 'acceptedStates'>>,
): Promise<void> {
  await tx.update(shopConnections).set(changes).where(eq(shopConnections.id, id));
}

export async function deleteConnection(tx: Transaction, id: string): Promise<void> {
  await tx.delete(shopConnections).where(eq(shopConnections.id, id));
}

/** Forgets the secrets of a user's connections, with this reason: nothing comes in until each has another. */
export async function endConnectionsOf(tx: Transaction, userId: string, problem: string): Promise<void> {
  await tx
    .update(shopConnections)
    .set({ secret: null, problem, problemAt: sql`now()` })
    .where(eq(shopConnections.userId, userId));
}

/** Notes the latest order. `seenStates`: with one that is new. */
export async function noteOrder(
  tx: Transaction,
  id: string,
  { reference, outcome, seenStates }: { reference: string; outcome: OrderOutcome; seenStates?: string[] },
): Promise<void> {
  await tx
    .update(shopConnections)
    .set({ orderAt: sql`now()`, orderReference: reference, orderOutcome: outcome, seenStates })
    .where(eq(shopConnections.id, id));
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

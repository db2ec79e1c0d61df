import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { TEST_SHIPMENT_DAYS } from '../../../src/domain/api-key.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { testShipments } from '../../base/database/tables/v1/test-shipments.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { findRow } from '../../base/sql/rows.ts';
import { columnsOf, type NewFields } from '../../shipments/store/shipments.ts';
import { exactTime, isWanted, type ListedShipment, type ShopFilter } from './shop-shipments.ts';

export type TestShipmentRow = typeof testShipments.$inferSelect;

export async function listTestShipments(
  executor: Executor,
  userId: string,
  filter: ShopFilter,
  limit: number,
): Promise<ListedShipment[]> {
  return executor
    .select({ shipment: testShipments, createdAt: exactTime(testShipments.createdAt) })
    .from(testShipments)
    .where(and(eq(testShipments.userId, userId), isWanted(testShipments, filter)))
    .orderBy(desc(testShipments.createdAt), desc(testShipments.id))
    .limit(limit);
}

const isTheirs = (userId: string, id: string) => and(eq(testShipments.userId, userId), eq(testShipments.id, id));

export const findTestShipment = (executor: Executor, userId: string, id: string): Promise<TestShipmentRow | null> =>
  findRow(executor, testShipments, isTheirs(userId, id));

export async function lockTestShipment(
  tx: Transaction,
  userId: string,
  id: string,
): Promise<Locked<TestShipmentRow> | null> {
  const [row] = await tx.select().from(testShipments).where(isTheirs(userId, id)).for('update');
  return (row as Locked<TestShipmentRow> | undefined) ?? null;
}

export async function findTestReferences(
  executor: Executor,
  userId: string,
  references: readonly string[],
): Promise<Map<string, Pick<TestShipmentRow, 'id' | 'trackingId'>>> {
  const { id, trackingId, reference, status } = testShipments;
  const rows = await executor
    .select({ id, trackingId, reference })
    .from(testShipments)
    .where(
      and(eq(testShipments.userId, userId), anyOf(reference, references), ne(reference, ''), ne(status, 'cancelled')),
    );
  return new Map(rows.map((row) => [row.reference, { id: row.id, trackingId: row.trackingId }]));
}

export async function insertTestShipment(
  tx: Transaction,
  {
    fields: { structured, images, proof = null, ...fields },
    ...made
  }: { fields: NewFields } & Pick<TestShipmentRow, 'userId' | 'trackingId' | 'events'>,
): Promise<TestShipmentRow | null> {
  const [row] = await tx
    .insert(testShipments)
    .values({ ...columnsOf({ ...fields, images }), ...structured, proof, ...made })
    .onConflictDoNothing({ target: testShipments.trackingId })
    .returning();
  return row ?? null;
}

export async function updateTestShipment(
  tx: Transaction,
  { id }: Locked<TestShipmentRow>,
  changes: Partial<TestShipmentRow>,
): Promise<void> {
  await tx
    .update(testShipments)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(testShipments.id, id));
}

export const deleteOldTestShipments = (executor: Executor): Promise<boolean> =>
  deleteBatch(
    executor,
    testShipments,
    sql`${testShipments.createdAt} < now() - ${TEST_SHIPMENT_DAYS} * interval '1 day'`,
  );

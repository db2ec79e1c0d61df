import { sql } from 'drizzle-orm';
import type { Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';
import type { ShipmentRow } from './shipments.ts';

export async function softDeleteShipments(tx: Transaction, rows: readonly Locked<ShipmentRow>[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const some of inBatches(ids)) {
    await tx.update(shipments).set({ deletedAt: sql`now()` }).where(anyOf(shipments.id, some));
  }
}

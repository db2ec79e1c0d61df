import { and, desc, eq, isNull, sql, sum } from 'drizzle-orm';
import type { PrintedDocument } from '../../../src/domain/labels/printing.ts';
import { pick } from '../../../src/domain/pick.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { printItems, prints } from '../../base/database/tables/prints.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';
import { countRows, type Window } from '../../base/sql/newest-first.ts';
import type { ShipmentRow } from '../../shipments/store/shipments.ts';

interface NewPrint {
  userId: string;
  document: PrintedDocument;
  copies: number;
  at: Date;
}

/** Adds that these shipments were printed, and marks those whose labels are new. */
export async function insertPrint(
  tx: Transaction,
  print: NewPrint,
  printed: readonly Locked<ShipmentRow>[],
): Promise<void> {
  const [row] = await tx
    .insert(prints)
    .values({ ...print, shipments: printed.length })
    .returning({ id: prints.id });
  if (!row) throw new Error('A print was not inserted');
  const items = printed.map(({ id: shipmentId }) => ({ printId: row.id, shipmentId }));
  for (const some of inBatches(items)) await tx.insert(printItems).values(some);
  const ids = printed.filter(({ printedAt }) => printedAt === null).map(({ id }) => id);
  if (print.document !== 'labels' || ids.length === 0) return;
  // Like what is to do, this concerns managers only: owners are not told.
  await tx.execute(sql`select set_config('waybill.sets_work', 'on', true)`);
  await tx
    .update(shipments)
    .set({ printedAt: print.at })
    .where(and(anyOf(shipments.id, ids), isNull(shipments.printedAt)));
  await tx.execute(sql`select set_config('waybill.sets_work', 'off', true)`);
}

/** Counts how often a shipment's labels were printed, and finds the last time; null if never. */
export async function findPrintsOf(
  executor: Executor,
  shipmentId: string,
): Promise<{ count: number; last: Date } | null> {
  const [row] = await executor
    .select({ count: sum(prints.copies).mapWith(Number), last: sql<string | null>`max(${prints.at})` })
    .from(printItems)
    .innerJoin(prints, eq(prints.id, printItems.printId))
    .where(and(eq(printItems.shipmentId, shipmentId), eq(prints.document, 'labels')));
  return row?.count && row.last ? { count: row.count, last: new Date(row.last) } : null;
}

export async function listPrints(executor: Executor, { limit, offset }: Window) {
  const only = executor
    .select({ id: shipments.id, trackingId: shipments.trackingId })
    .from(printItems)
    .innerJoin(shipments, eq(shipments.id, printItems.shipmentId))
    .where(and(eq(printItems.printId, prints.id), eq(prints.shipments, 1)))
    .limit(1)
    .as('only');
  return executor
    .select({
      ...pick(prints, 'id', 'document', 'copies'),
      count: prints.shipments,
      at: prints.at,
      shipmentId: only.id,
      trackingId: only.trackingId,
      ...pick(users, 'firstName', 'lastName', 'email'),
    })
    .from(prints)
    .innerJoin(users, eq(users.id, prints.userId))
    .leftJoinLateral(only, sql`true`)
    .orderBy(desc(prints.at), desc(prints.id))
    .limit(limit)
    .offset(offset);
}

/** Counts how often somebody printed, up to 1,001. */
export const countPrints = (executor: Executor): Promise<number> => countRows(executor, sql`select 1 from ${prints}`);

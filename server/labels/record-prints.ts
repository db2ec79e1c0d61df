import { and, isNull, sql } from 'drizzle-orm';
import { texts } from '../../src/domain/errors.ts';
import type { PrintedDocument, RecordPrints } from '../../src/domain/labels/printing.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { printItems, prints } from '../base/database/tables/prints.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf, inBatches } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockShipments, type ShipmentRow } from '../shipments/store/shipments.ts';
import { clampToNow } from '../timeline/clamp-to-now.ts';
import { type Asker, printsAll } from './get-printable.ts';

interface Printed {
  ids: readonly string[];
  userId: string;
  document: PrintedDocument;
  copies?: number;
  at?: Date;
}

interface NewPrint {
  userId: string;
  document: PrintedDocument;
  copies: number;
  at: Date;
}

/** Adds that these shipments were printed, and marks those whose labels are new. */
async function insertPrint(tx: Transaction, print: NewPrint, printed: readonly Locked<ShipmentRow>[]): Promise<void> {
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

export async function recordPrints(
  unit: UnitOfWork,
  { ids, userId, document, copies = 1, at = new Date() }: Printed,
): Promise<void> {
  const printed = (await lockShipments(unit.tx, ids)).filter(({ deletedAt }) => deletedAt === null);
  if (printed.length > 0) await insertPrint(unit.tx, { userId, document, copies, at }, printed);
}

/**
 * Remembers what somebody printed on their own device (shipment.recordPrints), except what is deleted or isn't theirs.
 * @throws NOT_FOUND if none is left.
 */
export async function reportPrints(unit: UnitOfWork, asker: Asker, { ids, document, at }: RecordPrints): Promise<void> {
  const theirs = (await lockShipments(unit.tx, ids)).filter(
    ({ deletedAt, senderId, receiverId }) =>
      deletedAt === null && (printsAll(asker) || senderId === asker.id || receiverId === asker.id),
  );
  if (theirs.length === 0) throw new UserError('NOT_FOUND', texts.shipmentNotFound);
  const { occurredAt } = clampToNow({ occurredAt: at }, null);
  await insertPrint(unit.tx, { userId: asker.id, document, copies: 1, at: occurredAt }, theirs);
}

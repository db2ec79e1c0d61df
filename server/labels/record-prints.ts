import { texts } from '../../src/domain/errors.ts';
import type { PrintedDocument, RecordPrints } from '../../src/domain/labels/printing.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockShipments } from '../shipments/store/shipments.ts';
import { clampToNow } from '../timeline/clamp-to-now.ts';
import { type Asker, printsAll } from './get-printable.ts';
import { insertPrint } from './store/prints.ts';

interface Printed {
  ids: readonly string[];
  userId: string;
  document: PrintedDocument;
  copies?: number;
  at?: Date;
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

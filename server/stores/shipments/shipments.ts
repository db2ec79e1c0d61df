import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ProofPolicy } from '../../../src/domain/delivery.ts';
import { toCents } from '../../../src/domain/money.ts';
import type { CreateShipment, UpdateShipmentInfo } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { shipments } from '../../database/tables/shipments.ts';

export type ShipmentRow = typeof shipments.$inferSelect;

export const isNotDeleted = isNull(shipments.deletedAt);

/** Dollars become cents. */
function columnsOf(fields: CreateShipment | UpdateShipmentInfo) {
  const { value, fee, shipDate, deliveryDate, ...rest } = fields;
  return {
    ...rest,
    senderEmail: fields.senderEmail.toLowerCase(),
    receiverEmail: fields.receiverEmail.toLowerCase(),
    valueCents: toCents(value),
    feeCents: toCents(fee),
    shipDate: new Date(shipDate),
    deliveryDate: deliveryDate ? new Date(deliveryDate) : null,
  };
}

interface NewShipment {
  id: string;
  fields: CreateShipment;
  trackingId: string;
  senderId: string | null;
  receiverId: string | null;
  senderCode: Buffer;
  receiverCode: Buffer;
}

/** Leaves out taken tracking IDs. */
export async function insertShipments(tx: Transaction, rows: readonly NewShipment[]): Promise<ShipmentRow[]> {
  return tx
    .insert(shipments)
    .values(rows.map(({ fields, ...made }) => ({ ...columnsOf(fields), ...made })))
    .onConflictDoNothing({ target: shipments.trackingId })
    .returning();
}

/** Null if unknown. */
export async function findShipment(executor: Executor, id: string): Promise<ShipmentRow | null> {
  const [row] = await executor
    .select()
    .from(shipments)
    .where(and(eq(shipments.id, id), isNotDeleted));
  return row ?? null;
}

/** Normalized; null if unknown. */
export async function findShipmentByTrackingId(executor: Executor, trackingId: string): Promise<ShipmentRow | null> {
  const [row] = await executor
    .select()
    .from(shipments)
    .where(and(eq(shipments.trackingId, trackingId), isNotDeleted));
  return row ?? null;
}

/** Null if unknown. */
export async function lockShipment(tx: Transaction, id: string): Promise<ShipmentRow | null> {
  const [row] = await tx
    .select()
    .from(shipments)
    .where(and(eq(shipments.id, id), isNotDeleted))
    .for('update');
  return row ?? null;
}

/** In id order, deleted ones too. */
export async function lockShipments(tx: Transaction, ids: readonly string[]): Promise<ShipmentRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(shipments)
    .where(inArray(shipments.id, [...ids]))
    .orderBy(shipments.id)
    .for('update');
}

/** `proof` null: the brand's policy. The caller has locked the shipment. */
export async function updateProof(tx: Transaction, id: string, proof: ProofPolicy | null): Promise<void> {
  await tx.update(shipments).set({ proof }).where(eq(shipments.id, id));
}

/** Counts the change. */
export async function updateShipmentStatus(tx: Transaction, id: string, status: ShipmentStatus): Promise<void> {
  await tx
    .update(shipments)
    .set({ status, statusVersion: sql`${shipments.statusVersion} + 1` })
    .where(eq(shipments.id, id));
}

/** Encrypted codes. */
export type ShipmentAccess = Partial<Pick<ShipmentRow, 'senderId' | 'receiverId' | 'senderCode' | 'receiverCode'>>;

/** False if nothing changes. */
export async function updateShipmentFields(
  tx: Transaction,
  row: ShipmentRow,
  fields: UpdateShipmentInfo,
  access: ShipmentAccess,
): Promise<boolean> {
  const columns = { ...columnsOf(fields), id: row.id, ...access };
  if (isDeepStrictEqual({ ...row, ...columns }, row)) return false;
  await tx.update(shipments).set(columns).where(eq(shipments.id, row.id));
  return true;
}

/** The caller has locked the shipment. */
export async function updateAccess(tx: Transaction, id: string, access: ShipmentAccess): Promise<void> {
  await tx.update(shipments).set(access).where(eq(shipments.id, id));
}

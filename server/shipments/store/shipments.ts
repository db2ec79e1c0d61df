import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ProofPolicy } from '../../../src/domain/delivery.ts';
import { toCents } from '../../../src/domain/money.ts';
import type { CreateShipment, Party, UpdateShipmentInfo } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { findRow } from '../../base/sql/rows.ts';
import { raisedClaims } from './claims.ts';

export type ShipmentRow = typeof shipments.$inferSelect;

export const isNotDeleted = isNull(shipments.deletedAt);

/** Dollars become cents. */
export function columnsOf(fields: CreateShipment | UpdateShipmentInfo) {
  const { value, fee, cod, shipDate, deliveryDate, location, ...rest } = fields;
  return {
    ...rest,
    senderEmail: fields.senderEmail.toLowerCase(),
    receiverEmail: fields.receiverEmail.toLowerCase(),
    valueCents: toCents(value),
    feeCents: toCents(fee),
    ...(cod !== undefined && { codCents: cod === null ? null : toCents(cod) }),
    shipDate: new Date(shipDate),
    deliveryDate: deliveryDate ? new Date(deliveryDate) : null,
  };
}

export type StructuredParts = Pick<
  ShipmentRow,
  'weightG' | 'lengthMm' | 'widthMm' | 'heightMm' | 'address' | 'location'
>;
export type NewFields = CreateShipment & {
  structured?: StructuredParts;
  isReturn?: true;
  proof?: ProofPolicy | null;
  /** Parties whom nobody with the right to codes has seen, with their accounts: they get no code. */
  unseen?: Partial<Record<Party, string | null>>;
};

export const findShipment = (executor: Executor, id: string): Promise<ShipmentRow | null> =>
  findRow(executor, shipments, and(eq(shipments.id, id), isNotDeleted));

export const findShipmentByTrackingId = (executor: Executor, trackingId: string): Promise<ShipmentRow | null> =>
  findRow(executor, shipments, and(eq(shipments.trackingId, trackingId), isNotDeleted));

/** Null if unknown or hidden. */
export async function lockShipment(tx: Transaction, id: string): Promise<Locked<ShipmentRow> | null> {
  const [row] = await tx
    .select()
    .from(shipments)
    .where(and(eq(shipments.id, id), isNotDeleted))
    .for('update');
  return (row as Locked<ShipmentRow> | undefined) ?? null;
}

/** Shipments, deleted ones too, locked in the order of their ids until the transaction ends. */
export async function lockShipments(tx: Transaction, ids: readonly string[]): Promise<Locked<ShipmentRow>[]> {
  if (ids.length === 0) return [];
  const rows = await tx.select().from(shipments).where(anyOf(shipments.id, ids)).orderBy(shipments.id).for('update');
  return rows as Locked<ShipmentRow>[];
}

/** Notes that something about it changed which its row does not hold; tells nobody. */
export async function touchShipment(tx: Transaction, { id }: Locked<ShipmentRow>): Promise<void> {
  await tx.execute(sql`select touch_shipment(${id})`);
}

export async function updateShipmentStatus(
  tx: Transaction,
  rows: readonly Locked<ShipmentRow>[],
  status: ShipmentStatus,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx
    .update(shipments)
    .set({ status, statusVersion: sql`${shipments.statusVersion} + 1` })
    .where(anyOf(shipments.id, ids));
}

export type ShipmentAccess = Partial<
  Pick<ShipmentRow, 'senderId' | 'receiverId' | 'senderCode' | 'receiverCode' | 'senderClaim' | 'receiverClaim'>
>;

export async function updateAccess(tx: Transaction, row: Locked<ShipmentRow>, access: ShipmentAccess): Promise<void> {
  await tx
    .update(shipments)
    .set({ ...access, ...raisedClaims(row, access) })
    .where(eq(shipments.id, row.id));
}

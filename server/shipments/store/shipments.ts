import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { ProofPolicy } from '../../../src/domain/delivery.ts';
import { toCents } from '../../../src/domain/money.ts';
import type { CreateShipment, Party, UpdateShipmentInfo } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf, forBatches } from '../../base/sql/lists.ts';
import { findRow } from '../../base/sql/rows.ts';
import { raisedClaims } from './claims.ts';

export type ShipmentRow = typeof shipments.$inferSelect;

export const isNotDeleted = isNull(shipments.deletedAt);

/** The columns of a shipment's fields: dollars become cents. */
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

/** What the texts of a shipment were made from. */
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

interface NewShipment {
  id: string;
  fields: NewFields;
  trackingId: string;
  senderId: string | null;
  receiverId: string | null;
  senderCode: Buffer | null;
  receiverCode: Buffer | null;
  feeTransactionId: string | null;
  codFeeCents: bigint;
}

/** Inserts shipments and returns those whose tracking ID was free. */
export async function insertShipments(tx: Transaction, rows: readonly NewShipment[]): Promise<ShipmentRow[]> {
  return forBatches(
    rows.map(({ fields: { structured, isReturn, proof, unseen, ...fields }, ...made }) => ({
      ...columnsOf(fields),
      proof,
      ...structured,
      ...made,
    })),
    (some) => tx.insert(shipments).values(some).onConflictDoNothing({ target: shipments.trackingId }).returning(),
  );
}

export const findShipment = (executor: Executor, id: string): Promise<ShipmentRow | null> =>
  findRow(executor, shipments, and(eq(shipments.id, id), isNotDeleted));

export const findShipmentByTrackingId = (executor: Executor, trackingId: string): Promise<ShipmentRow | null> =>
  findRow(executor, shipments, and(eq(shipments.trackingId, trackingId), isNotDeleted));

export async function findNewestShipment(executor: Executor, status?: ShipmentStatus): Promise<ShipmentRow | null> {
  const isOne = and(isNotDeleted, status && eq(shipments.status, status));
  const [row] = await executor
    .select()
    .from(shipments)
    .where(isOne)
    .orderBy(desc(shipments.createdAt), desc(shipments.id))
    .limit(1);
  return row ?? null;
}

/**
 * A shipment, locked until the transaction ends, so that it cannot change; null if unknown or
 * hidden.
 */
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

export async function updateProof(
  tx: Transaction,
  { id }: Locked<ShipmentRow>,
  proof: ProofPolicy | null,
): Promise<void> {
  await tx.update(shipments).set({ proof }).where(eq(shipments.id, id));
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

/** Updates fields, and the given access, and returns the row. */
export async function updateShipmentFields(
  tx: Transaction,
  row: Locked<ShipmentRow>,
  fields: Partial<ReturnType<typeof columnsOf>>,
  access: ShipmentAccess,
): Promise<Locked<ShipmentRow> | null> {
  const columns = { ...fields, ...outdatedParts(row, fields), id: row.id, ...access };
  if (isDeepStrictEqual({ ...row, ...columns }, row)) return null;
  const [after] = await tx
    .update(shipments)
    .set({ ...columns, ...raisedClaims(row, columns) })
    .where(eq(shipments.id, row.id))
    .returning();
  return (after as Locked<ShipmentRow> | undefined) ?? null;
}

/** Parts that no longer say what the changed texts say. */
function outdatedParts(
  row: ShipmentRow,
  {
    shipTo = row.shipTo,
    receiverCountry = row.receiverCountry,
    weight = row.weight,
    dimensions = row.dimensions,
  }: Partial<ShipmentRow>,
): Partial<StructuredParts> {
  return {
    ...((shipTo !== row.shipTo || receiverCountry !== row.receiverCountry) && { address: null, location: null }),
    ...(weight !== row.weight && { weightG: null }),
    ...(dimensions !== row.dimensions && { lengthMm: null, widthMm: null, heightMm: null }),
  };
}

export async function updateAccess(tx: Transaction, row: Locked<ShipmentRow>, access: ShipmentAccess): Promise<void> {
  await tx
    .update(shipments)
    .set({ ...access, ...raisedClaims(row, access) })
    .where(eq(shipments.id, row.id));
}

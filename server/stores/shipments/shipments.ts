import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ProofPolicy } from '../../../src/domain/delivery.ts';
import { toCents } from '../../../src/domain/money.ts';
import type { CreateShipment, UpdateShipmentInfo } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Database, Executor, Transaction } from '../../database/client.ts';
import { gather } from '../../database/gather.ts';
import { shipments } from '../../database/tables/shipments.ts';

export type ShipmentRow = typeof shipments.$inferSelect;

const isNotDeleted = isNull(shipments.deletedAt);

/** A shipment's fields as columns: dollars become whole cents, ISO times become dates. */
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

/**
 * Inserts shipments and returns those inserted: one whose tracking ID is taken is left out, and the
 * caller draws another.
 */
export async function insertShipments(tx: Transaction, rows: readonly NewShipment[]): Promise<ShipmentRow[]> {
  return tx
    .insert(shipments)
    .values(rows.map(({ fields, ...made }) => ({ ...columnsOf(fields), ...made })))
    .onConflictDoNothing({ target: shipments.trackingId })
    .returning();
}

/** A shipment by its id; null if unknown or hidden. */
export async function findShipment(executor: Executor, id: string): Promise<ShipmentRow | null> {
  const [row] = await executor
    .select()
    .from(shipments)
    .where(and(eq(shipments.id, id), isNotDeleted));
  return row ?? null;
}

/** A shipment by a normalized tracking ID; null if unknown or hidden. */
export async function findShipmentByTrackingId(executor: Executor, trackingId: string): Promise<ShipmentRow | null> {
  const [row] = await executor
    .select()
    .from(shipments)
    .where(and(eq(shipments.trackingId, trackingId), isNotDeleted));
  return row ?? null;
}

/** A deleted shipment, by its id or a normalized tracking ID; null if there is none. */
export async function findDeletedShipment(
  executor: Executor,
  by: { id: string } | { trackingId: string },
): Promise<{ id: string; trackingId: string; deletedAt: Date } | null> {
  const [row] = await executor
    .select({ id: shipments.id, trackingId: shipments.trackingId, deletedAt: shipments.deletedAt })
    .from(shipments)
    .where(and('id' in by ? eq(shipments.id, by.id) : eq(shipments.trackingId, by.trackingId), not(isNotDeleted)));
  return row?.deletedAt ? { ...row, deletedAt: row.deletedAt } : null;
}

/**
 * The columns of a visitor's overview. The names will be masked; no code, address or owner is
 * included.
 */
const overviewColumns = {
  id: shipments.id,
  trackingId: shipments.trackingId,
  description: shipments.description,
  status: shipments.status,
  createdAt: shipments.createdAt,
  service: shipments.service,
  images: shipments.images,
  senderName: shipments.senderName,
  senderCountry: shipments.senderCountry,
  receiverName: shipments.receiverName,
  receiverCountry: shipments.receiverCountry,
  dimensions: shipments.dimensions,
  weight: shipments.weight,
  valueCents: shipments.valueCents,
  feeCents: shipments.feeCents,
  payer: shipments.payer,
  shipDate: shipments.shipDate,
};
export type ShipmentOverviewRow = Pick<ShipmentRow, keyof typeof overviewColumns>;

/**
 * Prepared, because building a statement takes twice as long as running it. An array of one costs
 * PostgreSQL twice as much as a plain value.
 */
function prepareOverviews(db: Database) {
  const where = (condition: SQL) => db.select(overviewColumns).from(shipments).where(and(condition, isNotDeleted));
  const one = where(eq(shipments.trackingId, sql.placeholder('trackingId'))).prepare('shipment_overview');
  const many = where(sql`${shipments.trackingId} = any(${sql.placeholder('trackingIds')})`).prepare(
    'shipment_overviews',
  );
  return gather<string, ShipmentOverviewRow>(async (trackingIds) => {
    const [trackingId] = trackingIds;
    const rows = await (trackingIds.length === 1 ? one.execute({ trackingId }) : many.execute({ trackingIds }));
    return new Map(rows.map((row) => [row.trackingId, row]));
  });
}
const overviewsOf = new WeakMap<Database, ReturnType<typeof prepareOverviews>>();

/**
 * What visitors see of a shipment, by a normalized tracking ID; null if there is none. The most
 * frequent read, so concurrent calls are combined into one query.
 */
export function findShipmentOverview(db: Database, trackingId: string): Promise<ShipmentOverviewRow | null> {
  const find = overviewsOf.get(db) ?? prepareOverviews(db);
  overviewsOf.set(db, find);
  return find(trackingId);
}

/**
 * A shipment, locked until the transaction ends, so that it cannot change; null if unknown or
 * hidden.
 */
export async function lockShipment(tx: Transaction, id: string): Promise<ShipmentRow | null> {
  const [row] = await tx
    .select()
    .from(shipments)
    .where(and(eq(shipments.id, id), isNotDeleted))
    .for('update');
  return row ?? null;
}

/** Shipments, deleted ones too, locked in the order of their ids until the transaction ends. */
export async function lockShipments(tx: Transaction, ids: readonly string[]): Promise<ShipmentRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(shipments)
    .where(inArray(shipments.id, [...ids]))
    .orderBy(shipments.id)
    .for('update');
}

/** Sets what has to prove a delivery; null for the brand's policy. The caller has locked it. */
export async function updateProof(tx: Transaction, id: string, proof: ProofPolicy | null): Promise<void> {
  await tx.update(shipments).set({ proof }).where(eq(shipments.id, id));
}

/** Sets the status and counts the change. */
export async function updateShipmentStatus(tx: Transaction, id: string, status: ShipmentStatus): Promise<void> {
  await tx
    .update(shipments)
    .set({ status, statusVersion: sql`${shipments.statusVersion} + 1` })
    .where(eq(shipments.id, id));
}

/** Who may see a shipment: the accounts of its sides, and their encrypted codes. */
export type ShipmentAccess = Partial<Pick<ShipmentRow, 'senderId' | 'receiverId' | 'senderCode' | 'receiverCode'>>;

/**
 * Updates the fields of the form, and the given access. False, with nothing written, if `row`
 * already has them all.
 */
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

/** Changes who may see a shipment; the caller has locked it. */
export async function updateAccess(tx: Transaction, id: string, access: ShipmentAccess): Promise<void> {
  await tx.update(shipments).set(access).where(eq(shipments.id, id));
}

/** Hides a shipment everywhere but in the audit trail. */
export async function hideShipment(tx: Transaction, id: string): Promise<void> {
  await hideShipments(tx, [id]);
}

/** Hides shipments everywhere but in the audit trail. */
export async function hideShipments(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const some = ids.slice(start, start + BATCH_SIZE);
    await tx.update(shipments).set({ deletedAt: sql`now()` }).where(inArray(shipments.id, some));
  }
}

/**
 * How many of these shipments have bills, were in a run, or have audit entries, except entries of `ignoredProcedures`.
 */
export async function countTouched(
  tx: Transaction,
  ids: readonly string[],
  ignoredProcedures: readonly string[],
): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int from unnest(${sql.param([...ids])}::uuid[]) as made (id) where
      exists (select from audit_entries where entity = 'shipment' and entity_id = made.id
        and procedure <> all (${sql.param([...ignoredProcedures])}::text[]))
      or exists (select from run_tasks where shipment_id = made.id)
      or exists (select from bills where shipment_id = made.id and deleted_at is null)`);
  return rows[0]?.count ?? 0;
}

/** A shipment and the side on which an account was linked or unlinked. */
export interface LinkedSide {
  id: string;
  side: 'senderId' | 'receiverId';
}

/** Rows per statement: a user may have a hundred thousand shipments, too many for one statement. */
const BATCH_SIZE = 2000;

/**
 * Sets the account on one side of every shipment that meets the condition, and returns those
 * shipments.
 */
async function setOwner(
  tx: Transaction,
  side: LinkedSide['side'],
  condition: SQL | undefined,
  ownerId: string | null,
): Promise<LinkedSide[]> {
  const found = await tx.select({ id: shipments.id }).from(shipments).where(condition);
  const changed: LinkedSide[] = [];
  for (let start = 0; start < found.length; start += BATCH_SIZE) {
    const ids = found.slice(start, start + BATCH_SIZE).map(({ id }) => id);
    const rows = await tx
      .update(shipments)
      .set({ [side]: ownerId })
      .where(and(inArray(shipments.id, ids), condition))
      .returning({ id: shipments.id });
    for (const { id } of rows) changed.push({ id, side });
  }
  return changed;
}

/**
 * Links a verified user to the shipments with their address and no account on that side, and
 * returns them.
 */
export async function linkShipmentsByEmail(
  tx: Transaction,
  user: { id: string; email: string },
): Promise<LinkedSide[]> {
  const isUnlinked = (address: PgColumn, owner: PgColumn) => and(eq(address, user.email), isNull(owner), isNotDeleted);
  return [
    ...(await setOwner(tx, 'senderId', isUnlinked(shipments.senderEmail, shipments.senderId), user.id)),
    ...(await setOwner(tx, 'receiverId', isUnlinked(shipments.receiverEmail, shipments.receiverId), user.id)),
  ];
}

/** Unlinks a user from every shipment, hidden ones too, and returns them with the side. */
export async function unlinkShipmentsOf(tx: Transaction, userId: string): Promise<LinkedSide[]> {
  return [
    ...(await setOwner(tx, 'senderId', eq(shipments.senderId, userId), null)),
    ...(await setOwner(tx, 'receiverId', eq(shipments.receiverId, userId), null)),
  ];
}

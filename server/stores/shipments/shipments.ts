import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { toCents } from '../../../src/domain/money.ts';
import type { CreateShipment, UpdateShipmentInfo } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Database, Executor, Transaction } from '../../database/client.ts';
import { gather } from '../../database/gather.ts';
import { shipments } from '../../database/schema.ts';

export type ShipmentRow = typeof shipments.$inferSelect;

const alive = isNull(shipments.deletedAt);

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

/** Adds shipments and answers those it added: one whose tracking ID is taken is left out, the caller draws another. */
export async function insertShipments(tx: Transaction, rows: readonly NewShipment[]): Promise<ShipmentRow[]> {
  return tx
    .insert(shipments)
    .values(rows.map(({ fields, ...made }) => ({ ...columnsOf(fields), ...made })))
    .onConflictDoNothing({ target: shipments.trackingId })
    .returning();
}

/** A shipment by its id, hidden ones excepted; null where there is none. */
export async function findShipment(executor: Executor, id: string): Promise<ShipmentRow | null> {
  const [row] = await executor
    .select()
    .from(shipments)
    .where(and(eq(shipments.id, id), alive));
  return row ?? null;
}

/** By a normalized tracking ID. */
export async function findShipmentByTrackingId(executor: Executor, trackingId: string): Promise<ShipmentRow | null> {
  const [row] = await executor
    .select()
    .from(shipments)
    .where(and(eq(shipments.trackingId, trackingId), alive));
  return row ?? null;
}

/** A deleted shipment, by its id or a normalized tracking ID; null where there is none. */
export async function findDeletedShipment(
  executor: Executor,
  by: { id: string } | { trackingId: string },
): Promise<{ id: string; trackingId: string; deletedAt: Date } | null> {
  const [row] = await executor
    .select({ id: shipments.id, trackingId: shipments.trackingId, deletedAt: shipments.deletedAt })
    .from(shipments)
    .where(and('id' in by ? eq(shipments.id, by.id) : eq(shipments.trackingId, by.trackingId), not(alive)));
  return row?.deletedAt ? { ...row, deletedAt: row.deletedAt } : null;
}

/** What a visitor's overview is made of; the names are there to be masked. No code, address or owner is among them. */
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

/** Prepared, since building a statement takes twice as long as asking it. An array of one costs PostgreSQL twice a plain value. */
function prepareOverviews(db: Database) {
  const where = (condition: SQL) => db.select(overviewColumns).from(shipments).where(and(condition, alive));
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
 * What visitors see of a shipment, by a normalized tracking ID; null where there is none. The busiest read of all, so those
 * that come together are one query.
 */
export function findShipmentOverview(db: Database, trackingId: string): Promise<ShipmentOverviewRow | null> {
  const find = overviewsOf.get(db) ?? prepareOverviews(db);
  overviewsOf.set(db, find);
  return find(trackingId);
}

/** The shipment with its row locked until the transaction ends: what is decided on it stays true. */
export async function lockShipment(tx: Transaction, id: string): Promise<ShipmentRow | null> {
  const [row] = await tx
    .select()
    .from(shipments)
    .where(and(eq(shipments.id, id), alive))
    .for('update');
  return row ?? null;
}

/** Sets the status and counts the change. */
export async function updateShipmentStatus(tx: Transaction, id: string, status: ShipmentStatus): Promise<void> {
  await tx
    .update(shipments)
    .set({ status, statusVersion: sql`${shipments.statusVersion} + 1` })
    .where(eq(shipments.id, id));
}

/** Who may see a shipment: the accounts of its sides, and their sealed codes. */
export type ShipmentAccess = Partial<Pick<ShipmentRow, 'senderId' | 'receiverId' | 'senderCode' | 'receiverCode'>>;

/** Writes the fields of the update form, and of the access what is given. False, with nothing written, where `row` has them all. */
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

/** Hides a shipment everywhere; the audit trail keeps it. */
export async function hideShipment(tx: Transaction, id: string): Promise<void> {
  await hideShipments(tx, [id]);
}

/** Hides shipments everywhere; the audit trail keeps them. */
export async function hideShipments(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const some = ids.slice(start, start + ROWS_AT_ONCE);
    await tx.update(shipments).set({ deletedAt: sql`now()` }).where(inArray(shipments.id, some));
  }
}

/**
 * How many of these shipments have a history or bills: whatever is done to one is in the audit trail, which also says by
 * which procedure. Procedures in `apart` do not count.
 */
export async function countTouched(tx: Transaction, ids: readonly string[], apart: readonly string[]): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int from unnest(${sql.param([...ids])}::uuid[]) as made (id) where
      exists (select from audit_entries where entity = 'shipment' and entity_id = made.id
        and procedure <> all (${sql.param([...apart])}::text[]))
      or exists (select from bills where shipment_id = made.id and deleted_at is null)`);
  return rows[0]?.count ?? 0;
}

/** A shipment and the side of it on which an account was linked or unlinked. */
export interface OwnedSide {
  id: string;
  side: 'senderId' | 'receiverId';
}

/** As many as one statement changes: somebody may have a hundred thousand, and no statement takes that long. */
const ROWS_AT_ONCE = 2000;

/** Sets the account on one side of every shipment that meets the condition. Answers which those were. */
async function setOwner(
  tx: Transaction,
  side: OwnedSide['side'],
  condition: SQL | undefined,
  ownerId: string | null,
): Promise<OwnedSide[]> {
  const found = await tx.select({ id: shipments.id }).from(shipments).where(condition);
  const changed: OwnedSide[] = [];
  for (let start = 0; start < found.length; start += ROWS_AT_ONCE) {
    const ids = found.slice(start, start + ROWS_AT_ONCE).map(({ id }) => id);
    const rows = await tx
      .update(shipments)
      .set({ [side]: ownerId })
      .where(and(inArray(shipments.id, ids), condition))
      .returning({ id: shipments.id });
    for (const { id } of rows) changed.push({ id, side });
  }
  return changed;
}

/** Gives a verified person the shipments that carry their address and have no account on that side yet. Answers which. */
export async function linkShipmentsByEmail(tx: Transaction, user: { id: string; email: string }): Promise<OwnedSide[]> {
  const isFree = (address: PgColumn, owner: PgColumn) => and(eq(address, user.email), isNull(owner), alive);
  return [
    ...(await setOwner(tx, 'senderId', isFree(shipments.senderEmail, shipments.senderId), user.id)),
    ...(await setOwner(tx, 'receiverId', isFree(shipments.receiverEmail, shipments.receiverId), user.id)),
  ];
}

/** Takes a person off every shipment, hidden ones too. Answers which, by the side they stood on. */
export async function unlinkShipmentsOf(tx: Transaction, userId: string): Promise<OwnedSide[]> {
  return [
    ...(await setOwner(tx, 'senderId', eq(shipments.senderId, userId), null)),
    ...(await setOwner(tx, 'receiverId', eq(shipments.receiverId, userId), null)),
  ];
}

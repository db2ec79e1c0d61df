import { and, asc, count, desc, eq, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { pick } from '../../../src/domain/pick.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import { CONNECTION_KINDS, type ConnectionKind } from '../../../src/domain/shops/connection.ts';
import {
  type DraftCounts,
  type DraftFields,
  type DraftOrigin,
  type DraftSource,
  type GetDrafts,
  type OrderNews,
  orderAddressOf,
} from '../../../src/domain/shops/draft.ts';
import {
  FOR_SHOP_TO_SAY,
  ORDER_STEPS,
  STOPPING_REASONS,
  USUAL_STEP,
  type Withheld,
} from '../../../src/domain/shops/order-state.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { drafts } from '../../base/database/tables/shops/drafts.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf, forBatches, noneOf } from '../../base/sql/lists.ts';
import { findRow, insertRow } from '../../base/sql/rows.ts';

export type DraftRow = typeof drafts.$inferSelect;

const isOpen = (userId: string) => and(eq(drafts.userId, userId), isNull(drafts.shipmentId), isNotNull(drafts.fields));

const isToSend = sql`(${drafts.withheld} is null or ${drafts.isTaken})`;

/** Counts a shop’s drafts: those with valid fields, the others, and what is not to be sent. */
export async function countDrafts(executor: Executor, userId: string): Promise<DraftCounts> {
  const [row] = await executor
    .select({
      ready: count(sql`case when ${isToSend} and ${drafts.isValid} then 1 end`),
      toFix: count(sql`case when ${isToSend} and not ${drafts.isValid} then 1 end`),
      withheld: count(sql`case when not ${isToSend} then 1 end`),
    })
    .from(drafts)
    .where(isOpen(userId));
  return row ?? { ready: 0, toFix: 0, withheld: 0 };
}

/** Lists a shop’s drafts, the latest first and files in their order. */
export function listDrafts(
  executor: Executor,
  userId: string,
  { ready, withheld, limit, offset }: Pick<GetDrafts, 'ready' | 'withheld'> & { limit: number; offset: number },
): Promise<DraftRow[]> {
  return executor
    .select()
    .from(drafts)
    .where(
      and(
        isOpen(userId),
        ready === undefined ? undefined : and(isToSend, eq(drafts.isValid, ready)),
        withheld === undefined ? undefined : withheld ? not(isToSend) : isToSend,
      ),
    )
    .orderBy(desc(drafts.createdAt), asc(drafts.id))
    .limit(limit)
    .offset(offset);
}

/** Finds one of a shop’s drafts that is no shipment yet; null if there is none. */
export const findDraft = (executor: Executor, userId: string, id: string): Promise<DraftRow | null> =>
  findRow(executor, drafts, and(isOpen(userId), eq(drafts.id, id)));

/** Locks a shop’s drafts in the order of their ids, also those that have become shipments, but none that is gone. */
export async function lockDrafts(
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<(Locked<DraftRow> & { trackingId: string | null })[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(drafts)
    .where(
      and(eq(drafts.userId, userId), anyOf(drafts.id, ids), or(isNotNull(drafts.fields), isNotNull(drafts.shipmentId))),
    )
    .orderBy(drafts.id)
    .for('update');
  const made = rows.flatMap(({ shipmentId }) => shipmentId ?? []);
  const names = made.length
    ? await tx
        .select({ id: shipments.id, trackingId: shipments.trackingId })
        .from(shipments)
        .where(anyOf(shipments.id, made))
    : [];
  const trackingIdOf = new Map(names.map(({ id, trackingId }) => [id, trackingId]));
  return rows.map((row) => ({
    ...(row as Locked<DraftRow>),
    trackingId: trackingIdOf.get(row.shipmentId ?? '') ?? null,
  }));
}

export interface NewDraft {
  source: DraftSource;
  externalId: string | null;
  fields: DraftFields;
  foreignValue?: string;
  origin: DraftOrigin | null;
  isValid: boolean;
  withheld?: Withheld | null;
}

/** What a source says, by the name that it has for it. */
export interface SourceDraft extends Omit<NewDraft, 'fields'> {
  externalId: string;
  /** Null takes it back. */
  fields: DraftFields | null;
  sourceChangedAt?: Date | null;
  connectionId?: string;
  orderId?: string;
}

/** Adds a draft that its source does not name. */
export const insertDraft = (tx: Transaction, userId: string, draft: NewDraft): Promise<DraftRow> =>
  insertRow(tx, drafts, { ...draft, userId, reference: draft.fields.reference ?? '' });

const stepOf = (withheld: SQL) =>
  sql`coalesce((${JSON.stringify(ORDER_STEPS)}::jsonb ->> (${withheld} ->> 'reason'))::int, ${USUAL_STEP}::int)`;
const whenSaid = (table: SQL) =>
  sql`(date_trunc('second', ${table}.source_changed_at), ${stepOf(sql`${table}.withheld`)})`;

/**
 * Adds drafts under their source's names, each once. Later content replaces them or takes them back, unless a person
 * has deleted them, or their source has said something else since. If a person has changed or confirmed one, the rest
 * is news.
 */
export async function mergeDrafts(
  tx: Transaction,
  userId: string,
  rows: readonly SourceDraft[],
): Promise<
  { id: string; isNew: boolean; isChanged: boolean; isNews: boolean; isValid: boolean; isWithheld: boolean }[]
> {
  const isShipment = sql`(${drafts.shipmentId} is not null)`;
  const isKept = sql`(${isShipment} or ${drafts.isEdited} and excluded.fields is not null)`;
  const isOther = sql`(not ${isKept} and ${drafts.fields} is distinct from excluded.fields)`;
  const isOtherState = sql`(${drafts.withheld} is distinct from excluded.withheld)`;
  // Null in what earlier versions have stored, and of an order that is deleted.
  const isOtherAddress = sql`coalesce(${drafts.said} <> excluded.said, false)`;
  const isStopped = sql`coalesce(${anyOf(sql`excluded.withheld ->> 'reason'`, STOPPING_REASONS)}, false)`;
  const isNews = sql`(${isKept} and (${isOtherAddress} or ${isShipment} and ${isOtherState} and ${isStopped}))`;
  const news = sql`nullif(jsonb_strip_nulls(jsonb_build_object(
    'address', case when ${isOtherAddress} then excluded.said else ${drafts.news} -> 'address' end,
    'withheld', case when not ${isShipment} then null when not ${isOtherState} then ${drafts.news} -> 'withheld'
      when ${isStopped} then excluded.withheld end)), '{}')`;
  const unlessKept = (column: AnyPgColumn, said: SQL) => sql`case when ${isKept} then ${column} else ${said} end`;
  const isNow = (column: AnyPgColumn) => sql<boolean>`coalesce(${column} = now(), false)`;
  return forBatches(rows, (some) =>
    tx
      .insert(drafts)
      .values(
        some.map((row) => ({
          ...row,
          userId,
          reference: row.fields?.reference ?? '',
          said: row.fields && orderAddressOf(row.fields),
        })),
      )
      .onConflictDoUpdate({
        target: [drafts.userId, drafts.source, drafts.externalId],
        set: {
          fields: unlessKept(drafts.fields, sql`excluded.fields`),
          foreignValue: unlessKept(drafts.foreignValue, sql`excluded.foreign_value`),
          origin: unlessKept(drafts.origin, sql`excluded.origin`),
          reference: unlessKept(drafts.reference, sql`excluded.reference`),
          isValid: unlessKept(drafts.isValid, sql`excluded.is_valid`),
          withheld: sql`excluded.withheld`,
          isTaken: sql`${drafts.isTaken} and not ${isOtherState}`,
          said: sql`coalesce(excluded.said, ${drafts.said})`,
          news: sql`case when ${isKept} then ${news} end`,
          newsAt: sql`case when ${isNews} then now() else ${drafts.newsAt} end`,
          sourceChangedAt: sql`excluded.source_changed_at`,
          connectionId: sql`excluded.connection_id`,
          orderId: sql`excluded.order_id`,
          version: sql`${drafts.version} + (${isOther} or ${isOtherState})::int`,
          changedAt: sql`case when ${isOther} or ${isOtherState} then now() else ${drafts.changedAt} end`,
        },
        // What a person has deleted stays so.
        setWhere: sql`(${isShipment} or ${drafts.fields} is not null or not ${drafts.isEdited})
        and (${drafts.sourceChangedAt} is null or ${whenSaid(sql`excluded`)} >= ${whenSaid(sql`drafts`)})
        and (${isOther} or ${isOtherState} or ${drafts.said} is distinct from excluded.said
        or ${drafts.sourceChangedAt} is distinct from excluded.source_changed_at)`,
      })
      .returning({
        id: drafts.id,
        isNew: sql<boolean>`xmax = 0`,
        isChanged: isNow(drafts.changedAt),
        isNews: isNow(drafts.newsAt),
        isValid: drafts.isValid,
        isWithheld: sql<boolean>`not ${isToSend}`,
      }),
  );
}

/** Nobody can stop these or send them elsewhere. */
const ENDED: readonly ShipmentStatus[] = ['delivered', 'cancelled', 'failed'];

/** Lists what shops have said that nobody has answered, the latest first. */
export async function listNews(executor: Executor, userId: string, limit: number) {
  const rows = await executor
    .select({
      draft: drafts,
      shipment: {
        ...pick(shipments, 'id', 'trackingId', 'status', 'receiverName', 'shipTo'),
      },
    })
    .from(drafts)
    .leftJoin(shipments, eq(shipments.id, drafts.shipmentId))
    .where(
      and(
        eq(drafts.userId, userId),
        isNotNull(drafts.news),
        or(
          and(isNull(drafts.shipmentId), isNotNull(drafts.fields)),
          and(noneOf(shipments.status, ENDED), isNull(shipments.deletedAt)),
        ),
      ),
    )
    .orderBy(desc(drafts.newsAt), asc(drafts.id))
    .limit(limit);
  return rows;
}

/** Finds what a shop has said of a shipment’s order that nobody has answered; null if nothing, or too late. */
export async function findNewsOf(
  executor: Executor,
  { id, status }: { id: string; status: ShipmentStatus },
): Promise<OrderNews | null> {
  if (ENDED.includes(status)) return null;
  const [row] = await executor
    .select({ news: drafts.news })
    .from(drafts)
    .where(and(eq(drafts.shipmentId, id), isNotNull(drafts.news)));
  return row?.news ?? null;
}

/** Forgets what a shop has said of an order: somebody has answered. */
export async function clearNews(tx: Transaction, { id }: Locked<DraftRow>): Promise<void> {
  await tx.update(drafts).set({ news: null }).where(eq(drafts.id, id));
}

interface NamedOrder {
  userId: string;
  source: ConnectionKind;
  connectionId: string;
  orderId: string;
  globalId: string | null;
}

/** Names an order: as it was named before, also by a connection that has ended, and never as that of another shop. */
export async function nameOrder(
  tx: Transaction,
  { userId, source, connectionId, orderId, globalId }: NamedOrder,
): Promise<{ externalId: string; isNew: boolean }> {
  const ownName = `${connectionId} ${orderId}`;
  const names = [ownName, ...(globalId === null ? [] : [globalId])];
  const rows = await tx
    .select({ externalId: drafts.externalId, connectionId: drafts.connectionId })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), eq(drafts.source, source), anyOf(drafts.externalId, names)));
  const own = rows.find((row) => row.connectionId === null || row.connectionId === connectionId);
  if (own) return { externalId: own.externalId ?? ownName, isNew: false };
  return { externalId: rows.length > 0 ? ownName : (globalId ?? ownName), isNew: true };
}

/** What is kept of an order that its shop has deleted, so that no message brings it back. */
const deletedName = (connectionId: string, orderId: string) => `deleted ${connectionId} ${orderId}`;

/** Takes back the draft of an order that its shop has deleted, for good; returns the number that people know, if any. */
export async function deleteOrder(
  tx: Transaction,
  { id: connectionId, userId, kind: source }: { id: string; userId: string; kind: ConnectionKind },
  orderId: string,
): Promise<string> {
  const known = await tx
    .select({ externalId: drafts.externalId, reference: drafts.reference, sourceChangedAt: drafts.sourceChangedAt })
    .from(drafts)
    .where(and(eq(drafts.connectionId, connectionId), eq(drafts.orderId, orderId)));
  const names = new Map(known.map(({ externalId, sourceChangedAt }) => [externalId ?? '', sourceChangedAt]));
  names.set(deletedName(connectionId, orderId), null);
  const withheld = { reason: 'cancelled' as const, state: '' };
  const nothing = { source, fields: null, origin: null, isValid: false, withheld, connectionId, orderId };
  const rows = Array.from(names, ([externalId, sourceChangedAt]) => ({ ...nothing, externalId, sourceChangedAt }));
  await mergeDrafts(tx, userId, rows);
  return known.find(({ reference }) => reference !== '')?.reference ?? '';
}

/** Tells whether a shop has deleted this order. */
export async function isOrderDeleted(tx: Transaction, connectionId: string, orderId: string): Promise<boolean> {
  const rows = await tx.select({ id: drafts.id }).from(drafts).where(isDeletion(connectionId, orderId)).limit(1);
  return rows.length > 0;
}

/** Lets an order come again that its shop has restored. */
export async function restoreOrder(tx: Transaction, connectionId: string, orderId: string): Promise<void> {
  await tx.delete(drafts).where(isDeletion(connectionId, orderId));
  // What comes with it may be of the same second.
  await tx
    .update(drafts)
    .set({ sourceChangedAt: null })
    .where(and(eq(drafts.connectionId, connectionId), eq(drafts.orderId, orderId)));
}

const isDeletion = (connectionId: string, orderId: string) =>
  and(
    eq(drafts.connectionId, connectionId),
    eq(drafts.orderId, orderId),
    eq(drafts.externalId, deletedName(connectionId, orderId)),
  );

export async function updateDraft(
  tx: Transaction,
  { id, version }: Locked<DraftRow>,
  { fields, isValid }: Pick<NewDraft, 'fields' | 'isValid'>,
): Promise<number> {
  await tx
    .update(drafts)
    .set({
      fields,
      isValid,
      reference: fields.reference ?? '',
      isEdited: true,
      version: version + 1,
      changedAt: sql`now()`,
    })
    .where(eq(drafts.id, id));
  return version + 1;
}

/** Sends orders all the same that their shop says are not to be sent, for as long as it gives the same reason. */
export async function takeDrafts(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
  await tx
    .update(drafts)
    .set({ isTaken: true, version: sql`${drafts.version} + 1`, changedAt: sql`now()` })
    .where(and(isOpen(userId), anyOf(drafts.id, ids), not(isToSend)));
}

/** Sends a connected shop's orders all the same that wait in one of these states, which it may say. */
export async function takeDraftsInStates(
  tx: Transaction,
  connectionId: string,
  states: readonly string[],
): Promise<void> {
  await tx
    .update(drafts)
    .set({ isTaken: true, version: sql`${drafts.version} + 1`, changedAt: sql`now()` })
    .where(
      and(
        eq(drafts.connectionId, connectionId),
        isNull(drafts.shipmentId),
        not(isToSend),
        anyOf(sql`${drafts.withheld} ->> 'reason'`, FOR_SHOP_TO_SAY),
        anyOf(sql`${drafts.withheld} ->> 'state'`, states),
      ),
    );
}

/** Remembers which shipments drafts have become, which have their fields. */
export async function markConfirmed(
  tx: Transaction,
  confirmed: readonly { draft: Locked<DraftRow>; shipmentId: string }[],
): Promise<void> {
  if (confirmed.length === 0) return;
  const ids = confirmed.map(({ draft }) => draft.id);
  const shipmentIds = confirmed.map(({ shipmentId }) => shipmentId);
  const made = sql`unnest(${sql.param(ids)}::uuid[], ${sql.param(shipmentIds)}::uuid[]) as made (id, shipment_id)`;
  await tx
    .update(drafts)
    .set({ fields: null, origin: null, shipmentId: sql`made.shipment_id`, changedAt: sql`now()` })
    .from(made)
    .where(sql`${drafts.id} = made.id`);
}

/** Deletes drafts that are no shipments. The name of a connected shop’s order stays, so that it does not come back. */
export async function deleteDrafts(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
  const chosen = and(isOpen(userId), anyOf(drafts.id, ids));
  await tx
    .update(drafts)
    .set({ fields: null, origin: null, reference: '', isEdited: true, changedAt: sql`now()` })
    .where(and(chosen, anyOf(drafts.source, CONNECTION_KINDS)));
  await tx.delete(drafts).where(chosen);
}

/** Deletes everything that nobody has touched for these days. */
export const deleteOldDrafts = (executor: Executor, days: number): Promise<boolean> =>
  deleteBatch(executor, drafts, lt(drafts.changedAt, sql`now() - ${days} * interval '1 day'`));

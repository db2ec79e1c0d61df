import { and, asc, count, desc, eq, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { CONNECTION_KINDS, type ConnectionKind } from '../../../src/domain/shop/connection.ts';
import type { DraftCounts, DraftFields, DraftOrigin, DraftSource, GetDrafts } from '../../../src/domain/shop/draft.ts';
import { FOR_SHOP_TO_SAY, type Withheld } from '../../../src/domain/shop/order-state.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import type { Locked } from '../../database/locked.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { drafts } from '../../database/tables/shops/drafts.ts';
import { anyOf, forBatches } from '../lists.ts';

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
export async function findDraft(executor: Executor, userId: string, id: string): Promise<DraftRow | null> {
  const [row] = await executor
    .select()
    .from(drafts)
    .where(and(isOpen(userId), eq(drafts.id, id)));
  return row ?? null;
}

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
export async function insertDraft(tx: Transaction, userId: string, draft: NewDraft): Promise<DraftRow> {
  const [row] = await tx
    .insert(drafts)
    .values({ ...draft, userId, reference: draft.fields.reference ?? '' })
    .returning();
  if (!row) throw new Error('A draft was not inserted');
  return row;
}

/**
 * Adds drafts under the names that their source has for them, each once. What came before is
 * replaced or taken back, unless it is a shipment, a person has deleted it, or its source has changed
 * it since. What a person has changed stays, but not whether the order is to be sent.
 */
export async function mergeDrafts(
  tx: Transaction,
  userId: string,
  rows: readonly SourceDraft[],
): Promise<{ isNew: boolean; isValid: boolean; isWithheld: boolean }[]> {
  const isKept = sql`(${drafts.isEdited} and excluded.fields is not null)`;
  const isOther = sql`(not ${isKept} and ${drafts.fields} is distinct from excluded.fields)`;
  const isOtherState = sql`(${drafts.withheld} is distinct from excluded.withheld)`;
  const unlessKept = (column: AnyPgColumn, said: SQL) => sql`case when ${isKept} then ${column} else ${said} end`;
  return forBatches(rows, (some) =>
    tx
      .insert(drafts)
      .values(some.map((row) => ({ ...row, userId, reference: row.fields?.reference ?? '' })))
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
          sourceChangedAt: sql`excluded.source_changed_at`,
          connectionId: sql`excluded.connection_id`,
          orderId: sql`excluded.order_id`,
          version: sql`${drafts.version} + (${isOther} or ${isOtherState})::int`,
          changedAt: sql`now()`,
        },
        // What a person has deleted stays so.
        setWhere: sql`${drafts.shipmentId} is null and (${drafts.fields} is not null or not ${drafts.isEdited})
        and (${drafts.sourceChangedAt} is null or excluded.source_changed_at >= ${drafts.sourceChangedAt})
        and (${isOther} or ${isOtherState}
        or (${drafts.sourceChangedAt} is distinct from excluded.source_changed_at and not ${isKept}))`,
      })
      .returning({
        isNew: sql<boolean>`xmax = 0`,
        isValid: drafts.isValid,
        isWithheld: sql<boolean>`not ${isToSend}`,
      }),
  );
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
  const nothing = { source, fields: null, origin: null, isValid: false, connectionId, orderId };
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
}

const isDeletion = (connectionId: string, orderId: string) =>
  and(
    eq(drafts.connectionId, connectionId),
    eq(drafts.orderId, orderId),
    eq(drafts.externalId, deletedName(connectionId, orderId)),
  );

/** Writes what a person has changed. */
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

/** Deletes some of a shop’s drafts that are no shipments. The name of a connected shop’s order stays, so that it does not come back. */
export async function deleteDrafts(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
  const chosen = and(isOpen(userId), anyOf(drafts.id, ids));
  await tx
    .update(drafts)
    .set({ fields: null, origin: null, reference: '', isEdited: true, changedAt: sql`now()` })
    .where(and(chosen, anyOf(drafts.source, CONNECTION_KINDS)));
  await tx.delete(drafts).where(chosen);
}

/** Deletes everything that nobody has touched for these days. */
export async function deleteOldDrafts(executor: Executor, days: number): Promise<void> {
  await executor.delete(drafts).where(lt(drafts.changedAt, sql`now() - ${days} * interval '1 day'`));
}

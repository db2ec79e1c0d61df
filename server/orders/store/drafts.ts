import { and, eq, getTableColumns, isNotNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import {
  type DraftFields,
  type DraftOrigin,
  type DraftSource,
  type OrderNews,
  orderAddressOf,
} from '../../../src/domain/shops/draft.ts';
import { ORDER_STEPS, STOPPING_REASONS, USUAL_STEP, type Withheld } from '../../../src/domain/shops/order-state.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { drafts } from '../../base/database/tables/shops/drafts.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf, forBatches } from '../../base/sql/lists.ts';

export type DraftRow = typeof drafts.$inferSelect;

export const isToSend = sql`(${drafts.withheld} is null or ${drafts.isTaken})`;

/** Locks in the order of ids, also drafts that are shipments, but none that is gone. */
export async function lockDrafts(
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<(Locked<DraftRow> & { trackingId: string | null })[]> {
  const { fields, shipmentId } = drafts;
  const rows = await tx
    .select({ ...getTableColumns(drafts), trackingId: shipments.trackingId })
    .from(drafts)
    .leftJoin(shipments, eq(shipments.id, shipmentId))
    .where(and(eq(drafts.userId, userId), anyOf(drafts.id, ids), or(isNotNull(fields), isNotNull(shipmentId))))
    .orderBy(drafts.id)
    .for('update', { of: drafts });
  return rows as (Locked<DraftRow> & { trackingId: string | null })[];
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

export interface SourceDraft extends Omit<NewDraft, 'fields'> {
  externalId: string;
  /** Null takes it back. */
  fields: DraftFields | null;
  sourceChangedAt?: Date | null;
  connectionId?: string;
  orderId?: string;
}

const stepOf = (withheld: SQL) =>
  sql`coalesce((${JSON.stringify(ORDER_STEPS)}::jsonb ->> (${withheld} ->> 'reason'))::int, ${USUAL_STEP}::int)`;
const whenSaid = (table: SQL) =>
  sql`(date_trunc('second', ${table}.source_changed_at), ${stepOf(sql`${table}.withheld`)})`;

/**
 * Adds drafts under their source's names, each once. Later content replaces them or takes them
 * back, unless a person has deleted them or their source has said something newer. What comes after
 * a person has changed or confirmed one is news.
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
export const ENDED_STATUSES: readonly ShipmentStatus[] = ['delivered', 'cancelled', 'failed'];

/** Null if nobody has to answer, or it is too late. */
export async function findNewsOf(
  executor: Executor,
  { id, status }: { id: string; status: ShipmentStatus },
): Promise<OrderNews | null> {
  if (ENDED_STATUSES.includes(status)) return null;
  const [row] = await executor
    .select({ news: drafts.news })
    .from(drafts)
    .where(and(eq(drafts.shipmentId, id), isNotNull(drafts.news)));
  return row?.news ?? null;
}

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

/** This holds for as long as the shop gives the same reason. */
export async function takeDrafts(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx
    .update(drafts)
    .set({ isTaken: true, version: sql`${drafts.version} + 1`, changedAt: sql`now()` })
    .where(and(which, not(isToSend)));
}

export const deleteOldDrafts = (executor: Executor, days: number): Promise<boolean> =>
  deleteBatch(executor, drafts, lt(drafts.changedAt, sql`now() - ${days} * interval '1 day'`));

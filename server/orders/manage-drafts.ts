import { and, asc, count, desc, eq, isNotNull, isNull, not, sql } from 'drizzle-orm';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours } from '../../src/domain/pagination.ts';
import { pick } from '../../src/domain/pick.ts';
import { CONNECTION_KINDS } from '../../src/domain/shops/connection.ts';
import {
  type DeleteDrafts,
  DRAFTS_PAGE_SIZE,
  type Draft,
  type DraftCounts,
  type GetDrafts,
  MAX_DRAFTS,
  type SaveDraft,
  type TakeDrafts,
  type Unprinted,
} from '../../src/domain/shops/draft.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { drafts } from '../base/database/tables/shops/drafts.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import { findRow, insertRow } from '../base/sql/rows.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { isNotDeleted } from '../shipments/store/shipments.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { checkFields, describeDrafts } from './check-drafts.ts';
import { type DraftRow, isToSend, lockDrafts, type NewDraft, updateDraft } from './store/drafts.ts';

export const gone = () => new UserError('NOT_FOUND', 'This draft no longer exists.');

function totalOf(counts: DraftCounts, { ready, withheld }: Pick<GetDrafts, 'ready' | 'withheld'>): number {
  const toSend = ready === undefined ? counts.ready + counts.toFix : counts[ready ? 'ready' : 'toFix'];
  if (ready !== undefined) return withheld ? 0 : toSend;
  return (withheld ? 0 : toSend) + (withheld === false ? 0 : counts.withheld);
}

const windowOf = (page: number) => ({ limit: DRAFTS_PAGE_SIZE, offset: (page - 1) * DRAFTS_PAGE_SIZE });

const isOpen = (userId: string) => and(eq(drafts.userId, userId), isNull(drafts.shipmentId), isNotNull(drafts.fields));

/** Counts a shop’s drafts: those with valid fields, the others, and what is not to be sent. */
async function countDrafts(executor: Executor, userId: string): Promise<DraftCounts> {
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
function listDrafts(
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

/** Lists a page of a shop’s drafts, with what is wrong and what they cost (shipper.getDrafts). */
export async function getDrafts(
  services: Pick<Services, 'db' | 'environment'>,
  userId: string,
  { page, ready, withheld }: GetDrafts,
): Promise<Paged<Draft> & { counts: DraftCounts }> {
  const counts = await countDrafts(services.db, userId);
  const rows = await listDrafts(services.db, userId, { ready, withheld, ...windowOf(page) });
  const total = totalOf(counts, { ready, withheld });
  const data = await describeDrafts(services, userId, rows);
  return { data, total, pagination: neighbours(page, total, DRAFTS_PAGE_SIZE), counts };
}

/** Finds one of a shop’s drafts that is no shipment yet; null if there is none. */
const findDraft = (executor: Executor, userId: string, id: string): Promise<DraftRow | null> =>
  findRow(executor, drafts, and(isOpen(userId), eq(drafts.id, id)));

/**
 * Returns one of a shop’s drafts.
 * @throws NOT_FOUND
 */
export async function getDraft(
  services: Pick<Services, 'db' | 'environment'>,
  userId: string,
  { id }: { id: string },
): Promise<Draft> {
  const row = await findDraft(services.db, userId, id);
  const [draft] = row ? await describeDrafts(services, userId, [row]) : [];
  if (!draft) throw gone();
  return draft;
}

/** Whether a shop may have so many more drafts, counting those not to send. Its other calls that add some wait. */
export async function hasRoomForDrafts(
  unit: UnitOfWork,
  userId: string,
  { toSend = 0, withheld = 0 }: { toSend?: number; withheld?: number },
): Promise<boolean> {
  await lockShop(unit.tx, userId);
  const counts = await countDrafts(unit.tx, userId);
  const isFull = (has: number, more: number) => more > 0 && has + more > MAX_DRAFTS;
  return !isFull(counts.ready + counts.toFix, toSend) && !isFull(counts.withheld, withheld);
}

/** @throws PRECONDITION_FAILED if a shop would have too many drafts. */
export async function assertRoomForDrafts(...wanted: Parameters<typeof hasRoomForDrafts>): Promise<void> {
  if (await hasRoomForDrafts(...wanted)) return;
  const most = MAX_DRAFTS.toLocaleString('en-GB');
  throw new UserError('PRECONDITION_FAILED', `You can have up to ${most} drafts. Confirm or delete some first.`);
}

/** Adds a draft that its source does not name. */
const insertDraft = (tx: Transaction, userId: string, draft: NewDraft): Promise<DraftRow> =>
  insertRow(tx, drafts, { ...draft, userId, reference: draft.fields.reference ?? '' });

/**
 * Saves a draft as it was typed, right or wrong.
 * @throws NOT_FOUND, CONFLICT if it has changed since.
 */
export async function saveDraft(
  unit: UnitOfWork,
  userId: string,
  { id, version, fields }: SaveDraft,
): Promise<{ id: string; version: number }> {
  const isValid = 'input' in checkFields(unit.services.environment, fields);
  if (id === undefined) {
    await assertRoomForDrafts(unit, userId, { toSend: 1 });
    return insertDraft(unit.tx, userId, { source: 'form', externalId: null, origin: null, fields, isValid });
  }
  await lockShop(unit.tx, userId);
  const [draft] = await lockDrafts(unit.tx, userId, [id]);
  if (!draft || draft.shipmentId !== null) throw gone();
  if (version !== undefined && version !== draft.version) {
    throw new UserError('CONFLICT', 'This draft was changed somewhere else. Reload the page to see it.');
  }
  return { id, version: await updateDraft(unit.tx, draft, { fields, isValid }) };
}

/** Sends orders all the same that their shop says are not to be sent, for as long as it gives the same reason. */
async function takeDrafts(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
  await tx
    .update(drafts)
    .set({ isTaken: true, version: sql`${drafts.version} + 1`, changedAt: sql`now()` })
    .where(and(isOpen(userId), anyOf(drafts.id, ids), not(isToSend)));
}

/** Sends what its shop says is not to be sent (shipper.takeDrafts). */
export async function sendAnyway(unit: UnitOfWork, userId: string, { ids }: TakeDrafts): Promise<void> {
  await lockShop(unit.tx, userId);
  await takeDrafts(unit.tx, userId, ids);
}

/** Deletes drafts that are no shipments. The name of a connected shop’s order stays, so that it does not come back. */
async function deleteDrafts(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
  const chosen = and(isOpen(userId), anyOf(drafts.id, ids));
  await tx
    .update(drafts)
    .set({ fields: null, origin: null, reference: '', isEdited: true, changedAt: sql`now()` })
    .where(and(chosen, anyOf(drafts.source, CONNECTION_KINDS)));
  await tx.delete(drafts).where(chosen);
}

/** Deletes drafts; those that are gone or shipments already stay as they are. */
export async function removeDrafts(unit: UnitOfWork, userId: string, { ids }: DeleteDrafts): Promise<void> {
  await lockShop(unit.tx, userId);
  await deleteDrafts(unit.tx, userId, ids);
}

const isUnprinted = (senderId: string) =>
  and(
    eq(shipments.senderId, senderId),
    isNotDeleted,
    isNull(shipments.printedAt),
    anyOf(shipments.status, ['in-progress', 'held']),
  );

/** Lists an account’s shipments that wait for a label, the latest first, and counts them all. */
async function listUnprinted(
  executor: Executor,
  senderId: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const rows = await executor
    .select({
      ...pick(shipments, 'id', 'trackingId', 'reference', 'description', 'receiverName', 'shipTo', 'createdAt'),
    })
    .from(shipments)
    .where(isUnprinted(senderId))
    .orderBy(desc(shipments.createdAt), desc(shipments.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await executor.select({ total: count() }).from(shipments).where(isUnprinted(senderId));
  return { rows, total: counted?.total ?? 0 };
}

/** Lists a page of a shop’s shipments that wait for a label (shipper.getUnprinted). */
export async function getUnprinted(
  executor: Executor,
  userId: string,
  { page }: { page: number },
): Promise<Paged<Unprinted>> {
  const { rows, total } = await listUnprinted(executor, userId, windowOf(page));
  const data = rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
  return { data, total, pagination: neighbours(page, total, DRAFTS_PAGE_SIZE) };
}

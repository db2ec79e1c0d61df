import { and, asc, count, desc, eq, isNotNull, isNull, not, sql } from 'drizzle-orm';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../src/domain/pagination.ts';
import { pick } from '../../src/domain/pick.ts';
import { CONNECTION_KINDS } from '../../src/domain/shops/connection.ts';
import {
  DRAFTS_PAGE_SIZE,
  type Draft,
  type DraftCounts,
  type DraftIds,
  type GetDrafts,
  MAX_DRAFTS,
  type SaveDraft,
  type Unprinted,
} from '../../src/domain/shops/draft.ts';
import type { Executor } from '../base/database/client.ts';
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
import { isToSend, lockDrafts, takeDrafts, updateDraft } from './store/drafts.ts';

export const gone = () => new UserError('NOT_FOUND', 'This draft no longer exists.');

function totalOf(counts: DraftCounts, { ready, withheld }: Pick<GetDrafts, 'ready' | 'withheld'>): number {
  const toSend = ready === undefined ? counts.ready + counts.toFix : counts[ready ? 'ready' : 'toFix'];
  if (ready !== undefined) return withheld ? 0 : toSend;
  return (withheld ? 0 : toSend) + (withheld === false ? 0 : counts.withheld);
}

const isOpen = (userId: string) => and(eq(drafts.userId, userId), isNull(drafts.shipmentId), isNotNull(drafts.fields));

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

/** Lists the latest first, and files in their order. */
export async function getDrafts(
  services: Pick<Services, 'db' | 'environment'>,
  userId: string,
  { page, ready, withheld }: GetDrafts,
): Promise<Paged<Draft> & { counts: DraftCounts }> {
  const counts = await countDrafts(services.db, userId);
  const { limit, offset } = pageWindow(page, DRAFTS_PAGE_SIZE);
  const rows = await services.db
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
  const total = totalOf(counts, { ready, withheld });
  const data = await describeDrafts(services, userId, rows);
  return { data, total, pagination: neighbours(page, total, DRAFTS_PAGE_SIZE), counts };
}

/** @throws NOT_FOUND */
export async function getDraft(
  services: Pick<Services, 'db' | 'environment'>,
  userId: string,
  { id }: { id: string },
): Promise<Draft> {
  const row = await findRow(services.db, drafts, and(isOpen(userId), eq(drafts.id, id)));
  const [draft] = row ? await describeDrafts(services, userId, [row]) : [];
  if (!draft) throw gone();
  return draft;
}

/** Counts those not to send. Other calls that add drafts wait. */
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

/** @throws PRECONDITION_FAILED */
export async function assertRoomForDrafts(...wanted: Parameters<typeof hasRoomForDrafts>): Promise<void> {
  if (await hasRoomForDrafts(...wanted)) return;
  const most = MAX_DRAFTS.toLocaleString('en-GB');
  throw new UserError('PRECONDITION_FAILED', `You can have up to ${most} drafts. Confirm or delete some first.`);
}

/**
 * Input need not be right.
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
    const { reference } = fields;
    return insertRow(unit.tx, drafts, { userId, source: 'form', reference, fields, isValid });
  }
  await lockShop(unit.tx, userId);
  const [draft] = await lockDrafts(unit.tx, userId, [id]);
  if (!draft || draft.shipmentId !== null) throw gone();
  if (version !== undefined && version !== draft.version) {
    throw new UserError('CONFLICT', 'This draft was changed somewhere else. Reload the page to see it.');
  }
  return { id, version: await updateDraft(unit.tx, draft, { fields, isValid }) };
}

export async function sendAnyway({ tx }: UnitOfWork, userId: string, { ids }: DraftIds): Promise<void> {
  await lockShop(tx, userId);
  await takeDrafts(tx, and(isOpen(userId), anyOf(drafts.id, ids)));
}

/** The name of a connected shop’s order stays, so that it does not come back. */
export async function removeDrafts({ tx }: UnitOfWork, userId: string, { ids }: DraftIds): Promise<void> {
  await lockShop(tx, userId);
  const chosen = and(isOpen(userId), anyOf(drafts.id, ids));
  await tx
    .update(drafts)
    .set({ fields: null, origin: null, reference: '', isEdited: true, changedAt: sql`now()` })
    .where(and(chosen, anyOf(drafts.source, CONNECTION_KINDS)));
  await tx.delete(drafts).where(chosen);
}

export async function getUnprinted(
  executor: Executor,
  userId: string,
  { page }: { page: number },
): Promise<Paged<Unprinted>> {
  const isUnprinted = and(
    eq(shipments.senderId, userId),
    isNotDeleted,
    isNull(shipments.printedAt),
    anyOf(shipments.status, ['in-progress', 'held']),
  );
  const { limit, offset } = pageWindow(page, DRAFTS_PAGE_SIZE);
  const rows = await executor
    .select(pick(shipments, 'id', 'trackingId', 'reference', 'description', 'receiverName', 'shipTo', 'createdAt'))
    .from(shipments)
    .where(isUnprinted)
    .orderBy(desc(shipments.createdAt), desc(shipments.id))
    .limit(limit)
    .offset(offset);
  const total = await executor.$count(shipments, isUnprinted);
  const data = rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
  return { data, total, pagination: neighbours(page, total, DRAFTS_PAGE_SIZE) };
}

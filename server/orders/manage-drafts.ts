import type { Paged } from '../../src/domain/paged.ts';
import { neighbours } from '../../src/domain/pagination.ts';
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
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { listUnprinted, lockShop } from '../shops/store/own-shipments.ts';
import { checkFields, describeDrafts } from './check-drafts.ts';
import {
  countDrafts,
  deleteDrafts,
  findDraft,
  insertDraft,
  listDrafts,
  lockDrafts,
  takeDrafts,
  updateDraft,
} from './store/drafts.ts';

export const gone = () => new UserError('NOT_FOUND', 'This draft no longer exists.');

function totalOf(counts: DraftCounts, { ready, withheld }: Pick<GetDrafts, 'ready' | 'withheld'>): number {
  const toSend = ready === undefined ? counts.ready + counts.toFix : counts[ready ? 'ready' : 'toFix'];
  if (ready !== undefined) return withheld ? 0 : toSend;
  return (withheld ? 0 : toSend) + (withheld === false ? 0 : counts.withheld);
}

const windowOf = (page: number) => ({ limit: DRAFTS_PAGE_SIZE, offset: (page - 1) * DRAFTS_PAGE_SIZE });

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

/** Sends what its shop says is not to be sent (shipper.takeDrafts). */
export async function sendAnyway(unit: UnitOfWork, userId: string, { ids }: TakeDrafts): Promise<void> {
  await lockShop(unit.tx, userId);
  await takeDrafts(unit.tx, userId, ids);
}

/** Deletes drafts; those that are gone or shipments already stay as they are. */
export async function removeDrafts(unit: UnitOfWork, userId: string, { ids }: DeleteDrafts): Promise<void> {
  await lockShop(unit.tx, userId);
  await deleteDrafts(unit.tx, userId, ids);
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

import type { Paged } from '../../../src/domain/paged.ts';
import { neighbours } from '../../../src/domain/pagination.ts';
import {
  type DeleteDrafts,
  DRAFTS_PAGE_SIZE,
  type Draft,
  type GetDrafts,
  MAX_DRAFTS,
  type SaveDraft,
  type Unprinted,
} from '../../../src/domain/shop/draft.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { UserError } from '../../errors/errors.ts';
import {
  countDrafts,
  deleteDrafts,
  findDraft,
  insertDraft,
  listDrafts,
  lockDrafts,
  updateDraft,
} from '../../stores/shops/drafts.ts';
import { listUnprinted, lockShop } from '../../stores/shops/own-shipments.ts';
import { checkFields, describeDrafts } from './check-drafts.ts';

const gone = () => new UserError('NOT_FOUND', 'This draft no longer exists.');

/** Lists a page of a shop’s drafts, with what is wrong and what they cost (shipper.getDrafts). */
export async function getDrafts(
  services: Pick<Services, 'db' | 'environment'>,
  userId: string,
  { page, ready }: GetDrafts,
): Promise<Paged<Draft> & { counts: { ready: number; toFix: number } }> {
  const counts = await countDrafts(services.db, userId);
  const total = ready === undefined ? counts.ready + counts.toFix : ready ? counts.ready : counts.toFix;
  const window = { limit: DRAFTS_PAGE_SIZE, offset: (page - 1) * DRAFTS_PAGE_SIZE };
  const rows = await listDrafts(services.db, userId, { ready, ...window });
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

/** @throws PRECONDITION_FAILED if a shop would have too many drafts; its other calls that add some wait. */
export async function assertRoomForDrafts(unit: UnitOfWork, userId: string, more: number): Promise<void> {
  await lockShop(unit.tx, userId);
  const { ready, toFix } = await countDrafts(unit.tx, userId);
  if (ready + toFix + more <= MAX_DRAFTS) return;
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
    await assertRoomForDrafts(unit, userId, 1);
    return insertDraft(unit.tx, userId, { source: 'form', externalId: null, origin: null, fields, isValid });
  }
  const [draft] = await lockDrafts(unit.tx, userId, [id]);
  if (!draft || draft.shipmentId !== null) throw gone();
  if (version !== undefined && version !== draft.version) {
    throw new UserError('CONFLICT', 'This draft was changed somewhere else. Reload the page to see it.');
  }
  return { id, version: await updateDraft(unit.tx, draft, { fields, isValid }) };
}

/** Deletes drafts; those that are gone or shipments already stay as they are. */
export async function removeDrafts(unit: UnitOfWork, userId: string, { ids }: DeleteDrafts): Promise<void> {
  await deleteDrafts(unit.tx, userId, ids);
}

/** Lists a page of a shop’s shipments that wait for a label (shipper.getUnprinted). */
export async function getUnprinted(
  executor: Executor,
  userId: string,
  { page }: { page: number },
): Promise<Paged<Unprinted>> {
  const window = { limit: DRAFTS_PAGE_SIZE, offset: (page - 1) * DRAFTS_PAGE_SIZE };
  const { rows, total } = await listUnprinted(executor, userId, window);
  const data = rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
  return { data, total, pagination: neighbours(page, total, DRAFTS_PAGE_SIZE) };
}

import { sql } from 'drizzle-orm';
import { groupRows } from '../../src/domain/group-rows.ts';
import type { ConfirmDrafts, ConfirmedDrafts } from '../../src/domain/shops/draft.ts';
import { formatWithheld } from '../../src/domain/shops/order-state.ts';
import type { CreateOwnShipment } from '../../src/domain/shops/own-shipment.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { drafts } from '../base/database/tables/shops/drafts.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { createOwnShipments } from '../shops/create-own-shipment.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { checkFields } from './check-drafts.ts';
import { type DraftRow, lockDrafts } from './store/drafts.ts';

type Confirmed = ConfirmedDrafts[number];
type LockedDraft = Awaited<ReturnType<typeof lockDrafts>>[number];

/** Remembers which shipments drafts have become, which have their fields. */
async function markConfirmed(
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

/**
 * Creates the shipments of drafts, each by itself: one that can’t be created says why, and stays. A draft that is
 * already a shipment returns it.
 */
export async function confirmDrafts(
  unit: UnitOfWork,
  userId: string,
  { drafts }: ConfirmDrafts,
): Promise<ConfirmedDrafts> {
  await lockShop(unit.tx, userId);
  const ids = drafts.map(({ id }) => id);
  const rowOf = new Map((await lockDrafts(unit.tx, userId, ids)).map((row) => [row.id, row]));
  const results = new Map<string, Confirmed>();
  const ready: { draft: LockedDraft; input: CreateOwnShipment }[] = [];
  for (const wanted of new Map(drafts.map((one) => [one.id, one])).values()) {
    const draft = rowOf.get(wanted.id);
    const checked = check(unit, draft, wanted);
    if ('input' in checked && draft) ready.push({ draft, input: checked.input });
    else if ('message' in checked) results.set(wanted.id, { id: wanted.id, ...checked });
  }
  // Orders of two shops may have the same number.
  for (const [connectionId, some] of groupRows(ready, ({ draft }) => draft.connectionId ?? '')) {
    const inputs = some.map(({ input }) => input);
    const made = await createOwnShipments(unit, userId, inputs, { connectionId: connectionId || null });
    const confirmed = some.flatMap(({ draft, input }) => {
      const { id } = draft;
      const result = made.get(input);
      if (!result || result instanceof UserError) {
        results.set(id, { id, shipment: null, message: result ? sentenceOf(result) : '' });
        return [];
      }
      results.set(id, { id, shipment: { id: result.id, trackingId: result.trackingId }, message: null });
      return [{ draft, shipmentId: result.id }];
    });
    await markConfirmed(unit.tx, confirmed);
  }
  return ids.flatMap((id) => results.get(id) ?? []);
}

const sentenceOf = ({ fieldErrors = {}, message }: UserError) => Object.values(fieldErrors).flat()[0] ?? message;

const failed = (message: string) => ({ shipment: null, message });

function check(
  unit: UnitOfWork,
  draft: LockedDraft | undefined,
  { version, seenFee }: ConfirmDrafts['drafts'][number],
): Omit<Confirmed, 'id'> | { input: CreateOwnShipment } {
  if (!draft) return failed('This draft no longer exists.');
  const { shipmentId, trackingId } = draft;
  if (shipmentId !== null) return { shipment: { id: shipmentId, trackingId: trackingId ?? '' }, message: null };
  if (version !== draft.version) return failed('This draft has changed. Check it and confirm again.');
  const { withheld, isTaken } = draft;
  if (withheld && !isTaken) return failed(`This order is not to be sent: ${formatWithheld(withheld)}.`);
  const checked = checkFields(unit.services.environment, draft.fields ?? {});
  if ('problems' in checked) return failed(checked.problems[0]?.message ?? '');
  return { input: { ...checked.input, seenFee } };
}

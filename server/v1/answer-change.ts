import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { AddressSchema } from '../../src/domain/shops/address.ts';
import type { AnswerChange } from '../../src/domain/shops/draft.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { drafts } from '../base/database/tables/shops/drafts.ts';
import { fieldError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { checkFields } from '../orders/check-drafts.ts';
import { gone } from '../orders/manage-drafts.ts';
import { type DraftRow, lockDrafts, updateDraft } from '../orders/store/drafts.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { changeV1Shipment } from './change-shipments.ts';
import { liveShipments } from './live-shipments.ts';

/** Forgets what a shop has said of an order: somebody has answered. */
async function clearNews(tx: Transaction, { id }: Locked<DraftRow>): Promise<void> {
  await tx.update(drafts).set({ news: null }).where(eq(drafts.id, id));
}

/**
 * Takes a shop's new address into the draft or the shipment, or leaves what is here (shipper.answerChange).
 * @throws NOT_FOUND; as a change at `/v1`: too-late, no-rate, fee-changed.
 */
export async function answerChange(unit: UnitOfWork, userId: string, { id, take }: AnswerChange): Promise<void> {
  await lockShop(unit.tx, userId);
  const [draft] = await lockDrafts(unit.tx, userId, [id]);
  if (!draft) throw gone();
  const address = take ? draft.news?.address : undefined;
  if (address && draft.shipmentId === null) {
    const fields = { ...draft.fields, ...address };
    await updateDraft(unit.tx, draft, { fields, isValid: 'input' in checkFields(unit.services.environment, fields) });
  } else if (address && draft.shipmentId !== null) {
    const { receiverName: name, ...to } = address;
    const checked = v.safeParse(AddressSchema, to);
    if (!checked.success) throw fieldError('address', `${checked.issues[0].message} Correct it in the shop.`);
    const changes = { receiver: { name }, address: checked.output };
    await changeV1Shipment(unit, { id: userId, shipments: liveShipments }, { id: draft.shipmentId, ...changes });
  }
  await clearNews(unit.tx, draft);
}

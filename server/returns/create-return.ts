import { fromCents } from '../../src/domain/money.ts';
import { pick } from '../../src/domain/pick.ts';
import type { CreateReturn } from '../../src/domain/returns.ts';
import { textsOfReturn } from '../../src/domain/shipment-texts.ts';
import type { OwnShipmentCreated } from '../../src/domain/shops/own-shipment.ts';
import { formatWeight } from '../../src/domain/shops/parcel-size.ts';
import type { Locked } from '../base/database/locked.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockBalance } from '../ledger/store/ledger.ts';
import { lockVerifiedUserIds } from '../people/store/lock-users.ts';
import { createShipments, findCreated } from '../shipments/create-shipment.ts';
import {
  findShipment,
  lockShipment,
  type NewFields,
  type ShipmentRow,
  touchShipment,
} from '../shipments/store/shipments.ts';
import { assertCovered, refused } from '../shops/create-own-shipment.ts';
import { noteShopEvents } from '../webhooks/note-events.ts';
import { answerAskedReturn, insertReturn } from './store/returns.ts';
import { type By, notFound, readTerms, type Terms } from './terms.ts';

/**
 * Creates the return of a shop's shipment (shipper.createReturn).
 * @throws NOT_FOUND, also for others’ shipments; CONFLICT, PRECONDITION_FAILED; no-rate, balance-too-low.
 */
export const createOwnReturn = (unit: UnitOfWork, userId: string, input: CreateReturn): Promise<OwnShipmentCreated> =>
  createReturn(unit, input, ({ senderId }) => senderId === userId);

/** Creates the return of any shipment (shipmentAdmin.createReturn). @throws as createOwnReturn. */
export const createManagedReturn = (unit: UnitOfWork, input: CreateReturn): Promise<OwnShipmentCreated> =>
  createReturn(unit, input, () => true);

async function createReturn(
  unit: UnitOfWork,
  { id, parcels }: CreateReturn,
  mayReturn: (shipment: ShipmentRow) => boolean,
): Promise<OwnShipmentCreated> {
  const earlier = await findCreated(unit);
  const created = earlier && (await findShipment(unit.tx, earlier.id));
  if (created) return { id: created.id, trackingId: created.trackingId, fee: fromCents(created.feeCents) };
  const shipment = await lockReturned(unit, id);
  if (!shipment || !mayReturn(shipment)) throw notFound();
  const terms = await readReturnable(unit, shipment, 'shop', parcels);
  return makeReturn(unit, shipment, terms, { idempotencyKey: null });
}

/** Locks a shipment after its people, like in creation: one return waits for another. */
export async function lockReturned({ tx }: UnitOfWork, id: string): Promise<Locked<ShipmentRow> | null> {
  const seen = await findShipment(tx, id);
  if (!seen) return null;
  await lockVerifiedUserIds(tx, [seen.senderEmail, seen.receiverEmail]);
  return lockShipment(tx, id);
}

/** @throws CONFLICT with why it can't go back; field error at `parcels`. */
export async function readReturnable(
  unit: UnitOfWork,
  shipment: Locked<ShipmentRow>,
  by: By,
  parcels?: number,
): Promise<Terms> {
  const terms = await readTerms(unit.tx, unit.services.environment, shipment, by, { parcels });
  if (terms.refusal !== null) throw new UserError('CONFLICT', terms.refusal);
  return terms;
}

/**
 * Makes the return of a locked shipment, with its fee, and what was asked becomes it. `isWithUs`: nobody has to send
 * it, so nobody gets a label.
 * @throws PRECONDITION_FAILED; no-rate, balance-too-low.
 */
export async function makeReturn(
  unit: UnitOfWork,
  first: Locked<ShipmentRow>,
  { rules, parcels, feeCents, weightG, shipTo, asked }: Terms,
  { idempotencyKey, by = 'shop', isWithUs = false }: { idempotencyKey: string | null; by?: By; isWithUs?: boolean },
): Promise<OwnShipmentCreated> {
  const { SITE_NAME, PREPAID_SHIPPING } = unit.services.environment;
  if (shipTo === '')
    throw new UserError('PRECONDITION_FAILED', 'The sender’s profile has no address to send returns to. Add it there.');
  if (feeCents === null) {
    const weight = Number.isNaN(weightG) ? first.weight : formatWeight(weightG);
    const from = first.receiverCountry && ` from ${first.receiverCountry}`;
    throw refused('no-rate', `There is no rate for a return of ${weight}${from}. Ask ${SITE_NAME} for one.`);
  }
  const prepaying = PREPAID_SHIPPING && rules.payer === 'shop' && feeCents > 0n ? first.senderId : null;
  if (prepaying !== null) {
    const { totalCents, heldCents } = await lockBalance(unit.tx, prepaying);
    const available = totalCents - heldCents;
    if (by === 'receiver' && feeCents > available)
      throw new UserError('PRECONDITION_FAILED', 'The sender can’t pay for this return now. Please ask them.');
    assertCovered(unit, feeCents, available);
  }
  const fields = fieldsOf(first, { parcels, shipTo, fee: fromCents(feeCents), payer: rules.payer });
  const made = (await createShipments(unit, [fields], unit, { isSilent: isWithUs })).get(fields);
  if (!made) throw new Error('A return was not created');
  if (asked) await answerAskedReturn(unit.tx, asked.id, { status: 'created', returnId: made.id });
  else await insertReturn(unit.tx, { shipmentId: first.id, returnId: made.id, status: 'created', idempotencyKey });
  await touchShipment(unit.tx, first);
  const { reference, senderId } = first;
  const shipment = { id: made.id, trackingId: made.trackingId, reference, senderId, codCents: null };
  await noteShopEvents(unit, [{ shipment, type: 'return.created', status: 'in-progress', occurredAt: new Date() }]);
  await unit.audit({ entity: 'shipment', entityId: first.id, after: { return: made.trackingId } });
  return { ...made, fee: fromCents(feeCents) };
}

const MAX_DESCRIPTION = 200;

function fieldsOf(
  first: ShipmentRow,
  { parcels, shipTo, fee, payer }: { parcels: number; shipTo: string; fee: number; payer: 'shop' | 'receiver' },
): NewFields {
  return {
    ...textsOfReturn(first),
    ...pick(first, 'weight', 'dimensions'),
    parcels,
    shipTo,
    fee,
    images: [],
    isReturn: true,
    description: `Return: ${first.description}`.slice(0, MAX_DESCRIPTION).toWellFormed(),
    service: 'Package',
    value: fromCents(first.valueCents),
    // A return swaps sender and receiver.
    payer: payer === 'shop' ? 'receiver' : 'sender',
    shipDate: new Date().toISOString(),
    senderName: first.receiverName,
    senderEmail: first.receiverEmail,
    senderPhone: first.receiverPhone,
    senderCountry: first.receiverCountry,
    receiverName: first.senderName,
    receiverEmail: first.senderEmail,
    receiverPhone: first.senderPhone,
    receiverCountry: first.senderCountry,
    structured: { ...pick(first, 'weightG', 'lengthMm', 'widthMm', 'heightMm'), address: null, location: null },
    unseen: {
      ...(first.receiverCode === null && { sender: first.receiverId }),
      ...(first.senderCode === null && { receiver: first.senderId }),
    },
  };
}

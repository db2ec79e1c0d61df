import { formatMoney, fromCents } from '../../../src/domain/money.ts';
import type { ServiceType } from '../../../src/domain/shipment.ts';
import { formatAddress } from '../../../src/domain/shop/address.ts';
import {
  toOwnShipment,
  type V1ChangeShipment,
  type V1Created,
  type V1CreateShipment,
} from '../../../src/domain/v1/create-shipment.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { UserError } from '../../errors/errors.ts';
import { setAddress } from '../../stores/api/shop-shipments.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';
import { findByReferences, lockShop } from '../../stores/shops/own-shipments.ts';
import { listRatesFor } from '../../stores/shops/rates.ts';
import { changeInformation } from '../shipments/update-shipment.ts';
import { assertWaiting, lockOwnShipment } from '../shops/cancel-own-shipment.ts';
import { countryNamed } from '../shops/country-named.ts';
import { createOwnShipment, duplicateSentence, noRateSentence, refused } from '../shops/create-own-shipment.ts';
import { feeOf } from '../shops/quote.ts';
import { linksOf, requireShopShipment } from './read-shipments.ts';

/**
 * Creates a shipment of a shop, or returns the one that has its reference if the shop wants that.
 * @throws as createOwnShipment
 */
export async function createV1Shipment(
  unit: UnitOfWork,
  shopId: string,
  input: V1CreateShipment,
): Promise<{ created: V1Created; isNew: boolean }> {
  const describe = ({ fee, ...shipment }: { id: string; trackingId: string; fee: number }): V1Created => ({
    id: shipment.id,
    tracking_id: shipment.trackingId,
    ...linksOf(shipment, unit.services.environment),
    fee,
  });
  try {
    return { created: describe(await createOwnShipment(unit, shopId, toOwnShipment(input))), isNew: true };
  } catch (error) {
    // Nothing was written before.
    const known = error instanceof UserError ? error.shop : undefined;
    if (input.on_duplicate_reference !== 'return' || !known?.shipment) throw error;
    const row = await requireShopShipment(unit.tx, shopId, known.shipment.id);
    return { created: describe({ ...row, fee: fromCents(row.feeCents) }), isNew: false };
  }
}

/**
 * Changes a shop's shipment until a courier has loaded it. Its fee stays: an address with another one is refused.
 * @throws NOT_FOUND, CONFLICT, field error; too-late, duplicate-reference, no-rate, fee-changed.
 */
export async function changeV1Shipment(
  unit: UnitOfWork,
  shopId: string,
  { id, body: { receiver = {}, address: given, ...parcel } }: { id: string; body: V1ChangeShipment },
): Promise<ShipmentRow> {
  const { environment } = unit.services;
  const row = await requireShopShipment(unit.tx, shopId, id);
  const address = given && { ...given, country: countryNamed(environment, given.country) };
  if (parcel.reference && parcel.reference !== row.reference) await assertFreeReference(unit, shopId, parcel.reference);
  if (address) await assertSameFee(unit, shopId, row, address);
  const stored = storedParcel(row);
  // It locks people before shipments, so what follows comes after it.
  await changeInformation(unit, {
    ...stored,
    id,
    ...parcel,
    ...(receiver.name !== undefined && { receiverName: receiver.name }),
    ...(receiver.email !== undefined && { receiverEmail: receiver.email }),
    ...(receiver.phone !== undefined && { receiverPhone: receiver.phone }),
    ...(address && { shipTo: formatAddress(address), receiverCountry: address.country }),
    base: stored,
  });
  await assertWaiting(unit, await lockOwnShipment(unit, shopId, id), 'change');
  if (address) await setAddress(unit.tx, id, address);
  return requireShopShipment(unit.tx, shopId, id);
}

async function assertFreeReference({ tx }: UnitOfWork, shopId: string, reference: string): Promise<void> {
  await lockShop(tx, shopId);
  const known = (await findByReferences(tx, shopId, [reference])).get(reference);
  if (known) throw refused('duplicate-reference', duplicateSentence(reference, known), known);
}

async function assertSameFee(
  { tx, services: { environment } }: UnitOfWork,
  shopId: string,
  { weightG, parcels, feeCents }: ShipmentRow,
  { country, postcode }: { country: string; postcode: string },
): Promise<void> {
  // A manager has set its weight, and so perhaps its fee.
  if (weightG === null) return;
  const fee = feeOf(await listRatesFor(tx, shopId), { country, postcode, weightG, parcels });
  if (fee === null) throw refused('no-rate', noRateSentence(weightG, country, environment.SITE_NAME));
  if (fee === feeCents) return;
  const price = formatMoney(fromCents(fee), environment.CURRENCY);
  throw refused('fee-changed', `To that address it costs ${price}. Cancel it and create another.`);
}

/** By the names of an update. */
const storedParcel = (row: ShipmentRow) => ({
  description: row.description,
  service: row.service as ServiceType,
  dimensions: row.dimensions,
  weight: row.weight,
  shipTo: row.shipTo,
  shipDate: row.shipDate.toISOString(),
  deliveryDate: row.deliveryDate?.toISOString() ?? '',
  senderName: row.senderName,
  senderEmail: row.senderEmail,
  senderPhone: row.senderPhone,
  senderCountry: row.senderCountry,
  receiverName: row.receiverName,
  receiverEmail: row.receiverEmail,
  receiverPhone: row.receiverPhone,
  receiverCountry: row.receiverCountry,
  reference: row.reference,
  parcels: row.parcels,
});

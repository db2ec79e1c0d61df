import { cashNote } from '../../src/domain/cash.ts';
import { codOf } from '../../src/domain/cod.ts';
import { labelNote } from '../../src/domain/labels/label-note.ts';
import { formatMoney, fromCents } from '../../src/domain/money.ts';
import { formatAddress } from '../../src/domain/shops/address.ts';
import {
  toChanges,
  toOwnShipment,
  type V1ChangeShipment,
  type V1Created,
  type V1CreateReturn,
  type V1CreateShipment,
} from '../../src/domain/v1/create-shipment.ts';
import { coinOf } from '../base/config/brand.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { countryNamed } from '../countries/country-named.ts';
import { feeOf } from '../prices/quote.ts';
import { listRatesFor } from '../prices/store/rates.ts';
import { createOwnReturn } from '../returns/create-return.ts';
import { duplicateSentence, noRateSentence, refused } from '../shops/create-own-shipment.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { linksOf, requireShopShipment } from './read-shipments.ts';
import type { Shop } from './shop.ts';
import type { ShopShipmentRow } from './store/shop-shipments.ts';

/**
 * Creates a shipment of a shop, or returns the one that has its reference if the shop wants that.
 * @throws as createOwnShipment
 */
export async function createV1Shipment(
  unit: UnitOfWork,
  shop: Shop,
  input: V1CreateShipment,
): Promise<{ created: V1Created; isNew: boolean }> {
  try {
    const { id } = await shop.shipments.create(unit, shop.id, toOwnShipment(input));
    return { created: await describe(unit, shop, id), isNew: true };
  } catch (error) {
    // Nothing was written before.
    const known = error instanceof UserError ? error.shop : undefined;
    if (input.on_duplicate_reference !== 'return' || !known?.shipment) throw error;
    return { created: await describe(unit, shop, known.shipment.id), isNew: false };
  }
}

async function describe({ tx, services }: UnitOfWork, shop: Shop, id: string): Promise<V1Created> {
  const row = await requireShopShipment(tx, shop, id);
  const links = linksOf(row, services.environment);
  return {
    id,
    tracking_id: row.trackingId,
    ...links,
    label_note: labelNote(row),
    cod_note: cashNote(codOf(row).cod, services.environment.CURRENCY, coinOf(services.environment)),
    fee: fromCents(row.feeCents),
  };
}

/** @throws as createOwnReturn */
export async function createV1Return(unit: UnitOfWork, shop: Shop, input: V1CreateReturn): Promise<V1Created> {
  const { id } = await createOwnReturn(unit, shop.id, { id: input.shipment, parcels: input.parcels });
  return describe(unit, shop, id);
}

/**
 * Changes a shop's shipment until a courier has loaded it. Its fee stays: an address with another one is refused.
 * @throws NOT_FOUND, CONFLICT, field error; too-late, duplicate-reference, no-rate, fee-changed.
 */
export async function changeV1Shipment(
  unit: UnitOfWork,
  shop: Shop,
  { id, ...sent }: V1ChangeShipment & { id: string },
): Promise<void> {
  const { environment } = unit.services;
  const { reference, receiver = {}, address: given } = sent;
  const row = await requireShopShipment(unit.tx, shop, id);
  const address = given && { ...given, country: countryNamed(environment, given.country) };
  if (reference && reference !== row.reference) await assertFreeReference(unit, shop, reference);
  if (address) await assertSameFee(unit, shop.id, row, address);
  await shop.shipments.change(unit, shop.id, row, {
    ...toChanges(sent),
    ...(receiver.name !== undefined && { receiverName: receiver.name }),
    ...(receiver.email !== undefined && { receiverEmail: receiver.email }),
    ...(receiver.phone !== undefined && { receiverPhone: receiver.phone }),
    ...(address && { shipTo: formatAddress(address), receiverCountry: address.country, address }),
  });
}

async function assertFreeReference({ tx }: UnitOfWork, { id, shipments }: Shop, reference: string): Promise<void> {
  await lockShop(tx, id);
  const known = (await shipments.findByReferences(tx, id, [reference])).get(reference);
  if (known) throw refused('duplicate-reference', duplicateSentence(reference, known), known);
}

async function assertSameFee(
  { tx, services: { environment } }: UnitOfWork,
  shopId: string,
  { weightG, parcels, feeCents }: ShopShipmentRow,
  { country, postcode }: { country: string; postcode: string },
): Promise<void> {
  if (weightG === null) return;
  const fee = feeOf(await listRatesFor(tx, shopId), { country, postcode, weightG, parcels });
  if (fee === null) throw refused('no-rate', noRateSentence(weightG, country, environment.SITE_NAME));
  if (fee === feeCents) return;
  const price = formatMoney(fromCents(fee), environment.CURRENCY);
  throw refused('fee-changed', `To that address it costs ${price}. Cancel it and create another.`);
}

import { fromCents, toCents } from '../../src/domain/money.ts';
import { parseAddress } from '../../src/domain/places/parse-address.ts';
import { rolesOf } from '../../src/domain/roles.ts';
import { readWeight } from '../../src/domain/shops/measure.ts';
import { findRate, type Parcel } from '../../src/domain/shops/rate.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { fieldError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { formatCents } from '../ledger/change-ledger.ts';
import { forUser, requireUser } from '../ledger/require-user.ts';
import { assertNotOwn } from '../ledger/second-person.ts';
import { findUser } from '../people/store/users.ts';
import type { RateRow } from '../prices/store/rates.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { findShopSettings, saveShopSettings } from '../shops/store/shop-settings.ts';

/** Null for nothing, or if they are no shop. */
export async function findCodLimit(executor: Executor, senderId: string | null): Promise<bigint | null> {
  const limit = senderId && (await findShopSettings(executor, senderId))?.codLimitCents;
  const shop = limit && (await findUser(executor, senderId));
  return shop && rolesOf(shop).includes('shipper') ? limit : null;
}

export function codRefusal(
  services: { environment: Pick<Environment, 'CURRENCY'> },
  limit: bigint | null,
  cod: number | null | undefined,
): string | null {
  if (cod == null) return null;
  if (limit === null) return 'This sender can’t send cash on delivery yet. Managers allow it on the sender’s page.';
  return toCents(cod) > limit ? `Cash on delivery can be at most ${formatCents(limit, { services })}.` : null;
}

/** @throws Field error at `cod` */
export async function assertCodAllowed(
  { tx, services }: UnitOfWork,
  senderId: string | null,
  cod: number | null | undefined,
): Promise<void> {
  const refusal = cod == null ? null : codRefusal(services, await findCodLimit(tx, senderId), cod);
  if (refusal) throw fieldError('cod', refusal);
}

type Priced = Pick<ShipmentRow, 'weightG' | 'weight' | 'receiverCountry' | 'shipTo'> & {
  address: { postcode: string } | null;
};

/** What the price of a shipment depends on; its postcode may stand only in its address. */
export const parcelOf = ({ weightG, weight, receiverCountry: country, shipTo, address }: Priced): Parcel => ({
  country,
  postcode: address?.postcode ?? parseAddress(shipTo).postcode,
  weightG: weightG ?? Number(readWeight(weight)),
});

/** Finds the rate among those that have this fee. */
export const extraFeeOf = (rates: readonly RateRow[], kind: 'returnFeeCents' | 'codFeeCents', parcel: Parcel) =>
  findRate(
    rates.filter((rate) => rate[kind] !== null),
    parcel,
  )?.[kind] ?? null;

export const codFeeOf = (rates: readonly RateRow[], parcel: Parcel): bigint =>
  extraFeeOf(rates, 'codFeeCents', parcel) ?? 0n;

/** rateAdmin.getCod. @throws NOT_FOUND */
export async function getCod(executor: Executor, { userId }: { userId: string }): Promise<{ limit: number | null }> {
  const settings = await forUser(executor, userId, findShopSettings);
  const cents = settings?.codLimitCents ?? null;
  return { limit: cents === null ? null : fromCents(cents) };
}

/** rateAdmin.setCod. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function setCod(
  unit: UnitOfWork,
  { userId, limit }: { userId: string; limit: number | null },
): Promise<void> {
  assertNotOwn(unit, userId);
  await requireUser(unit.tx, userId);
  const before = (await findShopSettings(unit.tx, userId))?.codLimitCents ?? null;
  const after = limit === null ? null : toCents(limit);
  if (before === after) return;
  await saveShopSettings(unit.tx, userId, { codLimitCents: after });
  await unit.audit({
    entity: 'user',
    entityId: userId,
    before: { codLimitCents: before },
    after: { codLimitCents: after },
  });
}

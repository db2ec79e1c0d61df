import { formatMoney, fromCents, toCents } from '../../../src/domain/money.ts';
import type { CreateShipment } from '../../../src/domain/shipment.ts';
import { formatAddress } from '../../../src/domain/shop/address.ts';
import type { CreateOwnShipment, OwnShipmentCreated } from '../../../src/domain/shop/own-shipment.ts';
import { formatSize, formatWeight } from '../../../src/domain/shop/parcel-size.ts';
import type { ShopProblem } from '../../../src/domain/shop-problem.ts';
import { fullName } from '../../../src/domain/user.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { UserError } from '../../errors/errors.ts';
import { lockBalance } from '../../stores/money/ledger.ts';
import { findShipment, type NewFields } from '../../stores/shipments/shipments.ts';
import { findByReference, lockShop, setFeeTransaction } from '../../stores/shops/own-shipments.ts';
import { findShopSettings } from '../../stores/shops/shop-settings.ts';
import { findUser } from '../../stores/users/users.ts';
import { formatCents, postTransaction } from '../money/change-ledger.ts';
import { createShipments, findCreated } from '../shipments/create-shipment.ts';
import { countryNamed } from './country-named.ts';
import { feeOf } from './quote.ts';

/** Who a shop sends as. */
export interface Sender {
  name: string;
  email: string;
  phone: string;
  country: string;
}

/**
 * Returns who a shop sends as: what it has set, or else what its profile says.
 * @throws UNAUTHORIZED if the account is gone
 */
export async function getSender(executor: Executor, userId: string): Promise<Sender> {
  const user = await findUser(executor, userId);
  if (!user) throw new UserError('UNAUTHORIZED');
  const settings = await findShopSettings(executor, userId);
  return {
    name: settings?.senderName || fullName(user),
    email: user.email,
    phone: settings?.senderPhone || (user.phone ?? ''),
    country: settings?.senderCountry || user.nationality,
  };
}

/**
 * Creates a shipment of a shop’s own, once for each key and reference; the fee is ours (shipper.createShipment).
 * @throws Field error; with a problem: no-rate, no-sender, duplicate-reference, balance-too-low, fee-changed.
 */
export async function createOwnShipment(
  unit: UnitOfWork,
  userId: string,
  { seenFee, ...input }: CreateOwnShipment,
): Promise<OwnShipmentCreated> {
  const earlier = await findCreated(unit);
  const created = earlier && (await findShipment(unit.tx, earlier.id));
  if (created) return { id: created.id, trackingId: created.trackingId, fee: fromCents(created.feeCents) };
  const { environment } = unit.services;
  const sender = await getSender(unit.tx, userId);
  if (sender.name === '' || sender.phone === '') {
    throw refused('no-sender', 'Enter the name and phone number that you send as first.');
  }
  const address = addressOf(input, countryNamed(environment, input.country));
  await lockShop(unit.tx, userId);
  await assertNewReference(unit, userId, input.reference);
  const feeCents = await feeOf(unit.tx, userId, { ...input, ...address });
  if (feeCents === null)
    throw refused('no-rate', noRateSentence(input.weightG, address.country, environment.SITE_NAME));
  if (seenFee !== undefined && toCents(seenFee) !== feeCents) {
    throw refused(
      'fee-changed',
      `The fee is now ${formatMoney(fromCents(feeCents), environment.CURRENCY)}. Check it and confirm again.`,
    );
  }
  const fields = fieldsOf(sender, { ...input, ...address }, feeCents);
  const [shipment] = await createShipments(unit, [fields], unit);
  if (!shipment) throw new Error('A shipment was not created');
  if (environment.PREPAID_SHIPPING && feeCents > 0n) await charge(unit, userId, { ...shipment, feeCents });
  return { ...shipment, fee: fromCents(feeCents) };
}

/** Says where a rate is missing. */
export const noRateSentence = (grams: number, country: string, brand: string) =>
  `There is no rate for ${formatWeight(grams)} to ${country}. Ask ${brand} for one.`;

const CODES = { 'duplicate-reference': 'CONFLICT', 'fee-changed': 'CONFLICT' } as const;

/** Refuses a shop’s call, with a reason that programs can read. */
export function refused(type: ShopProblem['type'], sentence: string, shipment?: ShopProblem['shipment']): UserError {
  const code = type in CODES ? CODES[type as keyof typeof CODES] : 'PRECONDITION_FAILED';
  return new UserError(code, sentence, { shop: { type, ...(shipment && { shipment }) } });
}

async function assertNewReference({ tx }: UnitOfWork, userId: string, reference: string): Promise<void> {
  const known = reference === '' ? null : await findByReference(tx, userId, reference);
  if (!known) return;
  const sentence = `You already have a shipment with the reference ${reference}: ${known.trackingId}.`;
  throw refused('duplicate-reference', sentence, known);
}

const addressOf = ({ line1, line2, city, postcode }: CreateOwnShipment, country: string) => ({
  line1,
  line2,
  city,
  postcode,
  country,
});

function fieldsOf(sender: Sender, input: Omit<CreateOwnShipment, 'seenFee'>, feeCents: bigint): NewFields {
  const { weightG, lengthMm, widthMm, heightMm, shipDate, location, ...rest } = input;
  const { line1, line2, city, postcode, country, ...texts } = rest;
  const address = { line1, line2, city, postcode, country };
  const fields: CreateShipment = {
    ...texts,
    dimensions: formatSize({ lengthMm, widthMm, heightMm }),
    weight: formatWeight(weightG),
    fee: fromCents(feeCents),
    payer: 'sender',
    shipTo: formatAddress(address),
    shipDate: shipDate ?? new Date().toISOString(),
    senderName: sender.name,
    senderEmail: sender.email,
    senderPhone: sender.phone,
    senderCountry: sender.country,
    receiverCountry: country,
    images: [],
    ...(location && { location }),
  };
  return { ...fields, structured: { weightG, lengthMm, widthMm, heightMm, address } };
}

/** Takes the fee from the prepaid balance, which has to cover it. */
async function charge(
  unit: UnitOfWork,
  userId: string,
  { id, trackingId, feeCents }: { id: string; trackingId: string; feeCents: bigint },
): Promise<void> {
  const { totalCents, heldCents } = await lockBalance(unit.tx, userId);
  const available = totalCents - heldCents;
  if (feeCents > available) {
    const has = formatCents(available > 0n ? available : 0n, unit);
    throw refused('balance-too-low', `This costs ${formatCents(feeCents, unit)}, but your balance is ${has}.`);
  }
  const transaction = {
    type: 'fee' as const,
    status: 'successful' as const,
    amountCents: feeCents,
    summary: `Shipment ${trackingId}`,
  };
  const feeId = await postTransaction(unit, { userId, ...transaction });
  await setFeeTransaction(unit.tx, id, feeId);
  await unit.audit({ entity: 'transaction', entityId: feeId, userId, after: transaction });
}

import { fromCents, toCents } from '../../src/domain/money.ts';
import { policyWithCode } from '../../src/domain/runs/proof-policy.ts';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import type { ShopProblem } from '../../src/domain/shop-problem.ts';
import { formatAddress } from '../../src/domain/shops/address.ts';
import type { Sender } from '../../src/domain/shops/draft.ts';
import type { CreateOwnShipment, OwnShipmentCreated } from '../../src/domain/shops/own-shipment.ts';
import { formatSize, formatWeight } from '../../src/domain/shops/parcel-size.ts';
import type { Executor } from '../base/database/client.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { codRefusal, findCodLimit } from '../cod/cod-terms.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { countryNamed } from '../countries/country-named.ts';
import { joinCollected, lockUnknown } from '../deliveries/join-collected.ts';
import { formatCents } from '../ledger/change-ledger.ts';
import { lockBalance } from '../ledger/store/ledger.ts';
import { lockVerifiedUserIds } from '../people/store/lock-users.ts';
import { findUser } from '../people/store/users.ts';
import { assertNotSwapped } from '../places/assert-not-swapped.ts';
import { feeOf } from '../prices/quote.ts';
import { listRatesFor, type RateRow } from '../prices/store/rates.ts';
import { assertReachable, createShipments, findCreated } from '../shipments/create-shipment.ts';
import { findShipment, type NewFields } from '../shipments/store/shipments.ts';
import { findByReferences, lockShop } from './store/own-shipments.ts';
import { findShopSettings } from './store/shop-settings.ts';

/** @throws UNAUTHORIZED if the account is gone */
export async function getSender(executor: Executor, userId: string): Promise<Sender> {
  const user = await findUser(executor, userId);
  if (!user) throw new UserError('UNAUTHORIZED');
  const settings = await findShopSettings(executor, userId);
  return {
    // Never the email address: it is printed.
    name: settings?.senderName || [user.firstName, user.lastName].filter(Boolean).join(' '),
    email: user.email,
    phone: settings?.senderPhone || (user.phone ?? ''),
    country: settings?.senderCountry || user.nationality,
    handoverCode: settings?.handoverCode ?? 'off',
  };
}

/**
 * Creates one for each key and reference.
 * @throws Field error; with a problem: no-rate, no-sender, duplicate-reference, balance-too-low,
 * fee-changed.
 */
export async function createOwnShipment(
  unit: UnitOfWork,
  userId: string,
  input: CreateOwnShipment,
): Promise<OwnShipmentCreated> {
  const earlier = await findCreated(unit);
  const created = earlier && (await findShipment(unit.tx, earlier.id));
  if (created) return { id: created.id, trackingId: created.trackingId, fee: fromCents(created.feeCents) };
  const result = (await createOwnShipments(unit, userId, [input], { key: unit })).get(input);
  if (!result) throw new Error('A shipment was not created');
  if (result instanceof UserError) throw result;
  return result;
}

/**
 * What can’t be created is an error. A key is for one shipment. `connectionId` names the connected
 * shop of the orders.
 */
export async function createOwnShipments(
  unit: UnitOfWork,
  userId: string,
  inputs: readonly CreateOwnShipment[],
  { key, connectionId }: { key?: Pick<UnitOfWork, 'idempotencyKey' | 'inputHash'>; connectionId?: string | null },
): Promise<Map<CreateOwnShipment, OwnShipmentCreated | UserError>> {
  const planning = await startPlanning(unit, userId, inputs, (tx, id, references) =>
    findByReferences(tx, id, references, connectionId),
  );
  // People before balances, as when an account is deleted.
  await lockVerifiedUserIds(unit.tx, [planning.sender.email, ...inputs.map(({ receiverEmail }) => receiverEmail)]);
  const references = inputs.flatMap(({ reference }) => reference || []);
  const unknown = references.length > 0 ? await lockUnknown(unit, userId, references) : [];
  const balance = unit.services.environment.PREPAID_SHIPPING ? await lockBalance(unit.tx, userId) : null;
  const state = { ...planning, available: balance && balance.totalCents - balance.heldCents };
  const results = new Map<CreateOwnShipment, OwnShipmentCreated | UserError>();
  const planned = new Map<CreateOwnShipment, Planned>();
  for (const input of inputs) {
    try {
      planned.set(input, planShipment(unit, state, input));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      results.set(input, error);
    }
  }
  if (planned.size === 0) return results;
  const made = await createShipments(
    unit,
    Array.from(planned.values(), ({ fields }) => fields),
    key,
  );
  for (const [input, { fields, feeCents }] of planned) {
    const shipment = made.get(fields);
    if (!shipment) throw new Error('A shipment was not created');
    results.set(input, { ...shipment, fee: fromCents(feeCents) });
  }
  const byReference = Array.from(
    planned,
    ([{ reference }, { fields }]) => [reference, made.get(fields)?.id ?? ''] as const,
  );
  await joinCollected(unit, unknown, new Map(byReference));
  return results;
}

interface Planned {
  fields: NewFields;
  feeCents: bigint;
}

interface Planning {
  sender: Sender;
  /** Keyed by reference, with those that are planned. */
  known: Map<string, { id: string; trackingId: string } | null>;
  rates: readonly RateRow[];
  codLimit: bigint | null;
  /** In cents; null if shops don’t pay ahead. */
  available: bigint | null;
}

/** The shop plans no others until the transaction ends. */
export async function startPlanning(
  { tx }: UnitOfWork,
  userId: string,
  inputs: readonly CreateOwnShipment[],
  findKnown: typeof findByReferences,
): Promise<Planning> {
  const sender = await getSender(tx, userId);
  await lockShop(tx, userId);
  const asked = inputs.map(({ reference }) => reference).filter(Boolean);
  const known = await findKnown(tx, userId, asked);
  const codLimit = await findCodLimit(tx, userId);
  return { sender, known, rates: await listRatesFor(tx, userId), codLimit, available: null };
}

export function planShipment(unit: UnitOfWork, state: Planning, { seenFee, ...input }: CreateOwnShipment): Planned {
  const { environment } = unit.services;
  const { sender, known, rates } = state;
  if (sender.name === '' || sender.phone === '') {
    throw refused('no-sender', 'Enter the name and phone number that you send as first.');
  }
  const country = countryNamed(environment, input.country);
  assertReachable(unit.services, { ...input, receiverCountry: country });
  assertNotSwapped(unit.services, { shipTo: formatAddress(input), location: input.location });
  const { reference } = input;
  const duplicate = known.get(reference);
  if (duplicate) throw refused('duplicate-reference', duplicateSentence(reference, duplicate), duplicate);
  if (duplicate === null) throw refused('duplicate-reference', `The reference ${reference} is here twice.`);
  const noCod = codRefusal(unit.services, state.codLimit, input.cod);
  if (noCod) throw fieldError('cod', noCod);
  const feeCents = feeOf(rates, { ...input, country });
  if (feeCents === null) throw refused('no-rate', noRateSentence(input.weightG, country, environment.SITE_NAME));
  if (seenFee !== undefined && toCents(seenFee) !== feeCents) {
    throw refused('fee-changed', `The fee is now ${formatCents(feeCents, unit)}. Check it and confirm again.`);
  }
  if (state.available !== null) {
    assertCovered(unit, feeCents, state.available);
    state.available -= feeCents;
  }
  if (reference !== '') known.set(reference, null);
  const proof = policyWithCode(input.handoverCode ?? sender.handoverCode ?? 'off', environment.PROOF_POLICY);
  return { fields: { ...fieldsOf(sender, { ...input, country }, feeCents), proof }, feeCents };
}

/** @throws balance-too-low. */
export function assertCovered(unit: UnitOfWork, feeCents: bigint, available: bigint): void {
  if (feeCents <= available) return;
  const has = formatCents(available > 0n ? available : 0n, unit);
  throw refused('balance-too-low', `This costs ${formatCents(feeCents, unit)}, but your balance is ${has}.`);
}

export const duplicateSentence = (reference: string, { trackingId }: { trackingId: string }) =>
  `You already have a shipment with the reference ${reference}: ${trackingId}.`;

export const noRateSentence = (grams: number, country: string, brand: string) =>
  `There is no rate for ${formatWeight(grams)} to ${country}. Ask ${brand} for one.`;

const CODES = { 'duplicate-reference': 'CONFLICT', 'fee-changed': 'CONFLICT' } as const;

export function refused(type: ShopProblem['type'], sentence: string, shipment?: ShopProblem['shipment']): UserError {
  const code = type in CODES ? CODES[type as keyof typeof CODES] : 'PRECONDITION_FAILED';
  return new UserError(code, sentence, { shop: { type, ...(shipment && { shipment }) } });
}

function fieldsOf(sender: Sender, input: Omit<CreateOwnShipment, 'seenFee'>, feeCents: bigint): NewFields {
  const { weightG, lengthMm, widthMm, heightMm, shipDate, location, handoverCode, ...rest } = input;
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
  };
  return { ...fields, structured: { weightG, lengthMm, widthMm, heightMm, address, location: location ?? null } };
}

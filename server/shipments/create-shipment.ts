import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { groupRows } from '../../src/domain/group-rows.ts';
import { missingEmail } from '../../src/domain/missing-email.ts';
import { type Member, maySetFee } from '../../src/domain/roles.ts';
import { type CreateShipment, NOT_YOUR_COD, NOT_YOUR_FEE, type Party } from '../../src/domain/shipment.ts';
import { composeTrackingId, TRACKING_ID_RANDOM_LENGTH } from '../../src/domain/tracking-id.ts';
import { textsReceivers } from '../base/config/brand.ts';
import type { Transaction } from '../base/database/client.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { fieldError } from '../base/errors/errors.ts';
import { canBeTexted } from '../base/phone-numbers/international-number.ts';
import { createPrivateCode } from '../base/secrets/secrets.ts';
import { forBatches } from '../base/sql/lists.ts';
import { assertCodAllowed, codFeeOf, parcelOf } from '../cod/cod-terms.ts';
import { keyConflict, type UnitOfWork } from '../context/unit-of-work.ts';
import { normalizeCountries } from '../countries/resolve-countries.ts';
import type { MailRequest } from '../mail/letters/enqueue-mail.ts';
import { lockVerifiedUserIds } from '../people/store/lock-users.ts';
import { assertNotSwapped } from '../places/assert-not-swapped.ts';
import { givePlaces } from '../places/give-places.ts';
import { chargeFees, lockShopBalances, payingAccount } from '../prices/book-fees.ts';
import { listRatesFor } from '../prices/store/rates.ts';
import { noteShopEvents } from '../webhooks/note-events.ts';
import { auditedShipment } from './audited-shipment.ts';
import { claimImages } from './image-lifecycle.ts';
import { findActivityOfKey, insertActivities } from './store/activities.ts';
import { columnsOf, type NewFields, type ShipmentRow } from './store/shipments.ts';

interface Created {
  id: string;
  trackingId: string;
}

/** @throws A field error if someone without the right sets a price. */
export function assertMaySetFee(creator: Member, { fee, cod }: Pick<CreateShipment, 'fee' | 'cod'>): void {
  if (maySetFee(creator)) return;
  if (fee > 0) throw fieldError('fee', NOT_YOUR_FEE);
  if (cod != null) throw fieldError('cod', NOT_YOUR_COD);
}

/** @throws A field error if a receiver has neither an email nor a phone that can be texted. */
export function assertReachable(
  { environment }: Pick<UnitOfWork['services'], 'environment'>,
  receiver: Parameters<typeof missingEmail>[0],
): void {
  const problem = missingEmail(receiver, textsReceivers(environment), canBeTexted);
  if (problem) throw fieldError('receiverEmail', problem);
}

/**
 * Creates one shipment, however late a draft is resent.
 * @throws Field error
 */
export async function createShipment(unit: UnitOfWork, input: CreateShipment): Promise<Created> {
  const earlier = await findCreated(unit);
  if (earlier) return earlier;
  const fields = normalizeCountries(unit.services.environment, input);
  assertReachable(unit.services, fields);
  assertNotSwapped(unit.services, fields);
  if (fields.cod != null) {
    const owners = await lockVerifiedUserIds(unit.tx, [fields.senderEmail, fields.receiverEmail]);
    await assertCodAllowed(unit, owners.get(fields.senderEmail.toLowerCase()) ?? null, fields.cod);
  }
  const created = (await createShipments(unit, [fields], unit)).get(fields);
  if (!created) throw new Error('A shipment was not created');
  return created;
}

/**
 * Finds the shipment that this key has created; null if the key is new.
 * @throws CONFLICT
 */
export async function findCreated({ tx, actor, idempotencyKey }: UnitOfWork): Promise<Created | null> {
  if (!actor || !idempotencyKey) return null;
  const entry = await findActivityOfKey(tx, { createdBy: actor.id, idempotencyKey });
  if (!entry) return null;
  if (entry.kind !== 'created') throw keyConflict();
  return { id: entry.shipmentId, trackingId: entry.trackingId };
}

/**
 * Creates shipments in order, each found by its input, and emails each party its code.
 * @throws Field error at `images`. Specification sections 3, 5 and 7.
 */
export async function createShipments(
  unit: UnitOfWork,
  inputs: readonly NewFields[],
  { idempotencyKey, inputHash }: Partial<Pick<UnitOfWork, 'idempotencyKey' | 'inputHash'>> = {},
  { isSilent = false } = {},
): Promise<Map<NewFields, Created>> {
  await claimImages(
    unit,
    inputs.flatMap(({ images }) => images),
  );
  const made = await insertAll(unit, inputs);
  const shipments = [...made.values()];
  await insertActivities(
    unit.tx,
    shipments.map(({ id, status, createdAt }) => ({
      shipmentId: id,
      status,
      kind: 'created' as const,
      comment: 'Label created',
      address: '',
      occurredAt: createdAt,
      createdBy: unit.actor?.id ?? null,
      idempotencyKey,
      inputHash,
    })),
  );
  await unit.audit(
    shipments.map((shipment) => ({ entity: 'shipment', entityId: shipment.id, after: auditedShipment(shipment) })),
  );
  await chargeFees(unit, shipments);
  await noteShopEvents(
    unit,
    shipments.map((shipment) => ({
      shipment,
      type: 'shipment.created',
      status: shipment.status,
      occurredAt: shipment.createdAt,
    })),
  );
  if (!isSilent) await unit.mails(shipments.flatMap(mailsOf));
  return new Map(Array.from(made, ([input, { id, trackingId }]) => [input, { id, trackingId }]));
}

interface NewShipment {
  id: string;
  fields: NewFields;
  trackingId: string;
  senderId: string | null;
  receiverId: string | null;
  senderCode: Buffer | null;
  receiverCode: Buffer | null;
  feeTransactionId: string | null;
  codFeeCents: bigint;
}

async function insertShipments(tx: Transaction, rows: readonly NewShipment[]): Promise<ShipmentRow[]> {
  return forBatches(
    rows.map(({ fields: { structured, isReturn, proof, unseen, ...fields }, ...made }) => ({
      ...columnsOf(fields),
      proof,
      ...structured,
      ...made,
    })),
    (some) => tx.insert(shipments).values(some).onConflictDoNothing({ target: shipments.trackingId }).returning(),
  );
}

async function insertAll(unit: UnitOfWork, inputs: readonly NewFields[]): Promise<Map<NewFields, ShipmentRow>> {
  const { secrets, environment } = unit.services;
  const owners = await lockVerifiedUserIds(
    unit.tx,
    inputs.flatMap(({ senderEmail, receiverEmail }) => [senderEmail, receiverEmail]),
  );
  const codFees = await readCodFees(unit, inputs, owners);
  await givePlaces(unit, inputs);
  const shops = await lockShopBalances(unit, owners.values());
  const wanted = inputs.map((fields) => {
    const { senderEmail, receiverEmail, unseen = {} } = fields;
    const { sender: senderId = owners.get(senderEmail.toLowerCase()) ?? null } = unseen;
    const { receiver: receiverId = owners.get(receiverEmail.toLowerCase()) ?? null } = unseen;
    const codeOf = (party: Party) => (party in unseen ? null : secrets.encryptCode(createPrivateCode()));
    const payer = payingAccount({ payer: fields.payer, senderId, receiverId }, fields.isReturn);
    return {
      id: uuidv7(),
      fields,
      senderId,
      receiverId,
      senderCode: codeOf('sender'),
      receiverCode: codeOf('receiver'),
      codFeeCents: codFees.get(fields) ?? 0n,
      feeTransactionId: fields.fee > 0 && shops.has(payer ?? '') ? uuidv7() : null,
    };
  });
  const inserted = new Map<string, ShipmentRow>();
  while (inserted.size < wanted.length) {
    const rows = wanted
      .filter(({ id }) => !inserted.has(id))
      .map((shipment) => ({
        ...shipment,
        trackingId: composeTrackingId(environment.BRAND_LETTER, randomBytes(TRACKING_ID_RANDOM_LENGTH)),
      }));
    for (const row of await insertShipments(unit.tx, rows)) inserted.set(row.id, row);
  }
  return new Map(
    wanted.flatMap(({ id, fields }) => {
      const row = inserted.get(id);
      return row ? [[fields, row] as const] : [];
    }),
  );
}

async function readCodFees(
  { tx }: UnitOfWork,
  inputs: readonly NewFields[],
  owners: ReadonlyMap<string, string>,
): Promise<Map<NewFields, bigint>> {
  const fees = new Map<NewFields, bigint>();
  const ofSender = groupRows(
    inputs.filter(({ cod }) => cod != null),
    ({ senderEmail }) => owners.get(senderEmail.toLowerCase()) ?? '',
  );
  for (const [senderId, some] of ofSender) {
    const rates = senderId ? await listRatesFor(tx, senderId) : [];
    for (const fields of some) {
      const parcel = parcelOf({ weightG: null, address: null, ...fields.structured, ...fields });
      fees.set(fields, codFeeOf(rates, parcel));
    }
  }
  return fees;
}

function mailsOf({ id: shipmentId, senderEmail, receiverEmail }: ShipmentRow): MailRequest[] {
  return [
    { kind: 'shipment-created', receiver: senderEmail, about: { shipmentId, party: 'sender' } },
    { kind: 'shipment-created', receiver: receiverEmail, about: { shipmentId, party: 'receiver' } },
  ];
}

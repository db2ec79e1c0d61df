import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { fromCents } from '../../src/domain/money.ts';
import {
  type CorrectParty,
  correctedFields,
  DELIVERED_BEFORE_SHIPPED,
  fieldsOfCorrection,
  isDeliveredAfterShipping,
  type Payer,
  type UpdateParcel,
  type UpdateShipmentInfo,
  type UpdateShipmentStatus,
} from '../../src/domain/shipment.ts';
import { statusLabel } from '../../src/domain/shipment-status.ts';
import { webhookEventOf } from '../../src/domain/webhook.ts';
import { mergeChanges } from '../base/conflicts/merge-changes.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { endChoicesOf, withdrawBringingBack } from '../choices/store/choices.ts';
import { assertCodAllowed, codFeeOf, parcelOf } from '../cod/cod-terms.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { normalizeCountries } from '../countries/resolve-countries.ts';
import {
  callOffReturn,
  closeTaskOf,
  flagCourierIsParty,
  followClaims,
  followEdit,
  lockRunToDoor,
} from '../deliveries/follow-task.ts';
import { lockPayers } from '../ledger/store/fees.ts';
import { tellParties } from '../messages/tell-parties.ts';
import { lockVerifiedUserIds } from '../people/store/lock-users.ts';
import { assertNotSwapped } from '../places/assert-not-swapped.ts';
import { givePlaces } from '../places/give-places.ts';
import { bookFeesOfStatus, followFee } from '../prices/book-fees.ts';
import { listRatesFor } from '../prices/store/rates.ts';
import { resolveAsked } from '../runs/store/run-exceptions.ts';
import { wasEverLoaded } from '../runs/store/run-tasks.ts';
import { addEntry } from '../timeline/add-entry.ts';
import { resolveEntryTime } from '../timeline/clamp-to-now.ts';
import { noteShopEvents } from '../webhooks/note-events.ts';
import { auditedShipment } from './audited-shipment.ts';
import { assertReachable } from './create-shipment.ts';
import { claimImages } from './image-lifecycle.ts';
import {
  accessAfterCorrection,
  type CodeRight,
  type CorrectionRights,
  leaveFormerContacts,
  replacedCodes,
} from './shipment-access.ts';
import { listStatusChanges } from './store/activities.ts';
import { raisedClaims } from './store/claims.ts';
import {
  columnsOf,
  lockShipment,
  type ShipmentAccess,
  type ShipmentRow,
  type StructuredParts,
  updateShipmentStatus,
} from './store/shipments.ts';

/** @throws NOT_FOUND, CONFLICT, field error. */
export async function updateShipment(
  unit: UnitOfWork,
  input: UpdateShipmentInfo | UpdateShipmentStatus,
  codeRight?: CodeRight,
): Promise<void> {
  if ('status' in input) await changeStatus(unit, input);
  else await changeInformation(unit, input, codeRight);
}

/**
 * Any status may follow any (specification section 4).
 * @throws NOT_FOUND, CONFLICT
 */
export async function changeStatus(
  unit: UnitOfWork,
  { id, status, baseStatusVersion, ...reported }: UpdateShipmentStatus,
  { isSilent = false, yieldsToLater = false, isUndoable = false } = {},
): Promise<'done' | 'unchanged' | 'overtaken'> {
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new UserError('NOT_FOUND', 'This shipment no longer exists.');
  if (shipment.status === status) return 'unchanged';
  const when = await resolveEntryTime(unit, shipment, reported);
  const changes = yieldsToLater ? await listStatusChanges(unit.tx, [shipment]) : [];
  const isOvertaken = changes.some(({ occurredAt }) => occurredAt > when.occurredAt);
  // First: a key already written means this was done.
  const added = await addEntry(unit, {
    shipmentId: id,
    status,
    kind: 'status',
    comment: `Status changed to ${statusLabel(status)}`,
    address: '',
    ...when,
  });
  if (!added) return 'unchanged';
  if (isOvertaken) return 'overtaken';
  if (baseStatusVersion !== undefined && baseStatusVersion !== shipment.statusVersion) {
    throw new UserError('CONFLICT', `Someone else changed the status to ${statusLabel(shipment.status)}.`);
  }
  if (status === 'delivered' || status === 'cancelled') await closeTaskOf(unit.tx, shipment);
  const coming = await lockRunToDoor(unit.tx, shipment);
  await lockPayers(unit.tx, [shipment]);
  await updateShipmentStatus(unit.tx, [shipment], status);
  await callOffReturn(unit, coming);
  await bookFeesOfStatus(unit, [shipment]);
  if (status === 'cancelled') await withdrawBringingBack(unit.tx, id);
  await unit.audit({ entity: 'shipment', entityId: id, before: { status: shipment.status }, after: { status } });
  await noteShopEvents(unit, [{ shipment, type: webhookEventOf(status), status, occurredAt: when.occurredAt }]);
  const undoable = isUndoable ? { statusVersion: shipment.statusVersion + 1 } : {};
  const about = { status, occurredAt: when.occurredAt.toISOString(), ...undoable };
  if (!isSilent) await tellParties(unit, [{ shipment, news: { kind: 'status-changed', about } }]);
  return 'done';
}

/**
 * Does not overwrite what someone else changed.
 * @throws NOT_FOUND, CONFLICT, field error.
 */
export async function changeInformation(
  unit: UnitOfWork,
  { base, ...input }: UpdateShipmentInfo | UpdateParcel | Omit<UpdateParcel, 'value' | 'payer'>,
  codeRight: CodeRight = 'granted',
): Promise<void> {
  const owners = await lockVerifiedUserIds(unit.tx, [input.senderEmail, input.receiverEmail]);
  const before = await lockShipment(unit.tx, input.id);
  if (!before) throw new UserError('NOT_FOUND', 'This shipment no longer exists.');
  const stored = storedFields(before);
  const merged = mergeChanges(stored, input, base);
  const { value, fee } = stored;
  const payer = before.payer as Payer;
  const fields = normalizeCountries(unit.services.environment, { value, fee, payer, ...merged }, before);
  if (!isDeliveredAfterShipping(fields)) throw fieldError('deliveryDate', DELIVERED_BEFORE_SHIPPED);
  assertNotSwapped(unit.services, fields);
  if (fields.images) await claimImages(unit, fields.images, before.images);
  const given = await givePlaces(unit, [fields]);
  if (given > 0) await unit.audit({ entity: 'shipment', entityId: input.id, after: { place: 'given' } });
  await writeFields(unit, before, columnsOf(fields), { owners, codeRight });
}

/** @throws NOT_FOUND, CONFLICT. */
export async function correctParty(
  unit: UnitOfWork,
  { base, ...input }: CorrectParty,
  codeRight: CodeRight = 'granted',
): Promise<void> {
  const owners = await lockVerifiedUserIds(unit.tx, input.email ? [input.email] : []);
  const before = await lockShipment(unit.tx, input.id);
  if (!before) throw new UserError('NOT_FOUND', 'This shipment no longer exists.');
  const { email, ...rest } = mergeChanges(correctedFields(before, input.party), input, base);
  await writeFields(unit, before, fieldsOfCorrection({ ...rest, email: email?.toLowerCase() }), { owners, codeRight });
}

/** The receiver asks for it and the sender agrees; it locks nobody. */
export const changeShipTo = (unit: UnitOfWork, shipment: Locked<ShipmentRow>, shipTo: string): Promise<void> =>
  writeFields(unit, shipment, { shipTo }, { owners: new Map(), codeRight: 'none' });

const CONTACT = ['receiverEmail', 'receiverPhone', 'receiverCountry'] as const;

async function updateShipmentFields(
  tx: Transaction,
  row: Locked<ShipmentRow>,
  fields: Partial<ReturnType<typeof columnsOf>>,
  access: ShipmentAccess,
): Promise<Locked<ShipmentRow> | null> {
  const columns = { ...fields, ...outdatedParts(row, fields), id: row.id, ...access };
  if (isDeepStrictEqual({ ...row, ...columns }, row)) return null;
  const [after] = await tx
    .update(shipments)
    .set({ ...columns, ...raisedClaims(row, columns) })
    .where(eq(shipments.id, row.id))
    .returning();
  return (after as Locked<ShipmentRow> | undefined) ?? null;
}

function outdatedParts(
  row: ShipmentRow,
  {
    shipTo = row.shipTo,
    receiverCountry = row.receiverCountry,
    weight = row.weight,
    dimensions = row.dimensions,
  }: Partial<ShipmentRow>,
): Partial<StructuredParts> {
  return {
    ...((shipTo !== row.shipTo || receiverCountry !== row.receiverCountry) && { address: null, location: null }),
    ...(weight !== row.weight && { weightG: null }),
    ...(dimensions !== row.dimensions && { lengthMm: null, widthMm: null, heightMm: null }),
  };
}

async function writeFields(
  unit: UnitOfWork,
  before: Locked<ShipmentRow>,
  columns: Parameters<typeof updateShipmentFields>[2],
  rights: CorrectionRights,
): Promise<void> {
  const next = { ...before, ...columns };
  const isReached = CONTACT.every((key) => next[key] === before[key]);
  if (!isReached) assertReachable(unit.services, next);
  if (next.senderEmail === '' && before.senderEmail !== '')
    throw fieldError('senderEmail', 'Sender email is required.');
  const { access, replaced } = await accessAfterCorrection(unit, before, columns, rights);
  const cod = await changedCod(unit, before, { ...columns, ...access });
  const after = await updateShipmentFields(unit.tx, before, { ...columns, ...cod }, access);
  if (!after) return;
  for (const party of replaced) await endChoicesOf(unit.tx, after.id, party);
  if (replaced.includes('receiver')) {
    await followClaims(unit.tx, [after.id]);
    await resolveAsked(unit.tx, after, ['choice-wish']);
  }
  await followEdit(unit, after);
  for (const account of [access.senderId, access.receiverId]) {
    if (account) await flagCourierIsParty(unit.tx, account, after);
  }
  await followFee(unit, before, after);
  await leaveFormerContacts(unit, { before, after, replaced });
  await unit.audit({
    entity: 'shipment',
    entityId: before.id,
    before: auditedShipment(before),
    after: { ...auditedShipment(after), ...replacedCodes(replaced) },
  });
}

/** @throws Field error at `cod`, also too-late. */
async function changedCod(
  unit: UnitOfWork,
  before: Locked<ShipmentRow>,
  changes: Partial<Pick<ShipmentRow, 'codCents' | 'senderId'>>,
): Promise<{ codFeeCents?: bigint }> {
  const { codCents, senderId } = { ...before, ...changes };
  const isSame = codCents === before.codCents;
  if (isSame && senderId === before.senderId) return {};
  if (before.prepaidCents !== null)
    throw fieldError(isSame ? 'senderEmail' : 'cod', 'The receiver has paid ahead, so this stays as it is.');
  if (!isSame && (before.status === 'delivered' || (await wasEverLoaded(unit.tx, before.id))))
    throw fieldError('cod', 'It’s too late to change the cash on delivery: a courier has loaded this shipment.', {
      shop: { type: 'too-late' },
    });
  await assertCodAllowed(unit, senderId, codCents === null ? null : fromCents(codCents));
  if (isSame || codCents === null) return {};
  const rates = senderId ? await listRatesFor(unit.tx, senderId) : [];
  return { codFeeCents: codFeeOf(rates, parcelOf(before)) };
}

export function storedFields<
  Row extends Pick<ShipmentRow, 'valueCents' | 'feeCents' | 'codCents' | 'shipDate' | 'deliveryDate'>,
>({ valueCents, feeCents, codCents, shipDate, deliveryDate, ...row }: Row) {
  return {
    ...row,
    value: fromCents(valueCents),
    fee: fromCents(feeCents),
    cod: codCents === null ? null : fromCents(codCents),
    shipDate: shipDate.toISOString(),
    deliveryDate: deliveryDate?.toISOString() ?? null,
  };
}

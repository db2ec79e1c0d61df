import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type AnswerWish,
  activeChoices,
  addressOf,
  agreements,
  CHOICE_TEXT_LABELS,
  CONSENTS,
  type Door,
  GROUP_OF_KIND,
  isDeliveryOver,
  isDisputed,
  isLocked,
  isMade,
  type LockChoices,
  MAX_CHOICES,
  MAX_CHOICES_AN_HOUR,
  MAX_RATINGS,
  type MakeChoice,
  needsConsent,
  type Rate,
  type WithdrawChoice,
  wishIn,
} from '../../src/domain/choices.ts';
import { addressIn } from '../../src/domain/other-address.ts';
import { pick } from '../../src/domain/pick.ts';
import { PARTIES, type Party } from '../../src/domain/shipment.ts';
import { findRate } from '../../src/domain/shops/rate.ts';
import type { ASKED_WORK, AskedWork } from '../../src/domain/work.ts';
import type { Locked } from '../base/database/locked.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { codFeeOf, parcelOf } from '../cod/cod-terms.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, keyConflict, type UnitOfWork } from '../context/unit-of-work.ts';
import { followClaims } from '../deliveries/follow-task.ts';
import { textNewReceiver } from '../messages/send-sms.ts';
import { listRates, listRatesFor } from '../prices/store/rates.ts';
import { listCollectionDays, notFound } from '../returns/terms.ts';
import { lockShipmentsOfRun } from '../runs/manage-run.ts';
import { moveTasks } from '../runs/move-tasks.ts';
import { insertExceptions, resolveAsked } from '../runs/store/run-exceptions.ts';
import { bumpRunVersion, findRun, lockRuns } from '../runs/store/runs.ts';
import { replaceCode, replacedCodes } from '../shipments/shipment-access.ts';
import { SIDE_COLUMNS } from '../shipments/store/claims.ts';
import {
  findShipment,
  lockShipment,
  type ShipmentAccess,
  type ShipmentRow,
  updateAccess,
} from '../shipments/store/shipments.ts';
import { changeShipTo } from '../shipments/update-shipment.ts';
import { tellAnswer } from './answers/tell-answer.ts';
import { ratingIn, ratingsIn, refusalOf, refusalOfGuest } from './describe-choices.ts';
import { findChoice, findDoor, insertChoice, listChoices, notifyParties } from './store/choices.ts';
import { deleteChoices } from './store/message-choices.ts';

export interface Chooser {
  services: Services;
  userId: string | null;
  partyOf: (shipment: ShipmentRow) => Party | null;
  requestId: string;
}

type PlacedDoor = Door & { taskId: string };

const HOUR_MS = 3_600_000;

/**
 * A bad rating is for the desk to look at.
 * @throws NOT_FOUND, also to others; PRECONDITION_FAILED.
 */
export function rate(chooser: Chooser, { id, kind, text }: Rate): Promise<void> {
  return asParty(chooser, 'choice.rate', id, async (unit, shipment, party) => {
    if (party !== 'receiver') throw notFound();
    if (!unit.services.environment.RATINGS || shipment.status !== 'delivered')
      throw new UserError('PRECONDITION_FAILED', 'This delivery can’t be rated.');
    const rows = await listChoices(unit.tx, [id]);
    const before = ratingIn(rows);
    if (isDeepStrictEqual(before, { kind, text })) return;
    if (ratingsIn(rows).length >= MAX_RATINGS)
      throw new UserError('PRECONDITION_FAILED', 'You have said it three times already. Please call us.');
    await insertChoice(unit.tx, { id: randomUUID(), shipmentId: id, kind, text, party, askedAt: new Date() });
    // The words that follow the tap raise no second exception.
    const isNew = kind === 'went-badly' && before?.kind !== kind;
    if (isNew) await exceptAt(unit, shipment, await lockDoor(unit, id), 'went-badly');
    await unit.audit({ entity: 'shipment', entityId: id, before: { rating: before?.kind }, after: { rating: kind } });
    await notifyParties(unit.tx, id);
  });
}

/**
 * Works once per id.
 * @throws NOT_FOUND, also to strangers; CONFLICT if it is too late; PRECONDITION_FAILED, field
 * errors.
 */
export function makeChoice(chooser: Chooser, input: MakeChoice): Promise<void> {
  return asParty(
    chooser,
    'choice.make',
    input.id,
    async (unit, shipment, party) => {
      const { kind, text, day = null, consent = null } = input;
      const name = kind === 'address' ? '' : input.name;
      const content = { kind, text, name, day, consent };
      const known = await findChoice(unit.tx, input.choiceId);
      if (known) {
        // An agreement keeps the old address there.
        const before = { ...pick(known, 'kind', 'text', 'day', 'consent'), name: kind === 'address' ? '' : known.name };
        if (known.shipmentId !== shipment.id || !isDeepStrictEqual(before, content)) throw keyConflict();
        return;
      }
      const { environment } = unit.services;
      if (!environment.CHOICES.includes(kind)) throw fieldError('kind', 'This can’t be chosen here.');
      if (CHOICE_TEXT_LABELS[kind] && text === '') throw fieldError('text', 'Text is required.');
      if (kind === 'day' && !listCollectionDays(environment).includes(day ?? ''))
        throw fieldError('day', 'Choose a day from the list.');
      if (needsConsent(kind) && CONSENTS[(consent ?? 0) - 1] === undefined)
        throw fieldError('consent', 'Please agree first.');
      const door = await lockDoor(unit, shipment.id);
      const rows = await listChoices(unit.tx, [shipment.id]);
      const isAgreed = kind === 'address' && party === 'sender';
      if (isAgreed && addressOf(rows, 'receiver') !== text) {
        // In another tab.
        if (addressOf(rows, 'sender') === text) return;
        throw new UserError('CONFLICT', 'The receiver doesn’t ask for this address any more.');
      }
      const shipTo = kind === 'address' ? addressIn(text, shipment.receiverCountry) : null;
      if (kind === 'address' && shipTo === null) throw fieldError('text', 'We can’t deliver to another country.');
      const refused =
        refusalOf(kind, shipment, environment, { door, rows }) ??
        (isAgreed ? null : refusalOfGuest(kind, shipment, chooser.userId));
      if (refused?.reason === 'too-late') throw new UserError('CONFLICT', `It’s too late. ${refused.sentence}`);
      if (refused) throw new UserError('PRECONDITION_FAILED', refused.sentence);
      if (shipTo !== null) await assertSamePrice(unit, shipment, shipTo);
      const made = rows.filter((row) => row.kind in GROUP_OF_KIND);
      const lately = made.filter(({ createdAt }) => Date.now() - createdAt.getTime() < HOUR_MS);
      if (!isAgreed && (made.length >= MAX_CHOICES || lately.length >= MAX_CHOICES_AN_HOUR))
        throw new UserError(
          'PRECONDITION_FAILED',
          made.length >= MAX_CHOICES
            ? `A parcel can have ${MAX_CHOICES} choices. Please call us.`
            : 'You have chosen three times within an hour. Try again later.',
        );
      const asked = input.askedAt ? new Date(input.askedAt) : new Date();
      await addChoice(unit, shipment, door, {
        // What it was before: a dispute brings it back.
        id: input.choiceId,
        ...content,
        ...(isAgreed && { name: shipment.shipTo }),
        party,
        askedAt: asked.getTime() < Date.now() ? asked : new Date(),
      });
      await unit.audit({ entity: 'shipment', entityId: shipment.id, after: { choice: kind, ...(day && { day }) } });
      if (isAgreed && shipTo !== null) await changeShipTo(unit, shipment, shipTo);
      for (const to of PARTIES) {
        const about = { shipmentId: shipment.id, party: to, choiceId: input.choiceId };
        await unit.mail({ kind: 'choice-made', receiver: shipment[SIDE_COLUMNS[to].email], about });
      }
      if (GROUP_OF_KIND[kind] !== 'when') return;
      await resolveAsked(unit.tx, shipment, ['choice-wish']);
      if (!door || (day !== null && day <= door.day)) return;
      if (door.status !== 'planned') return exceptAt(unit, shipment, door, 'choice-wish');
      const { version = 0 } = (await findRun(unit.tx, door.runId)) ?? {};
      await moveTasks(unit, { id: door.runId, version, taskIds: [door.taskId] });
    },
    GROUP_OF_KIND[input.kind] === 'when',
  );
}

/** Nobody pays the difference. @throws PRECONDITION_FAILED, field error */
export async function assertSamePrice(
  { tx }: UnitOfWork,
  shipment: ShipmentRow,
  shipTo: string,
  field = 'text',
): Promise<void> {
  const { senderId, codCents } = shipment;
  const rates = await (senderId ? listRatesFor(tx, senderId) : listRates(tx, null));
  const [from, to] = [parcelOf(shipment), parcelOf({ ...shipment, shipTo, address: null })];
  if (to.postcode === '' && rates.some((rate) => rate.country === to.country && rate.postcode !== ''))
    throw fieldError(field, 'Add the postcode: the price depends on it.');
  const isSame =
    findRate(rates, from)?.feeCents === findRate(rates, to)?.feeCents &&
    (codCents === null || codFeeOf(rates, from) === codFeeOf(rates, to));
  if (!isSame)
    throw new UserError('PRECONDITION_FAILED', 'Delivery there has another price. Ask the sender to send it there.');
}

/** @throws NOT_FOUND; CONFLICT if it is too late. */
export function withdrawChoice(chooser: Chooser, input: WithdrawChoice): Promise<void> {
  return asParty(chooser, 'choice.withdraw', input.id, async (unit, shipment, party) => {
    const rows = await listChoices(unit.tx, [shipment.id]);
    const choice = rows.find(({ id }) => id === input.choiceId);
    if (!choice) throw notFound();
    if (!activeChoices(rows).some(({ id }) => id === choice.id)) return;
    if (choice.kind === 'address' && choice.party === 'sender')
      throw new UserError('CONFLICT', 'The address has changed already. Please call us.');
    if (isDeliveryOver(shipment.status))
      throw new UserError('CONFLICT', 'It’s too late. This parcel isn’t on its way any more.');
    const door = await lockDoor(unit, shipment.id);
    await addAct(unit, shipment, door, { kind: 'withdraw', ofId: choice.id, party });
    await unit.audit({ entity: 'shipment', entityId: shipment.id, before: { choice: choice.kind } });
    if (choice.kind === 'day' || choice.kind === 'hold') await resolveAsked(unit.tx, shipment, ['choice-wish']);
    if (choice.kind === 'address' && choice.party !== party) await tellAnswer(unit, shipment, choice, 'declined');
  });
}

/** None of the choices counts, and they are locked until the desk has looked. @throws NOT_FOUND */
export function disputeChoices(chooser: Chooser, { id }: { id: string }): Promise<void> {
  return asParty(chooser, 'choice.dispute', id, async (unit, shipment, party) => {
    const rows = await listChoices(unit.tx, [id]);
    if (!rows.some(isMade) || isDisputed(rows)) return;
    const door = await lockDoor(unit, id);
    await addAct(unit, shipment, door, { kind: 'dispute', party });
    // Somebody else has the codes of the receiver or of the party as which they chose.
    const chosenBy = activeChoices(rows).map((row) => row.party);
    const replaced = PARTIES.filter((one) => one === 'receiver' || chosenBy.includes(one));
    const codes: ShipmentAccess = {};
    for (const one of replaced) Object.assign(codes, await replaceCode(unit, shipment, one));
    await updateAccess(unit.tx, shipment, codes);
    await followClaims(unit.tx, [id]);
    // To before the first agreement of those that it disputes.
    const before = agreements(rows).reduceRight(
      (shipTo, { text, name }) => (name && shipTo === addressIn(text, shipment.receiverCountry) ? name : shipTo),
      shipment.shipTo,
    );
    if (before !== shipment.shipTo && !isDeliveryOver(shipment.status)) await changeShipTo(unit, shipment, before);
    await resolveAsked(unit.tx, shipment, ['choice-wish']);
    // It has no task, so it stays when the parcel leaves its run.
    await exceptAt(unit, shipment, door && { ...door, taskId: null }, 'choice-disputed');
    for (const one of replaced) await deleteChoices(unit.tx, { shipmentId: id, party: one });
    await textNewReceiver(unit, { ...shipment, ...codes });
    await unit.audit({
      entity: 'shipment',
      entityId: id,
      after: { choices: 'disputed', ...replacedCodes(replaced) },
    });
  });
}

/**
 * Takes a parcel out of its run, or leaves it there.
 * @throws NOT_FOUND; CONFLICT if nobody wishes it any more.
 */
export async function answerWish(unit: UnitOfWork, { id, choiceId, take }: AnswerWish): Promise<void> {
  const seen = await findDoor(unit.tx, id);
  if (seen) await lockShipmentsOfRun(unit, seen.runId);
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw notFound();
  const door = await lockDoor(unit, id);
  const isWished = wishIn(await listChoices(unit.tx, [id]))?.wish.choiceId === choiceId;
  if (!door || door.deliveredVersion !== null || door.status === 'planned' || !isWished)
    throw new UserError('CONFLICT', 'This has already been decided, or nobody wishes it any more.');
  if (!take) {
    await resolveAsked(unit.tx, shipment, ['choice-wish'], unit.actor?.id);
    return declineWish(unit, shipment);
  }
  const { version = 0 } = (await findRun(unit.tx, door.runId)) ?? {};
  await moveTasks(unit, { id: door.runId, version, taskIds: [door.taskId] });
}

export async function declineWish(unit: UnitOfWork, shipment: Locked<ShipmentRow>): Promise<void> {
  const wished = wishIn(await listChoices(unit.tx, [shipment.id]));
  if (!wished) return;
  const door = await lockDoor(unit, shipment.id);
  await addAct(unit, shipment, door, { kind: 'withdraw', ofId: wished.row.id, party: 'desk' });
  await unit.audit({ entity: 'shipment', entityId: shipment.id, before: { choice: wished.row.kind } });
  await tellAnswer(unit, shipment, wished.row, 'declined');
}

/** @throws NOT_FOUND */
export async function lockChoices(unit: UnitOfWork, { id, locked }: LockChoices): Promise<void> {
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw notFound();
  await setLock(unit, shipment, locked, 'desk');
}

/** Only the desk opens what was disputed. @throws NOT_FOUND, CONFLICT */
export function lockOwnChoices(chooser: Chooser, { id, locked }: LockChoices): Promise<void> {
  return asParty(chooser, 'choice.lock', id, async (unit, shipment, party) => {
    if (party !== 'sender') throw notFound();
    await setLock(unit, shipment, locked, party);
  });
}

async function setLock(unit: UnitOfWork, shipment: Locked<ShipmentRow>, locked: boolean, party: 'sender' | 'desk') {
  const rows = await listChoices(unit.tx, [shipment.id]);
  if (isLocked(rows) === locked) return;
  if (party === 'sender' && isDisputed(rows)) throw new UserError('CONFLICT', 'Our desk looks at this first.');
  await addAct(unit, shipment, null, { kind: locked ? 'lock' : 'unlock', party });
  await resolveAsked(unit.tx, shipment, ['choice-disputed'], unit.actor?.id);
  await unit.audit({ entity: 'shipment', entityId: shipment.id, after: { choices: locked ? 'locked' : 'open' } });
}

const exceptAt = (
  { tx }: UnitOfWork,
  { trackingId }: Locked<ShipmentRow>,
  door: (Pick<PlacedDoor, 'runId'> & { taskId: string | null }) | null,
  kind: (typeof ASKED_WORK)[AskedWork],
) =>
  insertExceptions(tx, [{ runId: door?.runId ?? null, taskId: door?.taskId ?? null, kind, factId: null, trackingId }]);

const addAct = (
  unit: UnitOfWork,
  shipment: Locked<ShipmentRow>,
  door: Door | null,
  act: Pick<Parameters<typeof insertChoice>[1], 'kind' | 'party' | 'ofId'>,
) => addChoice(unit, shipment, door, { ...act, id: randomUUID(), askedAt: new Date() });

function asParty(
  { services, userId, partyOf, requestId }: Chooser,
  procedure: `choice.${'make' | 'withdraw' | 'dispute' | 'lock' | 'rate'}`,
  id: string,
  work: (unit: UnitOfWork, shipment: Locked<ShipmentRow>, party: Party) => Promise<void>,
  isMove = false,
): Promise<void> {
  const actor = userId === null ? null : { id: userId };
  return inUnitOfWork({ services, actor, procedure, requestId }, async (unit) => {
    const seen = await findShipment(unit.tx, id);
    if (!seen || !partyOf(seen)) throw notFound();
    // All of its run, in their order: it may leave it.
    const door = isMove ? await findDoor(unit.tx, id) : null;
    if (door) await lockShipmentsOfRun(unit, door.runId);
    const shipment = await lockShipment(unit.tx, id);
    const party = shipment && partyOf(shipment);
    if (!shipment || !party) throw notFound();
    await work(unit, shipment, party);
  });
}

/** This keeps anybody from visiting a stop before it. */
async function lockDoor({ tx }: UnitOfWork, shipmentId: string): Promise<PlacedDoor | null> {
  const seen = await findDoor(tx, shipmentId);
  if (!seen) return null;
  await lockRuns(tx, [seen.runId]);
  return findDoor(tx, shipmentId);
}

async function addChoice(
  unit: UnitOfWork,
  shipment: Locked<ShipmentRow>,
  door: Door | null,
  row: Omit<Parameters<typeof insertChoice>[1], 'shipmentId'>,
): Promise<void> {
  const runId = door && door.deliveredVersion === null ? door.runId : null;
  const runVersion = runId ? await bumpRunVersion(unit.tx, runId) : null;
  await insertChoice(unit.tx, { ...row, shipmentId: shipment.id, runId, runVersion });
  await notifyParties(unit.tx, shipment.id);
}

import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Decision } from '../../src/domain/choices.ts';
import { formatDayOfWeek } from '../../src/domain/dates.ts';
import { formatMoney } from '../../src/domain/money.ts';
import {
  actsAt,
  DECISION_OF,
  type DecideNext,
  isDefaultDue,
  type NextAct,
  needsDay,
  nextStepOf,
  sayNextStep,
} from '../../src/domain/next-step.ts';
import { addressIn } from '../../src/domain/other-address.ts';
import { PARTIES } from '../../src/domain/shipment.ts';
import { type ShipmentStatus, statusLabel } from '../../src/domain/shipment-status.ts';
import type { Executor } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { tryEach } from '../base/errors/try-each.ts';
import { assertSamePrice, type Chooser } from '../choices/make-choice.ts';
import { findChoice, insertChoice, notifyParties } from '../choices/store/choices.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, keyConflict, type UnitOfWork } from '../context/unit-of-work.ts';
import { closeTaskOf } from '../deliveries/follow-task.ts';
import { lockReturned, makeReturn, readReturnable } from '../returns/create-return.ts';
import { listCollectionDays, notFound } from '../returns/terms.ts';
import { SIDE_COLUMNS } from '../shipments/store/claims.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { changeShipTo, changeStatus } from '../shipments/update-shipment.ts';
import { addEntry } from '../timeline/add-entry.ts';
import { noteShopEvents } from '../webhooks/note-events.ts';
import { type ReadFacts, readNextFacts } from './read-next-step.ts';

type By = 'sender' | 'desk';

/**
 * @throws NOT_FOUND, also to who isn’t the sender; CONFLICT, PRECONDITION_FAILED, field errors;
 * balance-too-low.
 */
export function decideAsSender({ services, userId, partyOf, requestId }: Chooser, input: DecideNext): Promise<void> {
  const actor = userId === null ? null : { id: userId };
  return inUnitOfWork({ services, actor, procedure: 'choice.decide', requestId }, (unit) =>
    decide(unit, input, { by: 'sender', mayDecide: (shipment) => partyOf(shipment) === 'sender' }),
  );
}

/** @throws as decideAsSender. */
export const decideAsDesk = (unit: UnitOfWork, input: DecideNext): Promise<void> =>
  decide(unit, input, { by: 'desk', mayDecide: () => true });

/** @throws as decideAsSender. */
export const decideAsShop = (unit: UnitOfWork, shopId: string, input: DecideNext): Promise<void> =>
  decide(unit, input, { by: 'sender', mayDecide: ({ senderId }) => senderId === shopId });

async function decide(
  given: UnitOfWork,
  input: DecideNext,
  { by, mayDecide }: { by: By; mayDecide: (shipment: ShipmentRow) => boolean },
): Promise<void> {
  // A separate id keeps its parts from being taken for the whole.
  const unit = { ...given, idempotencyKey: null, inputHash: null };
  const { id, decisionId, act } = input;
  const shipment = await lockReturned(unit, id);
  if (!shipment || !mayDecide(shipment)) throw notFound();
  const known = await findChoice(unit.tx, decisionId);
  if (known) {
    if (known.shipmentId !== id || known.kind !== DECISION_OF[act]) throw keyConflict();
    return;
  }
  const { environment } = unit.services;
  if (act === 'discard' && !environment.DISCARD) throw fieldError('act', 'This can’t be chosen here.');
  const facts = await readNextFacts(unit.tx, environment, shipment);
  assertCan(facts, input, by);
  if (act === 'bring-back' && input.fee !== undefined && input.fee !== facts.fee)
    throw new UserError(
      'CONFLICT',
      `The price has changed: it costs ${formatMoney(facts.fee ?? 0, environment.CURRENCY)} now.`,
    );
  const day = needsDay(act) ? dayOfTry(unit, input.day) : null;
  await ACTS[act](unit, shipment, { facts, day, by, input });
  await unit.audit({ entity: 'shipment', entityId: id, after: { decision: act, decidedBy: by, ...(day && { day }) } });
}

/** @throws CONFLICT with what has happened instead. */
function assertCan(facts: ReadFacts, { act, instead }: DecideNext, by: By): void {
  const step = nextStepOf(facts);
  const decided = step?.decision;
  const isSeen = !decided || decided.id === instead;
  if (isSeen && actsAt(step, facts, by).includes(act)) return;
  throw new UserError('CONFLICT', whyNot());

  function whyNot(): string {
    const { status, runDay, isReturn } = facts;
    if (status === 'delivered' || status === 'cancelled')
      return `It’s too late. This parcel is ${statusLabel(status).toLowerCase()}.`;
    if (decided) return `This is decided already. ${sayNextStep(step, by)}`;
    if (runDay) return `It’s too late. It’s on a run again, on ${formatDayOfWeek(runDay)}.`;
    if (step?.isMissing || (step && by === 'sender' && (step.kind === 'desk' || isReturn)))
      return sayNextStep(step, by);
    if (act === 'bring-back' && facts.lastAttempt)
      return 'It can’t be brought back: the sender’s profile has no address, or there is no price for its return.';
    return 'There is nothing to decide about this parcel.';
  }
}

/** @throws Field error at `day` */
function dayOfTry({ services }: UnitOfWork, day: string | undefined): string {
  if (day === undefined || !listCollectionDays(services.environment).includes(day))
    throw fieldError('day', 'Choose a day from the list.');
  return day;
}

interface Order {
  facts: ReadFacts;
  day: string | null;
  by: By;
  input: Pick<DecideNext, 'decisionId' | 'address'>;
}

const ACTS: Record<NextAct, (unit: UnitOfWork, shipment: Locked<ShipmentRow>, order: Order) => Promise<void>> = {
  'bring-back': bringBack,
  'try-again': tryAgain,
  async 'another-address'(unit, shipment, order) {
    const shipTo = addressIn(order.input.address ?? '', shipment.receiverCountry);
    if (!order.input.address) throw fieldError('address', 'New address is required.');
    if (shipTo === null) throw fieldError('address', 'We can’t deliver to another country.');
    if (shipTo === shipment.shipTo) throw fieldError('address', 'This is the address that it has.');
    await assertSamePrice(unit, shipment, shipTo, 'address');
    await changeShipTo(unit, shipment, shipTo);
    await tryAgain(unit, shipment, order);
  },
  async discard(unit, shipment, order) {
    await end(unit, shipment, 'discard', order);
    await addLocation(unit, shipment, 'failed', 'Discarded, as its sender decided');
  },
};

async function insertDecision(
  unit: UnitOfWork,
  shipment: Locked<ShipmentRow>,
  kind: Decision,
  { facts: { visitId: ofId }, day, by: party, input }: Order,
): Promise<void> {
  const { id: shipmentId, status } = shipment;
  const askedAt = new Date();
  await insertChoice(unit.tx, { id: input.decisionId, shipmentId, kind, ofId, day, party, askedAt });
  await noteShopEvents(unit, [{ shipment, type: 'shipment.decided', status, occurredAt: askedAt, reason: kind }]);
}

/** Nobody delivers it any more. */
async function end(
  unit: UnitOfWork,
  shipment: Locked<ShipmentRow>,
  kind: 'bring-back' | 'discard',
  order: Order,
): Promise<void> {
  await closeTaskOf(unit.tx, shipment);
  await insertDecision(unit, shipment, kind, order);
  await changeStatus(unit, { id: shipment.id, status: 'failed' });
}

/** Nobody is asked to send it, and nobody comes for it. */
async function bringBack(unit: UnitOfWork, shipment: Locked<ShipmentRow>, order: Order): Promise<void> {
  const terms = await readReturnable(unit, shipment, 'shop');
  await end(unit, shipment, 'bring-back', order);
  const rules = { ...terms.rules, payer: 'shop' as const };
  const made = await makeReturn(unit, shipment, { ...terms, rules }, { idempotencyKey: null, isWithUs: true });
  // The database reads from these entries where it is (`whereabouts`, migration 0080).
  const place = order.facts.isInVan ? 'With our courier' : 'At the depot';
  const status = order.facts.isInVan ? 'shipped' : 'held';
  await addLocation(unit, made, 'in-progress', `${place}, goes back to its sender`);
  await changeStatus(unit, { id: made.id, status }, { isSilent: true });
}

async function tryAgain(unit: UnitOfWork, shipment: Locked<ShipmentRow>, order: Order): Promise<void> {
  const { id, status } = shipment;
  await insertDecision(unit, shipment, 'try-again', order);
  if (status === 'failed') await changeStatus(unit, { id, status: 'held' }, { isSilent: true });
  const choiceId = randomUUID();
  const asked = { party: 'sender' as const, askedAt: new Date() };
  await insertChoice(unit.tx, { id: choiceId, shipmentId: id, kind: 'day', day: order.day, ...asked });
  for (const party of PARTIES) {
    const about = { shipmentId: id, party, choiceId };
    await unit.mail({ kind: 'choice-made', receiver: shipment[SIDE_COLUMNS[party].email], about });
  }
  await notifyParties(unit.tx, id);
}

const addLocation = (unit: UnitOfWork, { id }: { id: string }, status: ShipmentStatus, comment: string) =>
  addEntry(unit, { shipmentId: id, status, kind: 'location', comment, address: '', occurredAt: new Date() });

async function listToDecide(executor: Executor, days: number): Promise<string[]> {
  const isDue = lt(shipments.workSince, sql`now() - ${days} * interval '1 day'`);
  const rows = await executor
    .select({ id: shipments.id })
    .from(shipments)
    .where(and(eq(shipments.work, 'decide'), isDue, isNull(shipments.deletedAt)));
  return rows.map(({ id }) => id);
}

/** Runs every hour, to be soon after the brand’s midnight. */
export async function bringBackUndecided(services: Services): Promise<void> {
  await tryEach(await listToDecide(services.db, services.environment.DECIDE_DAYS), async (id) => {
    const order = { services, actor: null, procedure: 'decisions', requestId: '', isBatch: true } as const;
    await inUnitOfWork(order, async (unit) => {
      const shipment = await lockReturned(unit, id);
      const facts = shipment && (await readNextFacts(unit.tx, services.environment, shipment));
      if (!shipment || !facts || !isDefaultDue(facts)) return;
      await bringBack(unit, shipment, { facts, day: null, by: 'desk', input: { decisionId: randomUUID() } });
      await unit.audit({ entity: 'shipment', entityId: id, after: { decision: 'bring-back', decidedBy: 'nobody' } });
    });
  });
}

import { and, asc, eq, isNull } from 'drizzle-orm';
import { activeChoices, type ChoiceRow } from '../../src/domain/choices.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { fromCents } from '../../src/domain/money.ts';
import {
  actsAt,
  decisionIn,
  isDecision,
  MAX_UNDECIDED,
  type NextFacts,
  type NextReader,
  nextStepOf,
  type ShownNextStep,
  sayNextStep,
  type Undecided,
} from '../../src/domain/next-step.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { listChoices } from '../choices/store/choices.ts';
import type { Services } from '../context/context.ts';
import { findBalance } from '../ledger/store/ledger.ts';
import { findReturned } from '../returns/store/returns.ts';
import { listCollectionDays, type ReturnSettings, readTerms } from '../returns/terms.ts';
import { listVisitOutcomes } from '../runs/store/courier-facts.ts';
import { listOpenTasks } from '../runs/store/run-tasks.ts';
import { listMissing } from '../runs/store/run-views.ts';
import { findRun } from '../runs/store/runs.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';

export type NextSettings = ReturnSettings & Pick<Environment, 'DECIDE_DAYS' | 'DISCARD' | 'PREPAID_SHIPPING'>;

export interface ReadFacts extends Required<NextFacts> {
  visitId: string | null;
}

/** Reads all that decides what happens next to a shipment. */
export async function readNextFacts(
  executor: Executor,
  environment: NextSettings,
  shipment: ShipmentRow,
): Promise<ReadFacts> {
  const { id, status } = shipment;
  const { TIME_ZONE, DECIDE_DAYS, DISCARD } = environment;
  const last = (await listVisitOutcomes(executor, [id])).at(-1);
  const failed = last?.result === 'failed' ? last : null;
  const rows = await listChoices(executor, [id]);
  const [task] = await listOpenTasks(executor, [id]);
  const isInVan = task !== undefined && task.id === failed?.taskId;
  const run = task && !isInVan ? await findRun(executor, task.runId) : null;
  const isMissing = (await listMissing(executor, [id])).has(id);
  const decision = decisionIn(rows, { status, visitId: last?.factId ?? null });
  const needsPrice = failed !== null || status === 'failed';
  return {
    status,
    isMissing,
    lastAttempt: failed && { reason: failed.reason, askedOn: dayIn(TIME_ZONE, lastAskedAt(failed.occurredAt, rows)) },
    decision: decision && { ...decision, on: dayIn(TIME_ZONE, decision.askedAt) },
    runDay: run?.day ?? null,
    isToCollect: activeChoices(rows).some(({ kind }) => kind === 'hold'),
    isReturn: (await findReturned(executor, [id])).has(id),
    ...(needsPrice ? await readPrice(executor, environment, shipment) : { fee: null, isCovered: false }),
    mayDiscard: DISCARD,
    decideDays: DECIDE_DAYS,
    today: dayIn(TIME_ZONE, new Date()),
    visitId: last?.factId ?? null,
    isInVan,
  };
}

/** Taking back a decision, such as by cancelling its return, gives its sender the whole time again. */
function lastAskedAt(visitedAt: Date, rows: readonly ChoiceRow[]): Date {
  const decided = rows.filter(isDecision).map(({ id }) => id);
  const undone = rows.findLast(({ kind, ofId }) => kind === 'withdraw' && ofId !== null && decided.includes(ofId));
  return undone && undone.askedAt > visitedAt ? undone.askedAt : visitedAt;
}

async function readPrice(
  executor: Executor,
  environment: NextSettings,
  shipment: ShipmentRow,
): Promise<Pick<ReadFacts, 'fee' | 'isCovered'>> {
  const { senderId } = shipment;
  const { refusal, feeCents, shipTo } = await readTerms(executor, environment, shipment, 'shop');
  if (refusal !== null || feeCents === null || shipTo === '' || senderId === null)
    return { fee: null, isCovered: false };
  const { totalCents, heldCents } = await findBalance(executor, senderId);
  return {
    fee: fromCents(feeCents),
    isCovered: !environment.PREPAID_SHIPPING || feeCents <= totalCents - heldCents,
  };
}

/** Describes it for a reader; undefined while there is nothing to say. */
export async function describeNextStep(
  executor: Executor,
  environment: NextSettings,
  shipment: ShipmentRow,
  reader: Exclude<NextReader, 'courier'>,
): Promise<ShownNextStep | undefined> {
  if (shipment.status === 'delivered' || shipment.status === 'cancelled') return undefined;
  const facts = await readNextFacts(executor, environment, shipment);
  const step = nextStepOf(facts);
  if (!step) return undefined;
  const { fee } = facts;
  const acts = actsAt(step, facts, reader).map((act) => ({
    act,
    ...(act === 'bring-back' && fee !== null && { fee }),
  }));
  return {
    ...step,
    says: sayNextStep(step, reader),
    acts,
    days: acts.length > 0 ? listCollectionDays(environment) : [],
  };
}

async function listUndecided(executor: Executor, senderId: string): Promise<ShipmentRow[]> {
  return executor
    .select()
    .from(shipments)
    .where(and(eq(shipments.work, 'decide'), eq(shipments.senderId, senderId), isNull(shipments.deletedAt)))
    .orderBy(asc(shipments.workSince), asc(shipments.id))
    .limit(MAX_UNDECIDED);
}

/** Lists what a sender decides (shipper.getUndecided). */
export async function getUndecided(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  userId: string,
): Promise<Undecided> {
  const undecided: Undecided = [];
  for (const shipment of await listUndecided(db, userId)) {
    const step = await describeNextStep(db, environment, shipment, 'sender');
    if (step?.kind !== 'sender') continue;
    const { trackingId, reference, description } = shipment;
    undecided.push({
      trackingId,
      reference,
      description,
      says: step.says,
      ...(step.reason && { reason: step.reason }),
    });
  }
  return undecided;
}

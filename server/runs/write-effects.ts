import { toCents } from '../../src/domain/money.ts';
import type { Effect } from '../../src/domain/runs/effects.ts';
import { webhookEventOf } from '../../src/domain/webhook.ts';
import type { Transaction } from '../base/database/client.ts';
import { factOutcomes } from '../base/database/tables/runs.ts';
import { inBatches } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { textCodes } from '../messages/send-sms.ts';
import { type ParcelNews, tellParties } from '../messages/tell-parties.ts';
import { bookFeesOfStatus } from '../prices/book-fees.ts';
import { insertActivities, type NewActivity } from '../shipments/store/activities.ts';
import { updateShipmentStatus } from '../shipments/store/shipments.ts';
import type { EntryTime } from '../timeline/clamp-to-now.ts';
import { noteShopEvents, type ShopEvent } from '../webhooks/note-events.ts';
import { type Parcel, statusAt } from './fact-context.ts';
import type { OutcomeRow } from './store/courier-facts.ts';
import type { SearchRow } from './store/run-exceptions.ts';
import { setTaskStatus, updateTasks } from './store/run-tasks.ts';

const NEVER = new Date(0);

export interface Applied {
  parcel: Parcel;
  effect: Effect;
}

/** A return ends no search in a run joined later. */
export function ends({ taskId, since }: SearchRow, { parcel, effect }: Applied, { occurredAt }: EntryTime): boolean {
  if (effect.endsSearchAs === null) return false;
  return effect.endsSearchAs === 'delivered' || parcel.taskIds.includes(taskId) || since <= occurredAt;
}

async function insertOutcomes(
  tx: Transaction,
  outcomes: readonly (Pick<OutcomeRow, 'factId' | 'taskId' | 'shipmentId' | 'result'> & Partial<OutcomeRow>)[],
): Promise<void> {
  for (const some of inBatches(outcomes)) await tx.insert(factOutcomes).values(some);
}

export async function writeEffects(
  unit: UnitOfWork,
  applied: readonly Applied[],
  { factId, when }: { factId: string; when: EntryTime },
): Promise<void> {
  const { tx } = unit;
  for (const { parcel, effect } of applied) {
    if (!effect.closesTaskElsewhere || !parcel.taskElsewhere) continue;
    const status = parcel.outcome.result === 'returned' ? 'returned' : 'moved';
    await setTaskStatus(tx, [parcel.taskElsewhere.id], status, when.occurredAt);
  }
  for (const { parcel, effect } of applied) {
    const { id, status, loadedAt } = parcel.task;
    const isScan = parcel.outcome.result === 'loaded' && effect.task === 'loaded';
    if (effect.task !== status) await setTaskStatus(tx, [id], effect.task, when.occurredAt);
    if (isScan && when.occurredAt > (loadedAt ?? NEVER)) await updateTasks(tx, [id], { loadedAt: when.occurredAt });
  }
  const audited = [];
  for (const { parcel, effect } of applied) {
    if (effect.status === null) continue;
    const { id: entityId, status } = parcel.shipment;
    audited.push({ entity: 'shipment' as const, entityId, before: { status }, after: { status: effect.status } });
  }
  for (const status of new Set(applied.flatMap(({ effect }) => effect.status ?? []))) {
    const changed = applied.filter(({ effect }) => effect.status === status);
    await updateShipmentStatus(
      tx,
      changed.map(({ parcel }) => parcel.shipment),
      status,
    );
  }
  if (audited.length > 0) await unit.audit(audited);
  const entries = applied.flatMap(({ parcel, effect }): NewActivity[] => {
    if (!effect.entry) return [];
    const { status, comment } = effect.entry;
    return [
      {
        shipmentId: parcel.shipment.id,
        status: status ?? statusAt(parcel, when.occurredAt),
        kind: status ? 'status' : 'location',
        comment,
        address: '',
        ...when,
        createdBy: unit.actor?.id ?? null,
      },
    ];
  });
  await noteShopEvents(
    unit,
    applied.flatMap((one) => shopEventsOf(one, when)),
  );
  await insertActivities(tx, entries);
  const told = applied.flatMap(({ parcel: { task, outcome, code = null } }) => {
    const { result, method, reason, supersedes, payment } = outcome;
    return result === 'started'
      ? []
      : [
          {
            factId,
            taskId: task.id,
            shipmentId: task.shipmentId,
            result,
            method: method ?? null,
            reason: reason ?? null,
            supersedes: supersedes ?? null,
            paidMethod: payment?.method ?? null,
            paidCents: payment ? toCents(payment.amount) : null,
            code,
          },
        ];
  });
  await insertOutcomes(tx, told);
  await bookFeesOfStatus(
    unit,
    applied.map(({ parcel }) => parcel.shipment),
  );
}

function shopEventsOf({ parcel, effect }: Applied, { occurredAt }: EntryTime): ShopEvent[] {
  const { shipment, outcome } = parcel;
  const isAttempt = effect.news === 'attempt' && outcome.reason !== undefined;
  if (effect.status === null && !isAttempt) return [];
  const status = effect.status ?? shipment.status;
  const type = isAttempt ? 'shipment.attempted' : webhookEventOf(status);
  return [{ shipment, type, status, occurredAt, reason: outcome.reason }];
}

export async function sendNews(unit: UnitOfWork, applied: readonly Applied[], when: EntryTime): Promise<void> {
  const occurredAt = when.occurredAt.toISOString();
  const all = applied.flatMap(({ parcel: { shipment, outcome }, effect: { news, status } }): ParcelNews[] => {
    if (news === 'status')
      return status ? [{ shipment, news: { kind: 'status-changed', about: { status, occurredAt } } }] : [];
    if (!news || !outcome.reason) return [];
    const kind = news === 'correction' ? 'delivery-corrected' : 'delivery-attempted';
    return [{ shipment, news: { kind, about: { reason: outcome.reason, occurredAt } } }];
  });
  await tellParties(unit, all);
  // Also what is loaded once the van is on its way.
  const goingOut = applied.filter(
    ({ parcel, effect }) => parcel.outcome.result === 'started' || effect.status === 'delivery',
  );
  await textCodes(
    unit,
    goingOut.map(({ parcel }) => parcel.shipment),
  );
}

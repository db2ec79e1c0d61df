import type { CourierCollection } from '../../../src/domain/collections/collection.ts';
import type { ProofPolicy } from '../../../src/domain/delivery.ts';
import { groupRows } from '../../../src/domain/group-rows.ts';
import type { ManagedCollection } from '../../../src/domain/runs/views.ts';
import type { Executor } from '../../database/client.ts';
import { listPlaced, listWaiting, type PlacedCollection } from '../../stores/runs/collections.ts';

/** What was reported in all, each parcel once. */
export function summaryOf(reports: PlacedCollection['reports']) {
  const parcels = new Map(reports.flatMap((report) => report.parcels.map((parcel) => [parcel.trackingId, parcel])));
  const all = [...parcels.values()];
  const last = reports.at(-1);
  return {
    collected: all.filter(({ result }) => result !== 'left'),
    left: all.filter(({ result }) => result === 'left'),
    unlabelled: reports.reduce((sum, report) => sum + report.unlabelled, 0),
    reason: last?.result === 'failed' ? last.reason : '',
    occurredAt: last?.occurredAt.toISOString() ?? null,
    givenBy: last?.givenBy ?? '',
  };
}

const windowOf = ({ pickup }: PlacedCollection) => pickup && { from: pickup.fromTime, until: pickup.untilTime };

/** By stop. Those that another run has or nobody wants any more are only of interest at the desk. */
export async function describeCourierCollections(
  executor: Executor,
  runId: string,
  { proof, isOld }: { proof: ProofPolicy; isOld: boolean },
): Promise<Map<string, CourierCollection[]>> {
  const described: { stopId: string; collection: CourierCollection }[] = [];
  for (const row of await listPlaced(executor, { runIds: [runId] })) {
    const { placed, pickup, party, reports } = row;
    const { collected, left, unlabelled, reason, occurredAt } = summaryOf(reports);
    const mayCollect = placed.status === 'open' || placed.status === 'failed';
    const waiting = pickup && mayCollect && !isOld ? await listWaiting(executor, pickup) : [];
    const collection: CourierCollection = {
      id: placed.id,
      status: placed.status,
      kind: pickup?.kind ?? 'pickup',
      party: isOld ? '' : party,
      window: windowOf(row),
      expected: pickup?.parcels ?? 0,
      note: isOld ? '' : (pickup?.note ?? ''),
      waiting: waiting.map(({ trackingId, reference }) => ({ trackingId, ...(reference && { reference }) })),
      proof,
      collected: collected.map(({ trackingId, at, handedInAt }) => ({
        trackingId,
        at: at?.toISOString() ?? '',
        ...(handedInAt && { handedIn: true }),
      })),
      unlabelled,
      left: left.map(({ trackingId, reason: why }) => ({ trackingId, reason: why as 'not_there' })),
      reason: placed.status === 'failed' ? ((reason || 'missed') as CourierCollection['reason']) : null,
      occurredAt,
      facts: reports.map(({ factId }) => factId),
    };
    described.push({ stopId: placed.stopId, collection });
  }
  const byStop = groupRows(described, ({ stopId }) => stopId);
  return new Map(Array.from(byStop, ([id, some]) => [id, some.map(({ collection }) => collection)]));
}

/** By stop. */
export async function describeManagedCollections(
  executor: Executor,
  runId: string,
): Promise<Map<string, ManagedCollection[]>> {
  const rows = await listPlaced(executor, { runIds: [runId] });
  const waitingOf = new Map<string, string[]>();
  for (const { placed, pickup } of rows) {
    if (!pickup || placed.status !== 'open') continue;
    const waiting = await listWaiting(executor, pickup);
    if (waiting.length > 0)
      waitingOf.set(
        placed.id,
        waiting.map(({ trackingId }) => trackingId),
      );
  }
  const byStop = groupRows(rows, ({ placed }) => placed.stopId);
  return new Map(
    Array.from(byStop, ([id, some]) => [
      id,
      some.map((row): ManagedCollection => {
        const { placed, pickup, party } = row;
        const { collected, left, unlabelled, reason, occurredAt, givenBy } = summaryOf(row.reports);
        return {
          ...{ id: placed.id, collectionId: placed.collectionId, status: placed.status },
          ...{ kind: pickup?.kind ?? 'pickup', party, window: windowOf(row), expected: pickup?.parcels ?? 0 },
          ...(waitingOf.has(placed.id) && { waiting: waitingOf.get(placed.id) }),
          ...{ collected: collected.length, unlabelled, left: left.length },
          reason: placed.status === 'failed' ? reason || 'missed' : null,
          ...{ occurredAt, givenBy },
        };
      }),
    ]),
  );
}

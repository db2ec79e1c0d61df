import type { ProofPolicy } from '../../src/domain/delivery.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import type { CourierCollection, RunCollectionStatus } from '../../src/domain/pickups/collection.ts';
import { allBits, parcelNumbersIn } from '../../src/domain/runs/count-parcels.ts';
import type { ManagedCollection } from '../../src/domain/runs/views.ts';
import type { Executor } from '../base/database/client.ts';
import { listPlaced, listWaiting, type PlacedCollection, type WaitingParcel } from '../pickups/store/collections.ts';
import { listPictures } from './list-visits.ts';

export const factIdsOf = (rows: readonly PlacedCollection[]): string[] =>
  rows.flatMap(({ reports }) => reports.map(({ factId }) => factId));

export function picturesOf<Picture extends { id: string }>(row: PlacedCollection, all: readonly Picture[]) {
  const pictures = all.filter(({ id }) => row.reports.some(({ factId }) => factId === id));
  return pictures.length > 0 ? { pictures } : {};
}

/** `numbers`: of a shipment of which the rest was collected. */
interface LeftParcel {
  trackingId: string;
  reason: string;
  numbers?: number[];
}

/** Counts each parcel once. */
export function summaryOf(reports: PlacedCollection['reports']) {
  const parcels = new Map(reports.flatMap((report) => report.parcels.map((parcel) => [parcel.trackingId, parcel])));
  const all = [...parcels.values()];
  const last = reports.at(-1);
  const collected = all.filter(({ result }) => result !== 'left');
  const numbers = new Map(collected.map(({ trackingId }) => [trackingId, numbersOf(reports, trackingId)]));
  return {
    collected: collected.map((parcel) => ({ ...parcel, numbers: numbers.get(parcel.trackingId)?.taken ?? [] })),
    left: [
      ...all.flatMap(({ trackingId, reason, result }): LeftParcel[] =>
        result === 'left' ? [{ trackingId, reason }] : [],
      ),
      ...collected.flatMap(({ trackingId }): LeftParcel[] => {
        const { left: rest = [] } = numbers.get(trackingId) ?? {};
        return rest.length > 0 ? [{ trackingId, reason: 'not_there', numbers: rest }] : [];
      }),
    ],
    unlabelled: reports.reduce((sum, report) => sum + report.unlabelled, 0),
    unlabelledIn: reports.reduce((sum, report) => sum + report.unlabelledIn, 0),
    reason: last?.result === 'failed' ? last.reason : '',
    occurredAt: last?.occurredAt.toISOString() ?? null,
    givenBy: last?.givenBy ?? '',
  };
}

/** An unknown shipment is one parcel. */
function numbersOf(reports: PlacedCollection['reports'], trackingId: string) {
  const rows = reports.flatMap(({ parcels }) => parcels.filter((one) => one.trackingId === trackingId));
  const all = allBits(rows.at(-1)?.parcels ?? 1);
  const bits = rows.reduce((sum, { pieces, result }) => (result === 'left' ? sum : sum | (pieces ?? all)), 0);
  return { taken: parcelNumbersIn(bits), left: parcelNumbersIn(all & ~bits) };
}

const windowOf = ({ pickup }: PlacedCollection) => pickup && { from: pickup.fromTime, until: pickup.untilTime };

/** What waits at those of some statuses. */
async function waitingAt(
  executor: Executor,
  rows: readonly PlacedCollection[],
  statuses: readonly RunCollectionStatus[],
): Promise<(row: PlacedCollection) => WaitingParcel[]> {
  const isWanted = ({ placed }: PlacedCollection) => statuses.includes(placed.status);
  const ids = rows.filter(isWanted).flatMap(({ pickup }) => pickup?.id ?? []);
  const waiting = await listWaiting(executor, ids);
  return (row) => (isWanted(row) ? (waiting.get(row.pickup?.id ?? '') ?? []) : []);
}

/** Keyed by stop. Those that another run has, or nobody wants any more, only matter at the desk. */
export async function describeCourierCollections(
  executor: Executor,
  runId: string,
  { proof, isOld }: { proof: ProofPolicy; isOld: boolean },
): Promise<Map<string, CourierCollection[]>> {
  const described: { stopId: string | null; collection: CourierCollection }[] = [];
  const rows = await listPlaced(executor, { runIds: [runId] });
  const waitingOf = await waitingAt(executor, isOld ? [] : rows, ['open', 'failed']);
  for (const row of rows) {
    const { placed, pickup, party, reports } = row;
    const { collected, left, unlabelled, unlabelledIn, reason, occurredAt } = summaryOf(reports);
    const collection: CourierCollection = {
      id: placed.id,
      status: placed.status,
      kind: pickup?.kind ?? 'pickup',
      party: isOld ? '' : party,
      window: windowOf(row),
      expected: pickup?.parcels ?? 0,
      note: isOld ? '' : (pickup?.note ?? ''),
      waiting: waitingOf(row).map(({ trackingId, reference, parcels, atSender }) => ({
        trackingId,
        ...(reference && { reference }),
        ...(parcels > 1 && { parcels, numbers: parcelNumbersIn(atSender) }),
      })),
      proof,
      collected: collected.map(({ trackingId, at, handedInAt, parcels, numbers }) => ({
        trackingId,
        at: at?.toISOString() ?? '',
        ...((parcels ?? 1) > 1 && { numbers }),
        ...(handedInAt && { handedIn: true }),
      })),
      unlabelled,
      ...(unlabelledIn > 0 && { unlabelledIn }),
      left: left.map((one) => ({ ...one, reason: one.reason as 'not_there' })),
      reason: placed.status === 'failed' ? ((reason || 'missed') as CourierCollection['reason']) : null,
      occurredAt,
      facts: reports.map(({ factId }) => factId),
    };
    described.push({ stopId: placed.stopId, collection });
  }
  const byStop = groupRows(described, ({ stopId }) => stopId ?? '');
  return new Map(Array.from(byStop, ([id, some]) => [id, some.map(({ collection }) => collection)]));
}

/** Keyed by stop. */
export async function describeManagedCollections(
  executor: Executor,
  runId: string,
): Promise<Map<string, ManagedCollection[]>> {
  const rows = await listPlaced(executor, { runIds: [runId] });
  const waitingOf = await waitingAt(executor, rows, ['open']);
  const pictures = await listPictures(executor, factIdsOf(rows));
  const byStop = groupRows(rows, ({ placed }) => placed.stopId ?? '');
  return new Map(
    Array.from(byStop, ([id, some]) => [
      id,
      some.map((row): ManagedCollection => {
        const { placed, pickup, party } = row;
        const { collected, left, unlabelled, unlabelledIn, reason, occurredAt, givenBy } = summaryOf(row.reports);
        const waiting = waitingOf(row).map(({ trackingId }) => trackingId);
        return {
          id: placed.id,
          collectionId: placed.collectionId,
          status: placed.status,
          kind: pickup?.kind ?? 'pickup',
          party,
          window: windowOf(row),
          expected: pickup?.parcels ?? 0,
          ...(waiting.length > 0 && { waiting }),
          collected: collected.reduce((sum, { numbers }) => sum + numbers.length, 0),
          unlabelled,
          left: left.reduce((sum, { numbers }) => sum + (numbers?.length ?? 1), 0),
          ...(unlabelledIn > 0 && { unlabelledIn }),
          reason: placed.status === 'failed' ? reason || 'missed' : null,
          occurredAt,
          givenBy,
          ...picturesOf(row, pictures),
        };
      }),
    ]),
  );
}

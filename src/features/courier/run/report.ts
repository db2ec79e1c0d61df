/** Each report is stored on this device before it is sent. */
import { paths } from '../../../domain/paths.ts';
import type { Position } from '../../../domain/places/learn-place.ts';
import type { CollectReport, HandInReport } from '../../../domain/runs/collect.ts';
import type { Collect, Visit } from '../../../domain/runs/facts.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { forgetLastingDrafts } from '../../../offline/lasting-drafts.ts';
import { outbox } from '../../../outbox/device-outbox.ts';
import type { Action } from '../../../outbox/outbox-actions.ts';
import { UNDO_MS } from '../../../outbox/outbox-row.ts';
import type { DrawPictures, ProofPicture } from '../proof/proof-picture.ts';
import { collectPath } from './collections.ts';
import { type Redo, record, type Save } from './recording.ts';

const versionOf = ({ id, version }: CourierRun) => ({ runId: id, runVersion: version });

const saveOf =
  (action: Action): Save =>
  (userId, moment) =>
    outbox.record(userId, action, undefined, moment);

const nameOf = ({ description }: Parcel, numbers: readonly number[] | undefined) =>
  numbers ? `Parcel ${numbers.join(', ')} of ${description}` : description;

/** @param parcels numbers, of a shipment of several; the whole shipment if undefined */
export const reportLoad = (run: CourierRun, parcel: Parcel, parcels?: number[]) =>
  record(
    `${nameOf(parcel, parcels)} loaded`,
    saveOf({
      procedure: 'courier.load',
      input: { ...versionOf(run), taskIds: [parcel.id], ...(parcels && { parcels }) },
    }),
  );

export const reportReturn = (run: CourierRun, parcel: Parcel, parcels?: number[]) =>
  record(
    `${nameOf(parcel, parcels)} is back`,
    saveOf({
      procedure: 'courier.return',
      input: { ...versionOf(run), taskIds: [parcel.id], ...(parcels && { parcels }) },
    }),
  );

export const reportStart = (run: CourierRun) =>
  record('Run started', saveOf({ procedure: 'courier.start', input: versionOf(run) }));

/** @param cash what the courier hands over */
export async function reportClose(run: CourierRun, cash?: number): Promise<boolean> {
  const input = { ...versionOf(run), ...(cash !== undefined && { cash }) };
  const isSaved = await record('Run closed', saveOf({ procedure: 'courier.close', input }));
  if (isSaved) await forgetLastingDrafts();
  return isSaved;
}

/** It can be undone for a while. */
const saveAtStop =
  (stopId: string, drawPictures: DrawPictures, actionOf: (drawn: ProofPicture[], sendAfter: string) => Action): Save =>
  async (userId, moment) => {
    const drawn = await drawPictures();
    return outbox.record(
      userId,
      actionOf(drawn, new Date(Date.now() + UNDO_MS).toISOString()),
      (opId) =>
        drawn.map(({ bytes, sha256, type }) => ({
          action: { procedure: 'courier.proof', input: { visitId: opId, stopId, sha256, type } },
          bytes,
        })),
      moment,
    );
  };

const declared = ({ bytes: _, ...proof }: ProofPicture) => proof;

interface ReportOptions {
  label: string;
  redo: Redo;
  onSaved: () => void;
}

export type VisitReport = Pick<Visit, 'stopId' | 'outcomes' | 'recipient' | 'note' | 'cameraFailed' | 'payments'>;

export function reportVisit(
  run: CourierRun,
  visit: VisitReport,
  drawPictures: DrawPictures,
  { label, redo, position, onSaved }: ReportOptions & { position?: Promise<Position | null> },
): Promise<boolean> {
  const taskIds = visit.outcomes.map(({ taskId }) => taskId);
  const save = saveAtStop(visit.stopId, drawPictures, (drawn, sendAfter) => ({
    procedure: 'courier.visit',
    input: { ...versionOf(run), ...visit, proofs: drawn.map((picture) => ({ ...declared(picture), taskIds })) },
    sendAfter,
  }));
  const saveWithPosition: Save = async (userId, moment) => {
    const visitId = await save(userId, moment);
    onSaved();
    // It never delays what is saved, and nobody misses it.
    void position?.then((at) => at && outbox.addPosition(visitId, at)).catch(() => undefined);
    return visitId;
  };
  return record(label, saveWithPosition, { undoTo: paths.courierStop(visit.stopId), redo });
}

export type CollectionReport = CollectReport &
  Pick<Collect, 'stopId' | 'collectionId' | 'givenBy' | 'note' | 'cameraFailed'>;

/** @param onUndone the scans come back: nobody scans twenty parcels again */
export function reportCollect(
  run: CourierRun,
  report: CollectionReport,
  drawPictures: DrawPictures,
  { label, redo, onSaved, onUndone }: ReportOptions & { onUndone: () => void },
): Promise<boolean> {
  const save = saveAtStop(report.stopId, drawPictures, (drawn, sendAfter) => ({
    procedure: 'courier.collect',
    input: { ...versionOf(run), ...report, proofs: drawn.map(declared) },
    sendAfter,
  }));
  const saveAndForget: Save = async (userId, moment) => {
    const id = await save(userId, moment);
    onSaved();
    return id;
  };
  const undoTo = collectPath(report.stopId, report.collectionId);
  return record(label, saveAndForget, { undoTo, onUndone, redo });
}

/** @param handedIn all that was collected if undefined */
export const reportHandIn = (run: CourierRun, handedIn?: HandInReport) =>
  record(
    handedIn ? 'Parcel handed in' : 'All handed in',
    saveOf({ procedure: 'courier.handIn', input: { ...versionOf(run), ...handedIn } }),
  );

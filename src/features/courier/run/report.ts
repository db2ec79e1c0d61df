/** Each report is stored on this device before it is sent. */
import { paths } from '../../../domain/paths.ts';
import type { Position } from '../../../domain/places/learn-place.ts';
import type { Visit } from '../../../domain/runs/facts.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { forgetLastingDrafts } from '../../../offline/lasting-drafts.ts';
import { outbox } from '../../../outbox/device-outbox.ts';
import type { Action } from '../../../outbox/outbox-actions.ts';
import { UNDO_MS } from '../../../outbox/outbox-row.ts';
import type { DrawPictures } from '../proof/proof-picture.ts';
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

export async function reportClose(run: CourierRun): Promise<boolean> {
  const isSaved = await record('Run closed', saveOf({ procedure: 'courier.close', input: versionOf(run) }));
  if (isSaved) await forgetLastingDrafts();
  return isSaved;
}

export type VisitReport = Pick<Visit, 'stopId' | 'outcomes' | 'recipient' | 'note' | 'cameraFailed'>;

export function reportVisit(
  run: CourierRun,
  visit: VisitReport,
  drawPictures: DrawPictures,
  {
    label,
    redo,
    position,
    onSaved,
  }: { label: string; redo: Redo; position?: Promise<Position | null>; onSaved: () => void },
): Promise<boolean> {
  const taskIds = visit.outcomes.map(({ taskId }) => taskId);
  const save: Save = async (userId, moment) => {
    const drawn = await drawPictures();
    const proofs = drawn.map(({ bytes: _, ...proof }) => ({ ...proof, taskIds }));
    const sendAfter = new Date(Date.now() + UNDO_MS).toISOString();
    const visitId = await outbox.record(
      userId,
      { procedure: 'courier.visit', input: { ...versionOf(run), ...visit, proofs }, sendAfter },
      (opId) =>
        drawn.map(({ bytes, sha256, type }) => ({
          action: { procedure: 'courier.proof', input: { visitId: opId, stopId: visit.stopId, sha256, type } },
          bytes,
        })),
      moment,
    );
    onSaved();
    // It never delays what is saved, and nobody misses it.
    void position?.then((at) => at && outbox.addPosition(visitId, at)).catch(() => undefined);
    return visitId;
  };
  return record(label, save, { undoTo: paths.courierStop(visit.stopId), redo });
}

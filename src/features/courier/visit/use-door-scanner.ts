import { useNavigate } from 'react-router-dom';
import { giveFeedback } from '../../../browser/feedback.ts';
import { paths } from '../../../domain/paths.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { readLabelCode } from '../../../domain/tracking-id.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useHandScanner } from '../../scan/hand-scanner.ts';
import { checkAtDoor } from '../run/check-at-door.ts';
import { collectPath } from '../run/collections.ts';
import { findParcel, openCollections, unloadedParcels } from '../run/run-view.ts';
import type { useVisit, VisitProps } from './use-visit.ts';

export const NOT_A_LABEL = { parcel: null, word: 'Not a label', text: 'Scan our barcode.' } as const;

/** Takes a hand scanner where no panel does. `stopId` is null if any stop will do. */
export function useDoorScanner(
  run: CourierRun,
  stopId: string | null,
  onRight: (parcel: Parcel, code: string) => void,
  /** Takes what is not for this door. */
  onOther?: (code: string) => void,
): void {
  useHandScanner((code) => {
    const label = readLabelCode(code);
    const at = stopId ?? (label && findParcel(run, label.trackingId)?.stopId) ?? '';
    const check = label ? checkAtDoor(run, at, label.trackingId) : NOT_A_LABEL;
    if (check.parcel) return onRight(check.parcel, code);
    if (label && onOther) return onOther(code);
    giveFeedback('bad');
    toast.error(check.word, check.text);
  });
}

/** Goes on with a scanned parcel where it is loaded or handed over. */
export function useScanToVisit(run: CourierRun, stopId: string | null): void {
  const navigate = useNavigate();
  const isActive = run.status === 'active';
  const stop = run.stops.find(({ id }) => id === stopId);
  const [collection] = isActive && stop ? openCollections(stop) : [];
  const onOther =
    collection && ((scanned: string) => navigate(collectPath(stopId ?? '', collection.id), { state: { scanned } }));
  const onRight = (parcel: Parcel, scanned: string) => {
    const isForLoading = stopId === null && unloadedParcels(run).some(({ id }) => id === parcel.id);
    const visit = paths.courierStop(parcel.stopId, { view: 'scan' });
    navigate(isForLoading || !isActive ? paths.courierLoad : visit, { state: { scanned } });
  };
  useDoorScanner(run, isActive ? stopId : null, onRight, onOther);
}

/** Adds a scanned parcel to the visit in hand. */
export function useScanInVisit({ run, stop }: VisitProps, { chosen, change }: ReturnType<typeof useVisit>): void {
  useDoorScanner(run, stop.id, ({ id, description }) => {
    giveFeedback('good');
    toast.success('Right parcel', description);
    if (!chosen.includes(id)) void change({ chosen: [...chosen, id] });
  });
}

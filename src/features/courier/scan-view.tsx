import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import type { Parcel } from '../../domain/runs/parcels.ts';
import { BigLink } from '../../ui/big-button.tsx';
import { checkAtDoor } from './run/check-at-door.ts';
import { countNumber, refuseNumber, type ScannedLabel, type ScanResult } from './run/check-number.ts';
import { Dock } from './run/dock.tsx';
import { countParcels, openParcels } from './run/run-view.ts';
import { ScanPanel } from './scan-panel.tsx';
import { Receivers } from './visit/receivers.tsx';
import { useVisit, type VisitProps } from './visit/use-visit.ts';

/** Finds this door's parcels in the van; what was scanned is what is delivered. */
export function ScanView(props: VisitProps) {
  const { run, stop } = props;
  const { parcels, change } = useVisit(props);
  const open = openParcels(parcels);
  /** Numbers of each shipment's parcels. */
  const [scanned, setScanned] = useState<ReadonlyMap<string, readonly number[]>>(new Map());
  // A camera may read two labels before the page is drawn again.
  const latest = useRef(scanned);
  const navigate = useNavigate();
  const deliver = paths.courierStop(stop.id, { view: 'deliver' });

  const isComplete = ({ id, parcels: count = 1 }: Parcel) => latest.current.get(id)?.length === count;
  const complete = open.filter(isComplete);

  function onLabel({ trackingId, parcel: number }: ScannedLabel): ScanResult {
    const { parcel, ...refusal } = { word: '', text: '', ...checkAtDoor(run, stop.id, trackingId) };
    if (!parcel) return { signal: 'bad', ...refusal };
    if (isComplete(parcel)) return { signal: 'again', word: 'Already scanned' };
    const before = latest.current.get(parcel.id) ?? [];
    const refused = refuseNumber(parcel, before, number);
    if (refused) return refused;
    const { text, numbers, rest } = countNumber(parcel, before, number);
    const all = Array.from({ length: parcel.parcels ?? 1 }, (_, at) => at + 1);
    latest.current = new Map(latest.current).set(parcel.id, numbers ? [...before, ...numbers] : all);
    setScanned(latest.current);
    const written = change({ chosen: open.filter(isComplete).map(({ id }) => id) });
    if (open.every(isComplete)) void written.then(() => navigate(deliver, { replace: true }));
    return { signal: 'good', word: 'Right parcel', text, ...(rest && { rest }) };
  }

  return (
    <>
      <Receivers stop={stop} parcels={open} />
      <p>
        <b className="text-figure">{[...scanned.values()].flat().length}</b> of {countParcels(open)} scanned
      </p>
      <ScanPanel run={run} onLabel={onLabel} choices={open.filter((parcel) => !isComplete(parcel))} />
      <Dock>
        <BigLink to={deliver} icon="package-check" primary={complete.length > 0}>
          {complete.length > 0
            ? `Deliver ${countParcels(complete)} of ${countParcels(open)}`
            : 'Deliver without scanning'}
        </BigLink>
      </Dock>
    </>
  );
}

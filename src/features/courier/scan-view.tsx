import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import type { LabelCode } from '../../domain/tracking-id.ts';
import { BigLink } from '../../ui/big-button.tsx';
import { checkAtDoor } from './run/check-at-door.ts';
import { Dock } from './run/dock.tsx';
import { openParcels } from './run/run-view.ts';
import { ScanPanel, type ScanResult } from './scan-panel.tsx';
import { Receivers } from './visit/receivers.tsx';
import { useVisit, type VisitProps } from './visit/use-visit.ts';

/** Finds this door's parcels in the van; what was scanned is what is delivered. */
export function ScanView(props: VisitProps) {
  const { run, stop } = props;
  const { parcels, change } = useVisit(props);
  const open = openParcels(parcels);
  const [scanned, setScanned] = useState<readonly string[]>([]);
  // A camera may read two labels before the page is drawn again.
  const latest = useRef(scanned);
  const navigate = useNavigate();
  const deliver = paths.courierStop(stop.id, { view: 'deliver' });

  function onLabel({ trackingId }: LabelCode): ScanResult {
    const { parcel, ...refusal } = { word: '', text: '', ...checkAtDoor(run, stop.id, trackingId) };
    if (!parcel) return { signal: 'bad', ...refusal };
    if (latest.current.includes(parcel.id)) return { signal: 'again', word: 'Already scanned' };
    latest.current = [...latest.current, parcel.id];
    setScanned(latest.current);
    const written = change({ chosen: [...latest.current] });
    const isAll = open.every(({ id }) => latest.current.includes(id));
    if (isAll) void written.then(() => navigate(deliver, { replace: true }));
    return { signal: 'good', word: 'Right parcel', text: parcel.description };
  }

  return (
    <>
      <Receivers stop={stop} parcels={open} />
      <p>
        <b className="text-figure">{scanned.length}</b> of {open.length} scanned
      </p>
      <ScanPanel run={run} onLabel={onLabel} choices={open.filter(({ id }) => !scanned.includes(id))} />
      <Dock>
        <BigLink to={deliver} icon="package-check" primary={scanned.length > 0}>
          {scanned.length > 0 ? `Deliver ${scanned.length} of ${open.length}` : 'Deliver without scanning'}
        </BigLink>
      </Dock>
    </>
  );
}

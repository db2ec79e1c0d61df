import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import type { Parcel } from '../../domain/runs/parcels.ts';
import { BigLink } from '../../ui/big-button.tsx';
import { checkAtDoor } from './run/check-at-door.ts';
import { countNumber, refuseNumber, type ScannedLabel, type ScanResult } from './run/check-number.ts';
import { Dock } from './run/dock.tsx';
import { countParcels, openParcels } from './run/run-view.ts';
import { Receivers } from './visit/receivers.tsx';
import { ScanPanel } from './visit/scan-panel.tsx';
import { useVisit, type VisitProps } from './visit/use-visit.ts';

/** Finds this door's parcels in the van; what was scanned is what is delivered. */
export function ScanView(props: VisitProps) {
  const { run, stop } = props;
  const { parcels, draft, change } = useVisit(props);
  const open = openParcels(parcels);
  // A camera may read two labels before the page is drawn again.
  const latest = useRef<typeof draft.scanned>({});
  const numbersOf = ({ id }: Parcel) => latest.current?.[id] ?? draft.scanned?.[id] ?? [];
  const navigate = useNavigate();
  const deliver = paths.courierStop(stop.id, { view: 'deliver' });

  const isComplete = (parcel: Parcel) => numbersOf(parcel).length === (parcel.parcels ?? 1);
  const complete = open.filter(isComplete);

  function onLabel({ trackingId, parcel: number }: ScannedLabel): ScanResult {
    const { parcel, ...refusal } = { word: '', text: '', ...checkAtDoor(run, stop.id, trackingId) };
    if (!parcel) return { signal: 'bad', ...refusal };
    if (isComplete(parcel)) return { signal: 'again', word: 'Already scanned' };
    const before = numbersOf(parcel);
    const refused = refuseNumber(parcel, before, number);
    if (refused) return refused;
    const { text, numbers, rest } = countNumber(parcel, before, number);
    const all = Array.from({ length: parcel.parcels ?? 1 }, (_, at) => at + 1);
    latest.current = { ...draft.scanned, ...latest.current, [parcel.id]: numbers ? [...before, ...numbers] : all };
    const written = change({ scanned: latest.current, chosen: open.filter(isComplete).map(({ id }) => id) });
    if (open.every(isComplete)) void written.then(() => navigate(deliver, { replace: true }));
    return { signal: 'good', word: 'Right parcel', text, ...(rest && { rest }) };
  }

  return (
    <>
      <Receivers stop={stop} parcels={open} />
      <p>
        <b className="text-figure">{open.flatMap(numbersOf).length}</b> of {countParcels(open)} scanned
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

import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { applyFact } from '../../domain/runs/apply-fact.ts';
import { parcelNumbersIn } from '../../domain/runs/count-parcels.ts';
import { parcelsOf } from '../../domain/runs/parcels.ts';
import { isOpenRun } from '../../domain/runs/run-status.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import { BigButton, BigLink } from '../../ui/big-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { countNumber, refuseNumber, type ScannedLabel, type ScanResult } from './run/check-number.ts';
import { Dock } from './run/dock.tsx';
import { onceSaved } from './run/recording.ts';
import { refusalToLoad } from './run/refusal-to-load.ts';
import { reportLoad, reportStart } from './run/report.ts';
import {
  countParcels,
  countToLoad,
  findParcel,
  isUnloaded,
  loadableParcels,
  nextStop,
  openCollections,
  stopOf,
  unloadedParcels,
} from './run/run-view.ts';
import { useScanned } from './run/use-scanned.ts';
import { RunNotActive } from './run-not-active.tsx';
import { ScanPanel } from './visit/scan-panel.tsx';

export function LoadView({ run }: { run: CourierRun }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const all = loadableParcels(run);
  const unloaded = unloadedParcels(run);
  const total = countParcels(all);
  const loaded = total - countToLoad(unloaded);
  // A run may only collect.
  const canStart = all.length > unloaded.length || run.stops.some((stop) => openCollections(stop).length > 0);
  const partly = unloaded.filter(({ loadedParcels = 0 }) => loadedParcels > 0);
  const missing = total - loaded;
  const scanned = useScanned(run, 'load', parcelsOf(run).filter(isUnloaded));

  function onLabel({ trackingId, parcel: number }: ScannedLabel): ScanResult | Promise<ScanResult> {
    const parcel = findParcel(scanned.current(), trackingId);
    if (!parcel) return { signal: 'bad', word: 'Not on your run', text: 'Ask the desk.' };
    const before = parcelNumbersIn(parcel.loadedParcels);
    const refusal = refusalToLoad(parcel) ?? refuseNumber(parcel, before, number);
    if (refusal) return refusal;
    const { text, numbers, rest } = countNumber(parcel, before, number);
    const saving = reportLoad(run, parcel, numbers);
    scanned.add(parcel, numbers, saving);
    // A parcel to be collected on the way counts as well, if it is at the depot already.
    const now = scanned.current();
    const after = countParcels(loadableParcels(now));
    const word = `Loaded ${after - countToLoad(unloadedParcels(now))} of ${after}`;
    const stop = stopOf(run, parcel)?.sequence;
    return onceSaved(saving, { signal: 'good', word, text: `${text}, stop ${stop}`, ...(rest && { rest }) });
  }

  function start() {
    void reportStart(run);
    const started = applyFact(scanned.current(), { kind: 'start', runId: run.id, id: '', occurredAt: '' });
    const first = nextStop(started);
    navigate(first ? paths.courierStop(first.id) : paths.courier, { replace: true });
  }

  if (!isOpenRun(run.status)) return <RunNotActive status={run.status} />;
  return (
    <>
      <p className="break-anywhere">{run.name}</p>
      <p>
        {total === 0 ? (
          'Nothing to load.'
        ) : (
          <>
            <b className="text-figure">{loaded}</b> of {total} loaded
          </>
        )}
      </p>
      <ScanPanel run={run} onLabel={onLabel} choices={unloaded} />
      <Dock>
        {run.status !== 'active' && !canStart && (
          <p className="font-700">{loaded === 0 ? 'Load a parcel first.' : 'Load a whole shipment first.'}</p>
        )}
        {run.status === 'active' ? (
          <BigLink to={paths.courier} primary>
            Back to my run
          </BigLink>
        ) : (
          <BigButton
            icon="truck"
            primary
            disabled={!canStart}
            onClick={() => (unloadedParcels(scanned.current()).length > 0 ? setAsking(true) : start())}
          >
            Start run
          </BigButton>
        )}
      </Dock>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={start}
        title="Start run"
        confirmLabel={missing === 1 ? 'Start without it' : 'Start without them'}
      >
        {counted(missing, 'parcel')} {missing === 1 ? 'is' : 'are'} not loaded and will stay at the depot.
        {partly.length > 0 &&
          ` Shipments go out whole: take the other parcels of ${partly.map(({ description }) => description).join(', ')} out of the van.`}
      </ConfirmDialog>
    </>
  );
}

import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { applyFact } from '../../domain/runs/apply-fact.ts';
import { isOpenRun } from '../../domain/runs/run-status.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import type { LabelCode } from '../../domain/tracking-id.ts';
import { BigButton, BigLink } from '../../ui/big-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Dock } from './run/dock.tsx';
import { refusalToLoad } from './run/refusal-to-load.ts';
import { reportLoad, reportStart } from './run/report.ts';
import { findParcel, loadableParcels, nextStop, stopOf, unloadedParcels } from './run/run-view.ts';
import { useScanned } from './run/use-scanned.ts';
import { RunNotActive } from './run-not-active.tsx';
import { ScanPanel, type ScanResult } from './scan-panel.tsx';

export function LoadView({ run }: { run: CourierRun }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const all = loadableParcels(run);
  const unloaded = unloadedParcels(run);
  const loaded = all.length - unloaded.length;
  const scanned = useScanned(run, 'load', unloaded);

  function onLabel({ trackingId }: LabelCode): ScanResult {
    const parcel = findParcel(scanned.current(), trackingId);
    if (!parcel) return { signal: 'bad', word: 'Not on your run', text: 'Ask the desk.' };
    const refusal = refusalToLoad(parcel);
    if (refusal) return refusal;
    scanned.add(parcel, reportLoad(run, parcel));
    const left = unloadedParcels(scanned.current()).length;
    const text = `${parcel.description}, stop ${stopOf(run, parcel)?.sequence}`;
    return { signal: 'good', word: `Loaded ${all.length - left} of ${all.length}`, text };
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
        <b className="text-figure">{loaded}</b> of {all.length} loaded
      </p>
      <ScanPanel run={run} onLabel={onLabel} choices={unloaded} />
      <Dock>
        {run.status !== 'active' && loaded === 0 && <p className="font-700">Load a parcel first.</p>}
        {run.status === 'active' ? (
          <BigLink to={paths.courier} primary>
            Back to my run
          </BigLink>
        ) : (
          <BigButton
            icon="truck"
            primary
            disabled={loaded === 0}
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
        confirmLabel={unloaded.length === 1 ? 'Start without it' : 'Start without them'}
      >
        {counted(unloaded.length, 'parcel')} {unloaded.length === 1 ? 'is' : 'are'} not loaded and will stay at the
        depot.
      </ConfirmDialog>
    </>
  );
}

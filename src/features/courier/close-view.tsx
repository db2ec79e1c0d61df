import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { isInVan } from '../../domain/runs/task-status.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import { allSentText, useOutbox } from '../../outbox/outbox-view.ts';
import { BigButton, BigLink } from '../../ui/big-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Dock } from './run/dock.tsx';
import { reportClose, reportReturn } from './run/report.ts';
import { RunResults } from './run/run-results.tsx';
import { findTask, tasksToReturn } from './run/run-view.ts';
import { countUnsent, isUnsentKnown } from './run/unsent.ts';
import { useScanned } from './run/use-scanned.ts';
import { RunNotActive } from './run-not-active.tsx';
import { ScanPanel, type ScanResult } from './scan-panel.tsx';

/** Scans back what was not delivered, and closes the run. */
export function CloseView({ run }: { run: CourierRun }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const outbox = useOutbox();
  const { waiting, rejected } = countUnsent(outbox);
  const toReturn = tasksToReturn(run);
  const scanned = useScanned(run, 'return', toReturn);
  const inVan = toReturn.filter(isInVan).length;

  function onLabel(trackingId: string): ScanResult {
    const task = findTask(scanned.current(), trackingId);
    if (!task) return { signal: 'bad', word: 'Not on your run', text: 'Ask the desk.' };
    if (task.status === 'delivered')
      return { signal: 'bad', word: 'Already delivered', text: 'Correct it at its stop first.' };
    if (task.status === 'returned') return { signal: 'again', word: 'Already back' };
    scanned.add(task.id, reportReturn(run, task.id, `${task.description} is back`));
    return { signal: 'good', word: 'Back', text: task.description };
  }

  function close() {
    void reportClose(run);
    navigate(paths.courier, { replace: true });
  }

  if (run.status !== 'active') return <RunNotActive status={run.status} />;
  return (
    <>
      <p className="break-anywhere">{run.name}</p>
      <RunResults run={run} />
      {toReturn.length > 0 && <ScanPanel run={run} onLabel={onLabel} choices={toReturn} />}
      <p role="status">
        {isUnsentKnown(outbox) && waiting + rejected === 0 && `${allSentText(outbox)}.`}
        {outbox.hasFailed && 'The outbox couldn’t be read. Something may still be waiting to be sent. '}
        {waiting > 0 && `${waiting} not sent yet. They’ll be sent once you’re online. `}
        {rejected > 0 && `${rejected} rejected by the server.`}
      </p>
      {rejected > 0 && (
        <BigLink to={paths.outbox} icon="triangle-alert">
          Open the outbox
        </BigLink>
      )}
      <Dock>
        <BigLink to={paths.courier}>All stops</BigLink>
        <BigButton
          icon="check"
          primary
          onClick={() => (tasksToReturn(scanned.current()).some(isInVan) ? setAsking(true) : close())}
        >
          Close run
        </BigButton>
      </Dock>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={close}
        title="Close run"
        confirmLabel="Report as missing"
        destructive
      >
        {inVan === 1
          ? '1 parcel is neither delivered nor back. Scan it, or report it as missing.'
          : `${inVan} parcels are neither delivered nor back. Scan them, or report them as missing.`}
      </ConfirmDialog>
    </>
  );
}

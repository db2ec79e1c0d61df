import { useState } from 'react';
import { useWakeLock } from '../../browser/use-wake-lock.ts';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { TypedLabel } from '../scan/typed-label.tsx';
import { LastScans } from './last-scans.tsx';
import { ScanCamera } from './scan-camera.tsx';
import { ScanProblems } from './scan-problems.tsx';
import { ScanResult } from './scan-result.tsx';
import { type ScanSession, setSettings, startOver } from './scan-session.ts';
import { ScanSettingsPanel } from './scan-settings.tsx';
import { useScanning } from './use-scanning.ts';

/** Everything that is scanned here, one parcel after the other. */
export function ScanMode({ session }: { session: ScanSession }) {
  const { settings } = session;
  const { shown, problems, runs, onCode, onLabel, onUndo } = useScanning(settings.act);
  const [isAsking, setAsking] = useState(false);
  useWakeLock(true);
  return (
    <div className="grid gap-6 content-start grid-cols-[minmax(0,1fr)] [@container_page_(width>=58rem)]:grid-cols-[minmax(0,1fr)_22rem] gap-x-12">
      <div className="stack gap-4">
        <ScanSettingsPanel settings={settings} runs={runs} />
        <ScanResult shown={shown} act={settings.act} />
        <ScanCamera onLabel={onLabel} onToken={onCode}>
          <Checkbox checked={!settings.isSilent} onChange={({ target }) => setSettings({ isSilent: !target.checked })}>
            Sounds
          </Checkbox>
        </ScanCamera>
        <TypedLabel onCode={onCode} />
      </div>
      <div className="stack gap-6">
        <ScanProblems problems={problems} />
        <LastScans entries={session.entries} problems={problems} onUndo={onUndo} onStartOver={() => setAsking(true)} />
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          startOver();
          setAsking(false);
        }}
        title="Start over"
        confirmLabel="Start over"
      >
        The count and the list begin again. What you scanned stays as it is.
      </ConfirmDialog>
    </div>
  );
}

import { useEffect } from 'react';
import { outbox } from '../../outbox/device-outbox.ts';
import { UNDO_MS } from '../../outbox/outbox-row.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { dismiss, type Recording, saveAgain, useRecordings } from './run/recording.ts';

/** What has just been done, and whether it is safe on this device. */
export function SavedBar() {
  return useRecordings().map((recording) =>
    recording.status === 'failed' ? (
      <Notice
        key={recording.id}
        tone="bad"
        title={`Not saved: ${recording.label}`}
        live
        action={<Button onClick={() => saveAgain(recording)}>Save again</Button>}
      >
        {recording.message}
      </Notice>
    ) : (
      <Saved key={recording.id} recording={recording} />
    ),
  );
}

function Saved({ recording }: { recording: Recording }) {
  const { status, label, visitId } = recording;
  const isSaved = status === 'saved';

  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => dismiss(recording), UNDO_MS);
    return () => clearTimeout(timer);
  }, [isSaved, recording]);

  async function undo(id: string) {
    const isUndone = await outbox.undo(id);
    dismiss(recording);
    if (isUndone) toast.success('Undone', label);
    else toast.error('Already sent', 'Open the stop to correct it.');
  }

  return (
    <div
      role="status"
      className="flex items-center gap-3 min-h-14 p-1 pl-4 border-2 border-rule-strong rounded-ctl bg-slip-good"
    >
      <Icon name={isSaved ? 'circle-check' : 'loader-circle'} className={isSaved ? '' : 'spin'} />
      <p className="min-w-0 mr-auto">
        <b>{isSaved ? 'Saved' : 'Saving'}</b> <span>{label}</span>
      </p>
      {visitId && (
        <Button icon="undo-2" className="min-h-14" onClick={() => undo(visitId)}>
          Undo
        </Button>
      )}
    </div>
  );
}

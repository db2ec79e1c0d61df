import { useNavigate } from 'react-router-dom';
import { outbox } from '../../../outbox/device-outbox.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { dismiss, type Recording, type Redo, saveAgain } from './recording.ts';

/** What has just been done, and whether it is safe on this device; of failures the first. */
export function SavedBar({ recordings }: { recordings: readonly Recording[] }) {
  const [failed, ...others] = recordings.filter(({ status }) => status === 'failed');
  return (
    <>
      {failed && <Failed key={failed.id} recording={failed} others={others.length} />}
      {recordings
        .filter(({ status }) => status !== 'failed')
        .map((recording) => (
          <Saved key={recording.id} recording={recording} />
        ))}
    </>
  );
}

const BAR = 'flex items-center gap-3 min-h-15 p-1 pl-4 border-2 rounded-ctl';

function Failed({ recording, others }: { recording: Recording; others: number }) {
  const { isLost, redo } = recording;
  const navigate = useNavigate();

  function takeAgain({ path, onRedo }: Redo) {
    onRedo();
    dismiss(recording);
    navigate(path);
  }

  return (
    <div role="alert" className={`${BAR} flex-wrap border-tone-bad bg-slip-bad`}>
      <Icon name="circle-x" />
      <p className="flex-[1_1_10rem] min-w-0 py-1">
        <b className="block">Not saved: {recording.label}</b>
        {recording.message} {others > 0 && `${others} more not saved.`}
      </p>
      <div className="flex-none">
        {isLost && redo ? (
          <BigButton onClick={() => takeAgain(redo)}>Take it again</BigButton>
        ) : (
          <BigButton onClick={() => saveAgain(recording)}>Save again</BigButton>
        )}
      </div>
    </div>
  );
}

function Saved({ recording }: { recording: Recording }) {
  const { status, label, visitId } = recording;
  const isSaved = status === 'saved';

  async function undo(id: string) {
    const isUndone = await outbox.undo(id).catch(() => null);
    dismiss(recording);
    if (isUndone === null) toast.error('Not undone', 'This device couldn’t do it. Open the stop to correct it.');
    else if (isUndone) toast.success('Undone', label);
    else toast.error('Already sent', 'Open the stop to correct it.');
  }

  return (
    <div role="status" className={`${BAR} border-rule-strong bg-slip-good`}>
      <Icon name={isSaved ? 'circle-check' : 'loader-circle'} className={isSaved ? '' : 'spin'} />
      <p className="min-w-0 mr-auto">
        <b>{isSaved ? 'Saved' : 'Saving'}</b> <span>{label}</span>
      </p>
      {visitId && (
        <div className="flex-none">
          <BigButton icon="undo-2" onClick={() => undo(visitId)}>
            Undo
          </BigButton>
        </div>
      )}
    </div>
  );
}

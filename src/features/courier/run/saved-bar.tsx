import { useNavigate } from 'react-router-dom';
import { paths } from '../../../domain/paths.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { dismiss, type Recording, type Redo, saveAgain, undo } from './recording.ts';

/** Only the first failure shows. */
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

const BAR = 'flex flex-wrap items-center gap-3 min-h-15 p-1 pl-4 border-2 rounded-ctl';

const BAR_STYLE: Record<Recording['status'], { title: string; icon: IconName; className: string }> = {
  saving: { title: 'Saving', icon: 'loader-circle', className: 'border-rule-strong bg-slip-good' },
  saved: { title: 'Saved', icon: 'circle-check', className: 'border-rule-strong bg-slip-good' },
  failed: { title: 'Not saved', icon: 'circle-x', className: 'border-tone-bad bg-slip-bad' },
  undoing: { title: 'Undoing', icon: 'loader-circle', className: 'border-rule-strong bg-sheet' },
  undone: { title: 'Undone', icon: 'undo-2', className: 'border-rule-strong bg-sheet' },
  'not-undone': { title: 'Not undone', icon: 'triangle-alert', className: 'border-rule-strong bg-slip-warn' },
};

function Failed({ recording, others }: { recording: Recording; others: number }) {
  const { status, label, isLost, redo } = recording;
  const { title, icon, className } = BAR_STYLE[status];
  const navigate = useNavigate();

  function takeAgain({ path, onRedo }: Redo) {
    onRedo();
    dismiss(recording);
    navigate(path);
  }

  return (
    <div role="alert" className={`${BAR} ${className}`}>
      <Icon name={icon} />
      <p className="flex-[1_1_10rem] min-w-0 py-1">
        <b className="block">
          {title}: {label}
        </b>
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
  const { status, label, message, visitId, undoTo } = recording;
  const { title, icon, className } = BAR_STYLE[status];
  const navigate = useNavigate();

  async function takeBack(id: string) {
    const isUndone = await undo(recording, id);
    // The next stop was shown because this one was done.
    if (isUndone && undoTo && location.pathname.startsWith(paths.courier)) navigate(undoTo, { replace: true });
  }

  return (
    <div role="status" className={`${BAR} ${className}`}>
      <Icon name={icon} className={icon === 'loader-circle' ? 'spin' : ''} />
      <p className="flex-[1_1_6rem] min-w-0">
        <b>{title}</b> <span>{status === 'not-undone' ? `${message} Open the stop to correct it.` : label}</span>
        {status === 'saving' && <span className="block">{message}</span>}
      </p>
      {visitId && (
        <div className="flex-none">
          <BigButton icon="undo-2" onClick={() => takeBack(visitId)}>
            Undo
          </BigButton>
        </div>
      )}
    </div>
  );
}

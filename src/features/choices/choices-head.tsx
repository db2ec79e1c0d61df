import type { Choices } from '../../domain/choices.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { KIND_LABELS } from './choice-labels.ts';
import { useLockChoices } from './mutations.ts';

interface ChoicesHeadProps {
  title: string;
  id: string;
  /** Missing for the desk. */
  trackingId?: string;
  choices: Choices;
}

/** Says whether anything can be chosen; its sender and the desk close it and open it. */
export function ChoicesHead({ title, id, trackingId, choices }: ChoicesHeadProps) {
  const { locked = false, canLock = false, disputed } = choices;
  const lock = useLockChoices(trackingId);
  return (
    <>
      <div className={canLock ? 'block-head items-center gap-y-2' : 'contents'}>
        <h2 id="choices">{title}</h2>
        {canLock && (
          <Button small icon="lock" pending={lock.isPending} onClick={() => lock.mutate({ id, locked: !locked })}>
            {locked ? 'Open choices' : 'Lock choices'}
          </Button>
        )}
      </div>
      <FailureNotice of={lock.failure} />
      {locked && <p>{disputed ? DISPUTED : canLock ? LOCKED_HERE : LOCKED}</p>}
    </>
  );
}

const DISPUTED = 'Nobody can choose until our desk has looked at what was disputed.';
const LOCKED_HERE = 'Nobody can choose until you open choices.';
const LOCKED = 'Choices are locked for this shipment. Ask the sender or our desk.';

/** What can't be chosen, and why. */
export const RefusedOptions = ({ options }: Pick<Choices, 'options'>) =>
  options
    .filter(({ refusal }) => refusal)
    .map(({ kind, refusal }) => (
      <p key={kind} className="second-line">
        {KIND_LABELS[kind]}: {refusal}
      </p>
    ));

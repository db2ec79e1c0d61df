import { site } from '../../config/site.ts';
import { type Choice, formatChoice } from '../../domain/choices.ts';
import { formatTimeOfDay, wallClockIn } from '../../domain/dates.ts';
import { Button } from '../../ui/button.tsx';
import { useWithdrawChoice } from './mutations.ts';

export const canWithdraw = ({ state, kind }: Choice): boolean =>
  state === 'waiting' || state === 'on-phone' || (state === 'counted' && (kind === 'day' || kind === 'hold'));

interface MadeChoiceProps {
  choice: Choice;
  id: string;
  /** Missing for the desk, which withdraws nothing. */
  trackingId?: string;
}

export function MadeChoice({ choice, id, trackingId = '' }: MadeChoiceProps) {
  const withdraw = useWithdrawChoice(trackingId);
  return (
    <li className="row justify-between gap-2 py-2 border-b border-rule">
      <div className="min-w-0 flex-1">
        <p className="font-650 break-anywhere">{formatChoice(choice)}</p>
        <p className="second-line">{describeState(choice)}</p>
        {withdraw.failure && <p className="field-error">{withdraw.failure.message}</p>}
      </div>
      {trackingId !== '' && canWithdraw(choice) && (
        <Button small pending={withdraw.isPending} onClick={() => withdraw.mutate({ id, choiceId: choice.id })}>
          Withdraw
        </Button>
      )}
    </li>
  );
}

const clock = (iso: string) => formatTimeOfDay(wallClockIn(site.timeZone, new Date(iso)).slice(11));

function describeState({ kind, state, askedAt, onPhoneAt, isStillOnPhone }: Choice): string {
  const isDesk = kind === 'day' || kind === 'hold';
  switch (state) {
    case 'waiting':
      return `Asked ${clock(askedAt)}. ${isDesk ? 'It’s already on a run: our desk decides.' : 'The courier hasn’t seen this yet.'}`;
    case 'on-phone':
      return `On the courier’s phone since ${clock(onPhoneAt ?? askedAt)}`;
    case 'counted':
      return isDesk ? `Asked ${clock(askedAt)}. We’ll do so.` : 'The courier had this';
    case 'too-late':
      return `Asked ${clock(askedAt)}, too late for the courier`;
    case 'withdrawn':
      return isStillOnPhone ? 'Withdrawn. The courier’s phone still shows it.' : 'Withdrawn';
    case 'disputed':
      return 'Disputed: it doesn’t count';
  }
}

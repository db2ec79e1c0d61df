import type { ReactNode } from 'react';
import { brandClockName } from '../../config/brand-clock.ts';
import { site } from '../../config/site.ts';
import { type Choice, type ChoiceKind, declinedWhy, formatChoice } from '../../domain/choices.ts';
import { formatDayOfWeek, formatTimeOfDay, wallClockIn } from '../../domain/dates.ts';
import type { ParcelPromise } from '../../domain/promise.ts';
import type { OutboxRow } from '../../outbox/outbox-row.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useSubmitChoice } from './mutations.ts';

const canWithdraw = ({ state, kind }: Choice, isOver: boolean): boolean =>
  state === 'waiting' || state === 'on-phone' || (state === 'counted' && isForDesk(kind) && !isOver);
const isForDesk = (kind: ChoiceKind) => kind === 'day' || kind === 'hold';

/** A choice that was withdrawn or replaced, and that no phone shows, is history. */
export const isCurrent = ({ state, isStillOnPhone }: Choice): boolean =>
  state !== 'withdrawn' || isStillOnPhone === true;

interface MadeChoiceProps {
  choice: Choice;
  id: string;
  /** Missing for the desk, which withdraws nothing. */
  trackingId?: string;
  /** Its sender decides about another address. */
  canAgree?: boolean;
  /** It is delivered, or never will be. */
  isOver: boolean;
  promise: ParcelPromise;
}

export function MadeChoice({ choice, id, trackingId = '', canAgree = false, isOver, promise }: MadeChoiceProps) {
  const agree = useSubmitChoice('Agreed', 'We deliver to the new address.');
  const withdraw = useSubmitChoice('Withdrawn');
  const { kind, text, party, state } = choice;
  const isToAgree = canAgree && kind === 'address' && party === 'receiver' && state === 'waiting';
  const isLeaving = useChoicesToSend(id).some(({ input }) =>
    'choiceId' in input ? input.choiceId === choice.id : isToAgree && input.kind === 'address',
  );
  const agreed = { procedure: 'choice.make', trackingId, input: { id, kind, text, name: '' } } as const;
  const action = { procedure: 'choice.withdraw', trackingId, input: { id, choiceId: choice.id } } as const;
  return (
    <ChoiceItem
      title={formatChoice(choice)}
      state={
        isToAgree
          ? `Asked ${clock(choice.askedAt)}. It counts if you agree; the fee stays.`
          : describeState(choice, isOver, promise)
      }
      error={withdraw.failure?.message ?? agree.failure?.message}
    >
      {isToAgree && !isLeaving && (
        <Button small variant="primary" pending={agree.isPending} onClick={() => agree.mutate({ action: agreed })}>
          Agree
        </Button>
      )}
      {trackingId !== '' && canWithdraw(choice, isOver) && !isLeaving && (
        <Button small pending={withdraw.isPending} onClick={() => withdraw.mutate({ action })}>
          {isToAgree ? 'Decline' : 'Withdraw'}
        </Button>
      )}
    </ChoiceItem>
  );
}

type ChoiceToSend = Extract<OutboxRow, { procedure: 'choice.make' | 'choice.withdraw' }>;

/** They are unsent, or rejected by the server. */
export const useChoicesToSend = (id: string): ChoiceToSend[] =>
  useOutbox().own.filter(
    (row): row is ChoiceToSend =>
      (row.procedure === 'choice.make' || row.procedure === 'choice.withdraw') && row.input.id === id,
  );

/** `made` is what a withdrawal is about. */
export function UnsentChoice({ row, made }: { row: ChoiceToSend; made: readonly Choice[] }) {
  const { input, problem, occurredAt, state } = row;
  const withdrawn = 'choiceId' in input && made.find(({ id }) => id === input.choiceId);
  const title = 'kind' in input ? formatChoice(input) : `Withdraw: ${withdrawn ? formatChoice(withdrawn) : 'a choice'}`;
  const why = problem && (state === 'review' || problem.code === 'NOT_FOUND');
  async function remove() {
    const { outbox } = await import('../../outbox/device-outbox.ts');
    if (state === 'review') return outbox.discard([row]);
    if (!(await outbox.undo(row.opId))) toast.info('It may have been sent', 'You can withdraw it once it’s listed.');
  }
  return (
    <ChoiceItem
      title={title}
      state={`Chosen ${clock(occurredAt)}. ${state === 'review' ? 'It doesn’t count.' : 'Not sent yet.'}`}
      error={why ? [problem.message, ...Object.values(problem.fieldErrors).flat()].join(' ') : undefined}
    >
      <Button small onClick={remove}>
        Remove
      </Button>
    </ChoiceItem>
  );
}

interface ChoiceItemProps {
  title: string;
  state: string;
  error: string | undefined;
  children: ReactNode;
}

function ChoiceItem({ title, state, error, children }: ChoiceItemProps) {
  return (
    <li className="row justify-between gap-2 py-2 border-b border-rule">
      <div className="min-w-0 grow basis-40">
        <p className="font-650 break-anywhere">{title}</p>
        <p className="second-line">{state}</p>
        {error && <p className="field-error">{error}</p>}
      </div>
      <div className="row gap-2 empty:hidden">{children}</div>
    </li>
  );
}

function clock(iso: string): string {
  const at = new Date(iso);
  const zone = brandClockName(at);
  return `${formatTimeOfDay(wallClockIn(site.timeZone, at).slice(11))}${zone ? ` (${zone})` : ''}`;
}

function describeState(choice: Choice, isOver: boolean, promise: ParcelPromise): string {
  const { kind, party, state, askedAt, onPhoneAt, isStillOnPhone } = choice;
  if (kind === 'address' && state === 'waiting') return `Asked ${clock(askedAt)}. The sender hasn’t agreed yet.`;
  if (kind === 'address' && state === 'counted') return `The sender agreed ${clock(askedAt)}`;
  if (kind === 'address' && state === 'too-late')
    return party === 'sender'
      ? `The sender agreed ${clock(askedAt)}, too late for the courier`
      : `Asked ${clock(askedAt)}, and the sender didn’t agree`;
  if (state === 'declined') return `Asked ${clock(askedAt)}. Declined. ${declinedWhy(kind)}`;
  const isDesk = isForDesk(kind);
  switch (state) {
    case 'waiting':
      return `Asked ${clock(askedAt)}. ${isDesk ? 'It’s already on a run: our desk decides.' : 'The courier hasn’t seen this yet.'}`;
    case 'on-phone':
      return `On the courier’s phone since ${clock(onPhoneAt ?? askedAt)}`;
    case 'counted':
      return isDesk
        ? `Asked ${clock(askedAt)}${isOver ? '' : `. ${whatHappens(choice, promise)}`}`
        : 'The courier had this';
    case 'too-late':
      return `Asked ${clock(askedAt)}, too late for the courier`;
    case 'withdrawn':
      return isStillOnPhone ? 'Withdrawn. The courier’s phone still shows it.' : 'Withdrawn or replaced';
    case 'disputed':
      return 'Disputed: it doesn’t count';
  }
}

function whatHappens({ kind, day }: Choice, promise: ParcelPromise): string {
  // It became a day off, or a run has it for a later one.
  const isMoved = kind === 'day' && promise.day !== null && promise.by !== 'registered' && promise.day !== day;
  return isMoved ? `It comes on ${formatDayOfWeek(promise.day ?? '')} instead.` : 'We’ll do so.';
}

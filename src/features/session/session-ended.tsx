import type { ReactNode } from 'react';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { counted } from '../../domain/figures.ts';
import { type EndedSession, readEndedSession } from '../../offline/ended-session.ts';
import { useWaitingCount } from '../../outbox/lost-work.ts';
import { Notice } from '../../ui/notice.tsx';

interface Interrupted {
  ended: EndedSession | null;
  /** Actions that this device still has to send: this person’s, or anyone’s if nobody’s session has ended. */
  count: number;
}

/** Null if the login has nothing to say. */
export function useInterrupted(): Interrupted | null {
  const ended = useHydrated() ? readEndedSession() : null;
  const count = useWaitingCount(ended?.id);
  return ended || count > 0 ? { ended, count } : null;
}

/**
 * Says at the login why someone is there again, and how much this device still has to send, without
 * its content.
 */
export function SessionEnded({ ended, count, children }: Interrupted & { children?: ReactNode }) {
  const unsent = `${counted(count, 'action')} ${count === 1 ? 'has' : 'have'} not been sent`;
  const [it, is] = count === 1 ? ['It', 'is'] : ['They', 'are'];
  return (
    <Notice tone={count > 0 ? 'warn' : 'plain'} title={ended ? 'You were logged out' : unsent} action={children}>
      {ended && <p>{ended.reason}</p>}
      {count > 0 && (
        <p>
          {ended && `${unsent}. `}
          {it} stay{count === 1 && 's'} on this device, hidden, and {is} sent when{' '}
          {ended ? 'you log' : `the person who entered ${count === 1 ? 'it' : 'them'} logs`} in here again.
        </p>
      )}
    </Notice>
  );
}

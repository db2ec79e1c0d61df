import { type FailureReason, failureReasonOf, reasonOfFallback, serverErrorOf } from '../api/calls/call-error.ts';
import { useCopyAge } from '../api/calls/copy-age.ts';
import { useOnline } from '../browser/online-status.ts';
import { formatClock, formatShortDay } from '../domain/dates.ts';
import type { FallbackReason } from '../pwa/messages.ts';
import { Banner } from '../ui/layout/banner.tsx';
import { useIsSlow } from '../ui/list/use-is-slow.ts';

interface Shown {
  data: unknown;
  dataUpdatedAt: number;
  isError: boolean;
  error: Error | null;
  isFetching: boolean;
  refetch(): unknown;
}

interface ConfirmedAtProps {
  query: Shown | readonly Shown[];
  /** The service worker's copy; `at`: when the server sent it (ISO). */
  kept?: { at: string; fallback: FallbackReason } | undefined;
  /** The public view: this person may see more. */
  isForEveryone?: boolean | undefined;
}

const WORDS: Record<FailureReason, string> = {
  offline: 'You’re offline.',
  'no-answer': 'The server isn’t responding.',
  portal: 'This Wi-Fi requires you to sign in. Open its sign-in page in your browser, then try again.',
  busy: 'The server is busy.',
  fault: 'The server has a problem.',
  rejected: 'The server rejected the request.',
};

const AT_THE_SERVER: readonly FailureReason[] = ['busy', 'fault', 'rejected'];

/** The oldest query counts. */
export function ConfirmedAt({ query, kept, isForEveryone }: ConfirmedAtProps) {
  const isOnline = useOnline();
  const isCopy = useCopyAge() !== null;
  const queries = [query].flat();
  // Placeholder data has no confirmed time.
  const shown = queries.filter(({ data, dataUpdatedAt }) => data !== undefined && dataUpdatedAt > 0);
  const isLate = useIsSlow(queries.some(({ isFetching }) => isFetching));
  const [failed] = shown.flatMap(({ error }) => error ?? []);
  if (shown.length === 0 || (isOnline && !kept && !isCopy && !failed && !isLate)) return null;
  const reason = !isOnline
    ? 'offline'
    : failed
      ? failureReasonOf(failed)
      : reasonOfFallback(kept?.fallback ?? (isCopy ? 'status-503' : undefined));
  const { code = null, message = '' } = isOnline && failed ? serverErrorOf(failed) : {};
  // A copy's `dataUpdatedAt` is when the worker was asked.
  const times = shown.map((each) => (kept && each === queries[0] ? Date.parse(kept.at) : each.dataUpdatedAt));
  const confirmedAt = Math.min(...times);
  const askAgain = () => {
    for (const { refetch } of queries) refetch();
  };
  return (
    <Banner
      icon={AT_THE_SERVER.includes(reason) ? 'triangle-alert' : 'wifi-off'}
      action={{ label: 'Try again', onClick: askAgain, pending: queries.some(({ isFetching }) => isFetching) }}
    >
      <b>Last updated {formatMoment(confirmedAt)}</b>
      {`. ${code === null ? WORDS[reason] : message}`}
      {isForEveryone && <span className="block">This is the public view. Go online to see the rest.</span>}
    </Banner>
  );
}

export function formatMoment(moment: string | number): string {
  const time = new Date(moment);
  const clock = formatClock(time.toISOString());
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? clock : `${time.toDateString().slice(0, 3)} ${formatShortDay(time)}, ${clock}`;
}

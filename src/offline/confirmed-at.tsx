import { format, isToday } from 'date-fns';
import { serverErrorOf } from '../api/server-error.ts';
import { Strip } from '../ui/strip.tsx';
import { useOnline } from './online-status.ts';

/** What React Query's `useQuery` answers of a query. */
interface Shown {
  data: unknown;
  dataUpdatedAt: number;
  isError: boolean;
  error: Error | null;
  isFetching: boolean;
  refetch(): unknown;
}

interface ConfirmedAtProps {
  /** The query behind what is shown, or all of them. */
  query: Shown | readonly Shown[];
  /** When the server last said so (ISO), where the answer was one that the service worker had kept. */
  keptAt?: string | undefined;
  /** That answer was everyone's: this person may see more. */
  isForEveryone?: boolean | undefined;
}

/**
 * The band under the header that says how old the page is: whenever there is no network, or the server could not be
 * asked, or said no, which is then told. Of several answers the oldest counts. Draws nothing as long as what is shown is fresh, or while there is nothing to
 * show.
 */
export function ConfirmedAt({ query, keptAt, isForEveryone }: ConfirmedAtProps) {
  const isOnline = useOnline();
  const queries = [query].flat();
  const shown = queries.filter(({ data }) => data !== undefined);
  const isStale = keptAt !== undefined || shown.some(({ isError }) => isError);
  if (shown.length === 0 || (isOnline && !isStale)) return null;
  const confirmedAt = keptAt ?? Math.min(...shown.map(({ dataUpdatedAt }) => dataUpdatedAt));
  const refusal = isOnline
    ? shown.map(({ error }) => serverErrorOf(error)).find(({ code }) => code !== null)
    : undefined;
  const askAgain = () => {
    for (const { refetch } of queries) refetch();
  };
  return (
    <Strip
      icon={refusal ? 'triangle-alert' : 'wifi-off'}
      action={{ label: 'Try again', onClick: askAgain, pending: queries.some(({ isFetching }) => isFetching) }}
    >
      <b>Last confirmed {momentOf(confirmedAt)}</b>
      {refusal ? `. ${refusal.message}` : `, ${isOnline ? 'no answer from the server' : 'you are offline'}`}
      {isForEveryone && <span className="block">This is what everyone may see. Connect once to see the rest.</span>}
    </Strip>
  );
}

/** `14:02` today, `Tue 17 Nov, 14:02` before. */
export function momentOf(moment: string | number): string {
  const time = new Date(moment);
  return format(time, isToday(time) ? 'HH:mm' : 'EEE d MMM, HH:mm');
}

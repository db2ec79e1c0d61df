import { format, isToday } from 'date-fns';
import { Strip } from '../ui/strip.tsx';
import { useOnline } from './online-status.ts';

interface ConfirmedAtProps {
  /** The query behind what is shown; React Query's `useQuery` answers it. */
  query: {
    data: unknown;
    dataUpdatedAt: number;
    isError: boolean;
    isFetching: boolean;
    refetch(): unknown;
  };
  /** When the server last said so (ISO), where the answer was one that the service worker had kept. */
  keptAt?: string | undefined;
}

/**
 * The band under the header that says how old the page is: whenever there is no network, or the server could not be
 * asked. Draws nothing as long as what is shown is fresh, or while there is nothing to show.
 */
export function ConfirmedAt({ query, keptAt }: ConfirmedAtProps) {
  const isOnline = useOnline();
  const isStale = query.isError || keptAt !== undefined;
  if (query.data === undefined || (isOnline && !isStale)) return null;
  return (
    <Strip action={{ label: 'Try again', onClick: () => query.refetch(), pending: query.isFetching }}>
      <b>Last confirmed {momentOf(keptAt ?? query.dataUpdatedAt)}</b>,{' '}
      {isOnline ? 'no answer from the server' : 'you are offline'}
    </Strip>
  );
}

/** `14:02` today, `Tue 17 Nov, 14:02` before. */
function momentOf(moment: string | number): string {
  const time = new Date(moment);
  return format(time, isToday(time) ? 'HH:mm' : 'EEE d MMM, HH:mm');
}

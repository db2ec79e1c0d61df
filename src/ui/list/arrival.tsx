import { type ReactNode, useState } from 'react';
import { Loading } from './query-view.tsx';
import { useIsSlow } from './use-is-slow.ts';

type Queries = readonly { isPending: boolean }[];

/** `late`: not there after `ms` milliseconds, three seconds by default. */
export function useArrival(queries: Queries, ms?: number): 'waiting' | 'in time' | 'late' {
  const [arrival, setArrival] = useState<'waiting' | 'in time' | 'late'>('waiting');
  const isPending = queries.some((query) => query.isPending);
  const isSlow = useIsSlow(isPending, ms);
  if (arrival !== 'waiting') return arrival;
  const now = !isPending ? 'in time' : isSlow ? 'late' : 'waiting';
  if (now !== arrival) setArrival(now);
  return now;
}

interface ArrivingProps {
  queries: Queries;
  /** A placeholder of the same height. */
  waiting?: ReactNode;
  children: ReactNode;
}

/** A part that came later would move those below it (decision 0107). */
export const Arriving = ({ queries, waiting, children }: ArrivingProps) =>
  useArrival(queries) === 'waiting' ? <Loading>{waiting}</Loading> : children;

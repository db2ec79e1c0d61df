import { type ReactNode, useState } from 'react';
import { Loading } from './loading.tsx';
import { useIsSlow } from './use-is-slow.ts';

type Queries = readonly { isPending: boolean }[];

/** A query is late after `ms` milliseconds, three seconds by default. */
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
  waiting?: ReactNode;
  children: ReactNode;
}

/** Shows parts together: one that came later would move what is below it (decision 0007). */
export const Arriving = ({ queries, waiting, children }: ArrivingProps) =>
  useArrival(queries) === 'waiting' ? <Loading>{waiting}</Loading> : children;

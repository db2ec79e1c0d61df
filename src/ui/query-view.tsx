import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { SkeletonRows } from './skeleton.tsx';

/** The part of a query's result that a view needs; React Query's `useQuery` answers it. */
export interface QueryResult<Data> {
  data: Data | undefined;
  isError: boolean;
  /** Its message is for people: the transport sees to that. */
  error: Error | null;
  isFetching: boolean;
  refetch(): unknown;
}

interface QueryViewProps<Data> {
  query: QueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** What a query has: its data, even after a failed refetch; else the failure with a way to try again; else the wait. */
export function QueryView<Data>({ query, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <SkeletonRows />;
  return (
    <Notice
      tone="bad"
      title="This could not be loaded"
      live
      className="mt-4"
      action={
        <Button small icon="refresh-cw" pending={query.isFetching} onClick={() => query.refetch()}>
          Retry
        </Button>
      }
    >
      {query.error?.message}
    </Notice>
  );
}

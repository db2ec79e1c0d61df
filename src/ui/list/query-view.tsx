import type { ReactNode } from 'react';
import { useLate } from '../../browser/use-late.ts';
import { texts } from '../../domain/errors.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { Empty } from './empty.tsx';
import { SkeletonRows } from './skeleton.tsx';

/** The part of a query's result that a view needs; React Query's `useQuery` answers it. */
export interface QueryResult<Data> {
  data: Data | undefined;
  isError: boolean;
  /** Its message is for people. A CallError (src/api) says its reason too. */
  error: (Error & { reason?: string }) | null;
  isFetching: boolean;
  refetch(): unknown;
}

interface QueryViewProps<Data> {
  query: QueryResult<Data>;
  /** What has failed, where it has. */
  failure?: string;
  /** What stands in for the data while it loads, as high as it. Default: rows of a list. */
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The wait, which says so where it lasts. It ends: a question has its time. */
export function Waiting({ children = <SkeletonRows /> }: { children?: ReactNode }) {
  const isLate = useLate(true);
  return (
    <>
      {isLate && (
        <p role="status" className="soft mb-3">
          The server is slow to respond. Still waiting.
        </p>
      )}
      {children}
    </>
  );
}

/**
 * What a query has: its data, even after a failed refetch; else why there is none, with a way to try again; else the
 * wait. That a device without network has not seen it yet is no failure.
 */
export function QueryView<Data>({
  query,
  failure = 'This couldn’t be loaded',
  waiting,
  children,
}: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Waiting>{waiting}</Waiting>;
  const retry = (
    <Button small icon="refresh-cw" pending={query.isFetching} onClick={() => query.refetch()}>
      Retry
    </Button>
  );
  if (query.error?.reason === 'offline') {
    return (
      <div role="status" className="mt-4">
        <Empty icon="wifi-off" action={retry}>
          {texts.notOnDevice}
        </Empty>
      </div>
    );
  }
  return (
    <Notice tone="bad" title={failure} live className="mt-4" action={retry}>
      {query.error?.message}
    </Notice>
  );
}

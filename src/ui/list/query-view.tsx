import type { ReactNode } from 'react';
import { texts } from '../../domain/errors.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import { Empty } from './empty.tsx';
import { Loading } from './loading.tsx';
import { useLastError } from './use-last-error.ts';

export interface QueryResult<Data> {
  data: Data | undefined;
  /** Its message is for people. A CallError (src/api) also has a reason. */
  error: (Error & { reason?: string }) | null;
  errorUpdatedAt?: number;
  isFetching: boolean;
  refetch(): unknown;
}

interface QueryViewProps<Data> {
  query: QueryResult<Data>;
  errorTitle?: string;
  offlineText?: string;
  /** A placeholder of the same height. */
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * Shows a query's data, even after a failed refetch; otherwise the error with a retry, or the
 * loading state. Missing data while offline isn't an error.
 */
export function QueryView<Data>({
  query,
  errorTitle = 'This couldn’t be loaded',
  offlineText = texts.notOnDevice,
  waiting,
  children,
}: QueryViewProps<Data>) {
  const error: QueryResult<Data>['error'] = useLastError(query);
  if (query.data !== undefined) return children(query.data);
  if (!error) return <Loading>{waiting}</Loading>;
  const retry = (
    <Button small icon="refresh-cw" pending={query.isFetching} onClick={() => query.refetch()}>
      Try again
    </Button>
  );
  if (error.reason === 'offline') {
    return (
      <div role="status" className="mt-4 [.stack>&]:mt-0">
        <Empty icon="wifi-off" action={retry}>
          {offlineText}
        </Empty>
      </div>
    );
  }
  return (
    <Notice tone="bad" title={errorTitle} live className="mt-4 [.stack>&]:mt-0" action={retry}>
      {error.message}
    </Notice>
  );
}

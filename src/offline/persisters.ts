/** How React Query stores its data, small enough for startup (see stored-queries.ts). */
import type { experimental_createQueryPersister } from '@tanstack/query-persist-client-core';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { Query } from '@tanstack/react-query';
import { readAccessToken } from '../api/calls/access-token.ts';
import { isIn } from '../api/define-query.ts';
import { loadOptional } from '../browser/load-optional.ts';
import { VERSION } from './stored-version.ts';

type Persister = ReturnType<typeof experimental_createQueryPersister>['persisterFn'];

/** Stores queries for the signed-in person. Visitors store nothing and never load that code. */
export const personalPersister: Persister = async (queryFn, context, query) => {
  const stored = readAccessToken() === null ? null : await loadOptional(() => import('./stored-queries.ts'));
  return stored ? stored.persistPersonal(queryFn, context, query) : queryFn(context);
};

/** How queries of the store `device` are stored in local storage (specification section 7). */
export const publicPersistence = {
  persister: createSyncStoragePersister({ storage: safeLocalStorage(), key: 'cached-queries' }),
  // Refetched once a day old; an old list is better than none.
  maxAge: Number.POSITIVE_INFINITY,
  buster: VERSION,
  dehydrateOptions: {
    // Check the data, not the status: a failed offline refetch sets it to `error`, and the second
    // reload would find nothing.
    shouldDehydrateQuery: (query: Query) => isIn('device', query.queryKey) && query.state.data !== undefined,
    shouldDehydrateMutation: () => false,
  },
};

function safeLocalStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

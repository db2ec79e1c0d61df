/** How React Query keeps what it has been told, from the first line of the app on (stored-queries.ts says where). */
import type { experimental_createQueryPersister } from '@tanstack/query-persist-client-core';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { Query } from '@tanstack/react-query';
import { readAccessToken } from '../api/calls/access-token.ts';
import { isIn } from '../api/define-query.ts';
import { loadOptional } from '../browser/load-optional.ts';
import { VERSION } from './stored-version.ts';

type Persister = ReturnType<typeof experimental_createQueryPersister>['persisterFn'];

/** Keeps queries for the person who is signed in. A visitor has nothing kept, and never loads the code for it. */
export const personalPersister: Persister = async (queryFn, context, query) => {
  const stored = readAccessToken() === null ? null : await loadOptional(() => import('./stored-queries.ts'));
  return stored ? stored.persistPersonal(queryFn, context, query) : queryFn(context);
};

/** How the queries of the store `device` are kept in local storage (specification section 7). */
export const publicPersistence = {
  persister: createSyncStoragePersister({ storage: safeLocalStorage(), key: 'cached-queries' }),
  // Asked again once it is a day old; an old list is better than none.
  maxAge: Number.POSITIVE_INFINITY,
  buster: VERSION,
  dehydrateOptions: {
    // By what it has, not by how its last refetch went: after a failed one without network the status is `error`, and
    // the second reload would find nothing.
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

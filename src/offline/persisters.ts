import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { Query } from '@tanstack/react-query';
import { readAccessToken } from '../api/calls/access-token.ts';
import { isIn } from '../api/define-query.ts';
import { loadOptional } from '../browser/loading/load-optional.ts';
import { localStore } from '../browser/web-storage.ts';
import type { Persister } from './stored-queries.ts';
import { VERSION } from './stored-version.ts';

/** Visitors store nothing. */
export const personalPersister: Persister = async (queryFn, context, query) => {
  const stored = readAccessToken() === null ? null : await loadOptional(() => import('./stored-queries.ts'));
  return stored ? stored.persistPersonal(queryFn, context, query) : queryFn(context);
};

/** Specification section 7. */
export const publicPersistence = {
  persister: createSyncStoragePersister({ storage: localStore, key: 'cached-queries' }),
  // An old list is better than none.
  maxAge: Number.POSITIVE_INFINITY,
  buster: VERSION,
  dehydrateOptions: {
    // The status won't do: a failed offline refetch sets it to `error`.
    shouldDehydrateQuery: (query: Query) => isIn('device', query.queryKey) && query.state.data !== undefined,
    shouldDehydrateMutation: () => false,
  },
};

import type { QueryClient } from '@tanstack/react-query';
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { useMemo } from 'react';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { publicPersistence } from '../offline/persisters.ts';

export function App({ client, router }: { client: QueryClient; router: DataRouter }) {
  const followed = useMemo(() => tellAtOnce(router), [router]);
  return (
    <PersistQueryClientProvider client={client} persistOptions={publicPersistence}>
      <RouterProvider router={followed} />
    </PersistQueryClientProvider>
  );
}

/**
 * React Router keeps its first state for the first listener. That isn't its provider here, which listens only once
 * the first page is drawn, in slices, and would keep loading.
 */
function tellAtOnce(router: DataRouter): DataRouter {
  const subscribe: DataRouter['subscribe'] = (listener) => {
    const stop = router.subscribe(listener);
    listener(router.state, { deletedFetchers: [], newErrors: null, flushSync: false, viewTransitionOpts: undefined });
    return stop;
  };
  return Object.create(router, { subscribe: { value: subscribe } });
}

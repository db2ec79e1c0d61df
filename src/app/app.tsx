import type { QueryClient } from '@tanstack/react-query';
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { publicPersistence } from '../offline/persisters.ts';

export function App({ client, router }: { client: QueryClient; router: DataRouter }) {
  return (
    <PersistQueryClientProvider client={client} persistOptions={publicPersistence}>
      <RouterProvider router={router} />
    </PersistQueryClientProvider>
  );
}

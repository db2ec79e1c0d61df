import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createQueryClient } from '../api/query-client.ts';
import { createRouter } from './router.tsx';

// React Query believes that it is online until an event says otherwise; a cold start without network gets no event.
onlineManager.setOnline(navigator.onLine);

export function App() {
  const [client] = useState(createQueryClient);
  const [router] = useState(() => createRouter(client));
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

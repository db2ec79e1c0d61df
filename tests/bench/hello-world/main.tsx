/**
 * The smallest app of the same stack: one route, one query, one call. What the app's own scripts
 * are compared with.
 */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createTRPCClient } from '@trpc/client';
import { httpBatchLink } from '@trpc/client/links/httpBatchLink';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import type { AppRouter } from '../../../server/entrance/router.ts';

const trpc = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/api/trpc' })] });

function Hello() {
  const { data } = useQuery({
    queryKey: ['hello'],
    queryFn: () => trpc.shipment.getShipmentByTrackingId.query({ trackingId: 'hello' }),
    retry: false,
  });
  return <h1>Hello {data?.description ?? 'world'}</h1>;
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createBrowserRouter([{ path: '*', element: <Hello /> }])} />
    </QueryClientProvider>,
  );
}

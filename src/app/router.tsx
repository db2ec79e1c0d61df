import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, createPath, type RouteObject, RouterContextProvider } from 'react-router-dom';
import { queryClientContext } from '../api/query-client.ts';
import { reloadOnStaleChunks } from '../pwa/stale-chunks.ts';
import { onNews } from '../pwa/worker-news.ts';
import { isBeingFilledIn } from '../ui/being-filled-in.ts';
import { guestOnly, managerOnly, verifiedOnly } from './guards.ts';
import { preloadOnIntent } from './preload.ts';
import { RootLayout } from './root-layout.tsx';
import { RouteError } from './route-error.tsx';

/** The whole route map (specification section 2): addresses, who may see them, and the page of each. */
const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    HydrateFallback: () => null,
    children: [
      { path: 'track', lazy: () => import('../pages/track.tsx') },
      { path: 'track/:trackingId', lazy: () => import('../pages/tracked-shipment.tsx') },
      { id: '/invoice', path: 'invoice/:trackingId', lazy: () => import('../pages/invoice.tsx') },
      {
        middleware: [guestOnly],
        children: [
          { path: 'register', lazy: () => import('../pages/register.tsx') },
          { path: 'login', lazy: () => import('../pages/login.tsx') },
          { path: 'reset-password', lazy: () => import('../pages/reset-password.tsx') },
        ],
      },
      { path: 'verify-email', lazy: () => import('../pages/verify-email.tsx') },
      {
        middleware: [verifiedOnly],
        children: [
          { index: true, lazy: () => import('../pages/dashboard.tsx') },
          { path: 'shipping', lazy: () => import('../pages/shipping.tsx') },
          { path: 'packages', lazy: () => import('../pages/packages.tsx') },
          { path: 'outbox', lazy: () => import('../pages/outbox.tsx') },
          {
            path: 'profile',
            lazy: () => import('../pages/profile/layout.tsx'),
            children: [
              { index: true, lazy: () => import('../pages/profile/profile.tsx') },
              { path: 'account', lazy: () => import('../pages/profile/account.tsx') },
              { path: 'settings', lazy: () => import('../pages/profile/settings.tsx') },
              { path: 'offline', lazy: () => import('../pages/profile/offline.tsx') },
            ],
          },
        ],
      },
      {
        path: 'manager',
        middleware: [verifiedOnly, managerOnly],
        children: [
          { index: true, lazy: () => import('../pages/manager/dashboard.tsx') },
          { path: 'shipments', lazy: () => import('../pages/manager/shipments.tsx') },
          { path: 'shipments/create', lazy: () => import('../pages/manager/create-shipment.tsx') },
          { path: 'shipments/import', lazy: () => import('../pages/manager/import-shipments.tsx') },
          { path: 'shipments/import/:id', lazy: () => import('../pages/manager/shipment-import.tsx') },
          { path: 'shipments/:id', lazy: () => import('../pages/manager/shipment.tsx') },
          { path: 'shipments/:id/history', lazy: () => import('../pages/manager/shipment-history.tsx') },
          { path: 'mail', lazy: () => import('../pages/manager/mail.tsx') },
          { path: 'settings', lazy: () => import('../pages/manager/settings.tsx') },
          { path: 'users', lazy: () => import('../pages/manager/users.tsx') },
          {
            path: 'users/:id',
            lazy: () => import('../pages/manager/user-layout.tsx'),
            children: [
              { index: true, lazy: () => import('../pages/manager/user.tsx') },
              { path: 'shipments', lazy: () => import('../pages/manager/user-shipments.tsx') },
              { path: 'account', lazy: () => import('../pages/manager/user-account.tsx') },
              { path: 'history', lazy: () => import('../pages/manager/user-history.tsx') },
            ],
          },
        ],
      },
      { path: '*', lazy: () => import('../pages/not-found.tsx') },
    ],
  },
];

/** The router, whose loaders find the query client in their context, and what loads pages ahead of it. */
export function createRouter(client: QueryClient) {
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, client]])),
  });
  const preloads = preloadOnIntent(routes, client);
  reloadOnStaleChunks(() => {
    const { location } = router.state.navigation;
    return location ? createPath(location) : null;
  }, preloads.areUnderWay);
  // A tapped notification may have this window, unless somebody would lose what they have typed.
  onNews('show', ({ path }) => {
    const isSpare = !isBeingFilledIn();
    if (isSpare) void router.navigate(path);
    return isSpare;
  });
  return router;
}

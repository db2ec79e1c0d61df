import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, createPath, type RouteObject, RouterContextProvider } from 'react-router-dom';
import { queryClientContext } from '../api/query-client.ts';
import { isBeingFilledIn } from '../browser/being-filled-in.ts';
import { deferred } from '../browser/deferred.ts';
import { onLaunch } from '../pwa/launches.ts';
import { reloadOnStaleChunks } from '../pwa/stale-chunks.ts';
import { onNews } from '../pwa/worker-news.ts';
import { FirstWait } from './first-wait.tsx';
import { guestOnly, managerOnly, verifiedOnly } from './guards.ts';
import { preloadOnIntent } from './preload.ts';
import { RootLayout } from './root-layout.tsx';
import { RouteError } from './route-error.tsx';

/** Limit for loading a page's code that the service worker doesn't have yet. */
const CODE_WITHIN_MS = 30_000;

/** Rejects if the page's code doesn't load in time, so that the error page can offer a retry. */
const page =
  <Code,>(load: () => Promise<Code>) =>
  () => {
    const { promise, reject } = deferred<never>();
    const timer = setTimeout(() => reject(new Error('The code of this page did not load')), CODE_WITHIN_MS);
    return Promise.race([load(), promise]).finally(() => clearTimeout(timer));
  };

/** The route map (specification section 2). */
const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    HydrateFallback: FirstWait,
    children: [
      { path: 'track', lazy: page(() => import('../pages/track.tsx')) },
      { path: 'track/:trackingId', lazy: page(() => import('../pages/tracked-shipment.tsx')) },
      { id: '/invoice', path: 'invoice/:trackingId', lazy: page(() => import('../pages/invoice.tsx')) },
      {
        middleware: [guestOnly],
        children: [
          { path: 'register', lazy: page(() => import('../pages/register.tsx')) },
          { path: 'login', lazy: page(() => import('../pages/login.tsx')) },
          { path: 'reset-password', lazy: page(() => import('../pages/reset-password.tsx')) },
        ],
      },
      { path: 'verify-email', lazy: page(() => import('../pages/verify-email.tsx')) },
      {
        middleware: [verifiedOnly],
        children: [
          { index: true, lazy: page(() => import('../pages/dashboard.tsx')) },
          { path: 'shipping', lazy: page(() => import('../pages/shipping.tsx')) },
          { path: 'packages', lazy: page(() => import('../pages/packages.tsx')) },
          { path: 'outbox', lazy: page(() => import('../pages/outbox.tsx')) },
          {
            path: 'profile',
            lazy: page(() => import('../pages/profile/layout.tsx')),
            children: [
              { index: true, lazy: page(() => import('../pages/profile/profile.tsx')) },
              { path: 'account', lazy: page(() => import('../pages/profile/account.tsx')) },
              { path: 'settings', lazy: page(() => import('../pages/profile/settings.tsx')) },
              { path: 'offline', lazy: page(() => import('../pages/profile/offline.tsx')) },
            ],
          },
        ],
      },
      {
        path: 'manager',
        middleware: [verifiedOnly, managerOnly],
        children: [
          { index: true, lazy: page(() => import('../pages/manager/dashboard.tsx')) },
          { path: 'shipments', lazy: page(() => import('../pages/manager/shipments.tsx')) },
          { path: 'shipments/create', lazy: page(() => import('../pages/manager/create-shipment.tsx')) },
          { path: 'shipments/import', lazy: page(() => import('../pages/manager/import-shipments.tsx')) },
          { path: 'shipments/import/:id', lazy: page(() => import('../pages/manager/shipment-import.tsx')) },
          { path: 'shipments/:id', lazy: page(() => import('../pages/manager/shipment.tsx')) },
          {
            id: '/invoice/managed',
            path: 'shipments/:id/invoice',
            lazy: page(() => import('../pages/manager/shipment-invoice.tsx')),
          },
          { path: 'shipments/:id/history', lazy: page(() => import('../pages/manager/shipment-history.tsx')) },
          { path: 'mail', lazy: page(() => import('../pages/manager/mail.tsx')) },
          { path: 'settings', lazy: page(() => import('../pages/manager/settings.tsx')) },
          { path: 'users', lazy: page(() => import('../pages/manager/users.tsx')) },
          {
            path: 'users/:id',
            lazy: page(() => import('../pages/manager/user-layout.tsx')),
            children: [
              { index: true, lazy: page(() => import('../pages/manager/user.tsx')) },
              { path: 'shipments', lazy: page(() => import('../pages/manager/user-shipments.tsx')) },
              { path: 'account', lazy: page(() => import('../pages/manager/user-account.tsx')) },
              { path: 'history', lazy: page(() => import('../pages/manager/user-history.tsx')) },
            ],
          },
        ],
      },
      { path: '*', lazy: page(() => import('../pages/not-found.tsx')) },
    ],
  },
];

/** Creates the router, puts the query client in its loaders' context, and starts preloading. */
export function createRouter(client: QueryClient) {
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, client]])),
  });
  const preloads = preloadOnIntent(routes, client);
  reloadOnStaleChunks(() => {
    const { location } = router.state.navigation;
    return location ? createPath(location) : null;
  }, preloads.areUnderWay);
  // A notification or link may use this window, unless that would lose unsaved input.
  const show = (path: string) => {
    const isSpare = !isBeingFilledIn();
    if (isSpare) void router.navigate(path);
    return isSpare;
  };
  onNews('show', ({ path }) => show(path));
  onLaunch((path) => {
    if (!show(path)) window.open(path);
  });
  return router;
}

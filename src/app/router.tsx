import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter, createPath, type RouteObject, RouterContextProvider } from 'react-router-dom';
import { queryClientContext } from '../api/query-client.ts';
import { hasUnsavedInput } from '../browser/has-unsaved-input.ts';
import { withResolvers } from '../browser/with-resolvers.ts';
import { LEGAL_NAMES } from '../domain/legal-terms.ts';
import { onLaunch } from '../pwa/launches.ts';
import { reloadOnStaleChunks } from '../pwa/stale-chunks.ts';
import { onWorkerBroadcast } from '../pwa/worker-broadcasts.ts';
import { needs, watchRights } from './guards.ts';
import { InitialLoading } from './initial-loading.tsx';
import { preloadOnIntent } from './preload.ts';
import { RootLayout } from './root-layout.tsx';
import { RouteError } from './route-error.tsx';

const PAGE_CODE_TIMEOUT_MS = 30_000;

/** Rejects if the code doesn't load in time: the error page offers a retry. */
const lazyPage =
  <Code,>(load: () => Promise<Code>) =>
  () => {
    const { promise, reject } = withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('Page code timed out')), PAGE_CODE_TIMEOUT_MS);
    return Promise.race([load(), promise]).finally(() => clearTimeout(timer));
  };

const pages: RouteObject[] = [
  { path: 'track', lazy: lazyPage(() => import('../pages/track.tsx')) },
  { path: 'track/:trackingId', lazy: lazyPage(() => import('../pages/tracked-shipment.tsx')) },
  { id: '/invoice', path: 'invoice/:trackingId', lazy: lazyPage(() => import('../pages/invoice.tsx')) },
  {
    ...needs('guest'),
    children: [
      { path: 'register', lazy: lazyPage(() => import('../pages/register.tsx')) },
      { path: 'login', lazy: lazyPage(() => import('../pages/login.tsx')) },
      { path: 'reset-password', lazy: lazyPage(() => import('../pages/reset-password.tsx')) },
    ],
  },
  { path: 'developers', lazy: lazyPage(() => import('../pages/developers.tsx')) },
  { path: 'second-factor', lazy: lazyPage(() => import('../pages/second-factor.tsx')) },
  ...LEGAL_NAMES.map((name) => ({ path: name, lazy: lazyPage(() => import('../pages/legal.tsx')) })),
  { path: 'verify-email', lazy: lazyPage(() => import('../pages/verify-email.tsx')) },
  { path: 'confirm-email', lazy: lazyPage(() => import('../pages/confirm-email.tsx')) },
  { path: 'receipt', lazy: lazyPage(() => import('../pages/receipt.tsx')) },
  { path: 's/:link', lazy: lazyPage(() => import('../pages/short-link.tsx')) },
  { path: 'not-me', lazy: lazyPage(() => import('../pages/not-me.tsx')) },
  {
    ...needs('verified'),
    children: [
      { index: true, lazy: lazyPage(() => import('../pages/dashboard.tsx')) },
      { path: 'shipping', lazy: lazyPage(() => import('../pages/shipping.tsx')) },
      {
        path: 'shipping',
        ...needs('shipper.createShipment'),
        children: [
          { path: 'new', lazy: lazyPage(() => import('../pages/shop/new-shipment.tsx')) },
          { path: 'drafts', lazy: lazyPage(() => import('../pages/shop/drafts.tsx')) },
          { path: 'drafts/:id', lazy: lazyPage(() => import('../pages/shop/draft.tsx')) },
          { path: 'import', lazy: lazyPage(() => import('../pages/shop/import-drafts.tsx')) },
          { path: 'recurring', lazy: lazyPage(() => import('../pages/shop/recurring.tsx')) },
          { path: 'shops', lazy: lazyPage(() => import('../pages/shop/connected-shops.tsx')) },
          { path: 'labels', lazy: lazyPage(() => import('../pages/shop/labels.tsx')) },
          { path: 'report', lazy: lazyPage(() => import('../pages/shop/report.tsx')) },
        ],
      },
      { path: 'shipping/statements', lazy: lazyPage(() => import('../pages/shop/statements.tsx')) },
      { path: 'packages', lazy: lazyPage(() => import('../pages/packages.tsx')) },
      { path: 'outbox', lazy: lazyPage(() => import('../pages/outbox.tsx')) },
      {
        path: 'profile',
        lazy: lazyPage(() => import('../pages/profile/layout.tsx')),
        children: [
          { index: true, lazy: lazyPage(() => import('../pages/profile/profile.tsx')) },
          { path: 'account', lazy: lazyPage(() => import('../pages/profile/account.tsx')) },
          { path: 'settings', lazy: lazyPage(() => import('../pages/profile/settings.tsx')) },
          { path: 'offline', lazy: lazyPage(() => import('../pages/profile/offline.tsx')) },
          {
            path: 'developers',
            ...needs('apiKey.list'),
            lazy: lazyPage(() => import('../pages/profile/developers.tsx')),
          },
        ],
      },
    ],
  },
  {
    path: 'courier',
    ...needs('courier.getRun'),
    children: [
      { index: true, lazy: lazyPage(() => import('../pages/courier/today.tsx')) },
      { path: 'load', lazy: lazyPage(() => import('../pages/courier/load.tsx')) },
      { path: 'stops/:id', lazy: lazyPage(() => import('../pages/courier/stop.tsx')) },
      { path: 'close', lazy: lazyPage(() => import('../pages/courier/close.tsx')) },
    ],
  },
  {
    path: 'manager',
    ...needs('deskAdmin.getWork'),
    lazy: lazyPage(() => import('./navigation/desk-layout.tsx')),
    children: [
      { index: true, lazy: lazyPage(() => import('../pages/manager/dashboard.tsx')) },
      { path: 'scan', ...needs('deskAdmin.scan'), lazy: lazyPage(() => import('../pages/manager/scan.tsx')) },
      {
        ...needs('shipmentAdmin.getShipments'),
        lazy: lazyPage(() => import('../pages/manager/shipments-layout.tsx')),
        children: [
          { path: 'shipments', lazy: lazyPage(() => import('../pages/manager/shipments.tsx')) },
          { path: 'shipments/:id', lazy: lazyPage(() => import('../pages/manager/shipment.tsx')) },
        ],
      },
      {
        path: 'shipments/create',
        ...needs('shipmentAdmin.createShipment'),
        lazy: lazyPage(() => import('../pages/manager/create-shipment.tsx')),
      },
      {
        path: 'shipments/import',
        ...needs('shipmentImport.getImports'),
        lazy: lazyPage(() => import('../pages/manager/imports/import-shipments.tsx')),
      },
      { path: 'labels', ...needs('deskAdmin.getPrints'), lazy: lazyPage(() => import('../pages/manager/prints.tsx')) },
      {
        path: 'recurring',
        ...needs('recurring.list'),
        lazy: lazyPage(() => import('../pages/manager/shops/recurring.tsx')),
      },
      { path: 'bulk', ...needs('bulk.getAll'), lazy: lazyPage(() => import('../pages/manager/bulk/changes.tsx')) },
      { path: 'bulk/:id', ...needs('bulk.get'), lazy: lazyPage(() => import('../pages/manager/bulk/change.tsx')) },
      {
        path: 'shipments/import/:id',
        ...needs('shipmentImport.getImport'),
        lazy: lazyPage(() => import('../pages/manager/imports/shipment-import.tsx')),
      },
      {
        ...needs('billAdmin.getShipmentBills'),
        children: [
          {
            id: '/invoice/managed',
            path: 'shipments/:id/invoice',
            ...needs('shipmentAdmin.getShipment'),
            lazy: lazyPage(() => import('../pages/manager/shipment-invoice.tsx')),
          },
        ],
      },
      {
        path: 'shipments/:id/history',
        ...needs('shipmentAdmin.getShipment'),
        lazy: lazyPage(() => import('../pages/manager/shipment-history.tsx')),
      },
      { path: 'runs', ...needs('runAdmin.list'), lazy: lazyPage(() => import('../pages/manager/runs.tsx')) },
      { path: 'runs/plan', ...needs('runAdmin.plan'), lazy: lazyPage(() => import('../pages/manager/plan-runs.tsx')) },
      {
        path: 'runs/surprises',
        ...needs('runAdmin.exceptions'),
        lazy: lazyPage(() => import('../pages/manager/runs/surprises.tsx')),
      },
      { path: 'runs/:id', ...needs('runAdmin.get'), lazy: lazyPage(() => import('../pages/manager/run.tsx')) },
      { path: 'reports', lazy: lazyPage(() => import('../pages/manager/reports/reports.tsx')) },
      {
        path: 'reports/day',
        ...needs('runAdmin.daySheet'),
        lazy: lazyPage(() => import('../pages/manager/reports/day.tsx')),
      },
      {
        path: 'money',
        ...needs('bankAdmin.getEntries'),
        lazy: lazyPage(() => import('../pages/manager/money/money.tsx')),
      },
      { path: 'cash', ...needs('runAdmin.openCash'), lazy: lazyPage(() => import('../pages/manager/money/cash.tsx')) },
      { path: 'mail', ...needs('mail.getMails'), lazy: lazyPage(() => import('../pages/manager/mail.tsx')) },
      {
        path: 'settings',
        ...needs('transactionAdmin.getFallbackBankAccount'),
        lazy: lazyPage(() => import('../pages/manager/settings/settings.tsx')),
      },
      {
        path: 'settings/history',
        ...needs('settings.get'),
        lazy: lazyPage(() => import('../pages/manager/settings/settings-history.tsx')),
      },
      {
        path: 'settings/:section',
        ...needs('settings.get'),
        lazy: lazyPage(() => import('../pages/manager/settings/brand-settings.tsx')),
      },
      {
        path: 'set-up',
        ...needs('settings.getSetUp'),
        lazy: lazyPage(() => import('../pages/manager/settings/set-up.tsx')),
      },
      {
        path: 'pickups',
        ...needs('pickupAdmin.list'),
        lazy: lazyPage(() => import('../pages/manager/shops/pickups.tsx')),
      },
      {
        path: 'bank',
        ...needs('bankAdmin.getEntries'),
        lazy: lazyPage(() => import('../pages/manager/money/bank.tsx')),
      },
      {
        path: 'payouts',
        ...needs('statementAdmin.duePayouts'),
        lazy: lazyPage(() => import('../pages/manager/shops/payouts.tsx')),
      },
      {
        path: 'owing',
        ...needs('transactionAdmin.getOwing'),
        lazy: lazyPage(() => import('../pages/manager/shops/owing.tsx')),
      },
      { path: 'rates', ...needs('rateAdmin.list'), lazy: lazyPage(() => import('../pages/manager/shops/rates.tsx')) },
      { path: 'users', ...needs('userAdmin.getUsers'), lazy: lazyPage(() => import('../pages/manager/users.tsx')) },
      {
        path: 'users/:id',
        ...needs('userAdmin.getUser'),
        lazy: lazyPage(() => import('../pages/manager/user-layout.tsx')),
        children: [
          { index: true, lazy: lazyPage(() => import('../pages/manager/user.tsx')) },
          {
            path: 'shipments',
            ...needs('shipmentAdmin.getShipments'),
            lazy: lazyPage(() => import('../pages/manager/user-shipments.tsx')),
          },
          {
            path: 'account',
            ...needs('transactionAdmin.getUserBalance'),
            lazy: lazyPage(() => import('../pages/manager/user-account.tsx')),
          },
          { path: 'history', lazy: lazyPage(() => import('../pages/manager/user-history.tsx')) },
        ],
      },
    ],
  },
  { path: '*', lazy: lazyPage(() => import('../pages/not-found.tsx')) },
];

/** The layout stays around a page that fails. */
const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    HydrateFallback: InitialLoading,
    children: [{ errorElement: <RouteError />, children: pages }],
  },
];

export function createRouter(client: QueryClient) {
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, client]])),
  });
  watchRights(router, client);
  const preloads = preloadOnIntent(routes, client);
  reloadOnStaleChunks(() => {
    const { location } = router.state.navigation;
    return location ? createPath(location) : null;
  }, preloads.arePending);
  // Unless that would lose unsaved input.
  const openHere = (path: string) => {
    const canNavigate = !hasUnsavedInput();
    if (canNavigate) void router.navigate(path);
    return canNavigate;
  };
  onWorkerBroadcast('show', ({ path }) => openHere(path));
  onLaunch((path) => {
    if (!openHere(path)) window.open(path);
  });
  return router;
}

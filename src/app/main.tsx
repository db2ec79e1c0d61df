import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/drawn.css';
import '../styles/print.css';
import 'virtual:uno.css';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { DataRouter } from 'react-router-dom';
import { findMissedChange, markTab, onSessionChangeElsewhere, readAccessToken } from '../api/calls/access-token.ts';
import { serverErrorOf } from '../api/calls/call-error.ts';
import type { KnownSession } from '../api/calls/known-session.ts';
import { createQueryClient } from '../api/query-client.ts';
import { forgetGrants } from '../api/shipment-grants.ts';
import { hasUnsavedInput } from '../browser/has-unsaved-input.ts';
import { loadOptional } from '../browser/loading/load-optional.ts';
import { inNextTask } from '../browser/next-task.ts';
import { onRestored } from '../browser/on-restored.ts';
import { sessionStore } from '../browser/web-storage.ts';
import { followRead, inTime, onStorageLate, TIMEOUT_MS } from '../browser/with-timeout.ts';
import { isLoggingOut } from '../features/session/queries.ts';
import { takeLinkCodes } from '../features/tracking/link-code.ts';
import { confirmDraftLoss, discardDrafts, openDraft } from '../offline/drafts.ts';
import { personalPersister } from '../offline/persisters.ts';
import { restartApp, showRestartReason } from '../offline/restart-app.ts';
import { STORED_FOR } from '../offline/stored-version.ts';
import { captureInstallPrompt } from '../pwa/install.ts';
import { onWorkerBroadcast } from '../pwa/worker-broadcasts.ts';
import { setFailureReader } from '../ui/form/failure.ts';
import { setUnsavedInputStore } from '../ui/form/unsaved-input.ts';
import { App } from './app.tsx';
import { readSession } from './read-session.ts';
import { createRouter } from './router.tsx';
import { tolerateTranslation } from './translated-text.ts';

let client: QueryClient | undefined;

takeLinkCodes();

// React Query assumes a connection; a cold offline start fires no event.
onlineManager.setOnline(navigator.onLine);
/** The tab may hold grants and typed text of the person who left. */
function clearTab(hasLeft: boolean): void {
  if (hasLeft) {
    sessionStore.clear();
    forgetGrants();
  }
  discardDrafts();
}
const missed = findMissedChange();
if (missed) clearTab(missed.hasLeft);
markTab();
// This page may show someone else's data.
onSessionChangeElsewhere((hasLeft) => {
  // This page's own logout, which another tab noticed first.
  if (hasLeft && client && isLoggingOut(client)) return;
  clearTab(hasLeft);
  restartApp({ hasLeft, reason: 'This happened on another page.' });
});
// Listeners missed changes of the network while the page was in the back/forward cache.
onRestored(() => dispatchEvent(new Event(navigator.onLine ? 'online' : 'offline')));
tolerateTranslation();

setFailureReader(serverErrorOf);
setUnsavedInputStore(openDraft);
confirmDraftLoss();
captureInstallPrompt();
onWorkerBroadcast('full', async () =>
  (await loadOptional(() => import('../offline/storage-issue.ts')))?.reportStorageIssue('full'),
);
// The worker reloads the page if it has no unsaved input.
onWorkerBroadcast('retired', hasUnsavedInput);

function show(container: HTMLElement, queries: QueryClient, router: DataRouter): void {
  showRestartReason();
  const app = (
    <StrictMode>
      <App client={queries} router={router} />
    </StrictMode>
  );
  // Slices don’t block input.
  startTransition(() => {
    if (container.dataset.page === location.pathname + location.search) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
}

function start(): void {
  const root = document.getElementById('root') as HTMLElement;
  const queries = createQueryClient({ gcTime: STORED_FOR, persister: personalPersister });
  client = queries;
  const router = createRouter(queries);
  if (router.state.initialized) {
    show(root, queries, router);
    return;
  }
  const begin = () => {
    stop();
    stopWaiting();
    clearTimeout(timer);
    show(root, queries, router);
  };
  const stop = router.subscribe(({ initialized }) => initialized && begin());
  // It says what it waits for.
  const stopWaiting = onStorageLate(begin);
  const timer = setTimeout(begin, TIMEOUT_MS);
}

// For a visitor it only matters if a sign-in was lost.
const isVisitor = readAccessToken() === null;
const settled = isVisitor ? readSession() : followRead(readSession());
void settled.then((session) => {
  if (!client || session === 'as-stored') return;
  if (session === 'restored') location.reload();
  else restartApp({ hasLeft: true, reason: 'This happened before the app was closed.' });
});
if (!isVisitor) void loadOptional(() => import('./background/open-stores.ts')).then((code) => code?.openStores());
// The browser may want to paint, so this is its own task.
inNextTask(() => void (isVisitor ? start() : inTime<KnownSession>(settled, 'as-stored').then(start)));

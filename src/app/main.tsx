import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/drawn.css';
import '../styles/print.css';
import 'virtual:uno.css';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { DataRouter } from 'react-router-dom';
import { onSessionChangeElsewhere } from '../api/calls/access-token.ts';
import { createQueryClient } from '../api/query-client.ts';
import { isBeingFilledIn } from '../browser/being-filled-in.ts';
import { inBackground } from '../browser/in-background.ts';
import { PATIENCE_MS } from '../browser/patience.ts';
import { sessionStore } from '../browser/web-storage.ts';
import { personalPersister } from '../offline/persisters.ts';
import { endSessionsWhenPossible } from '../offline/sessions-to-end.ts';
import { sayWhyStartedAnew, startAnew } from '../offline/start-anew.ts';
import { STORED_FOR } from '../offline/stored-version.ts';
import { askBeforeTypedWorkIsLost, dropTypedWork, openTypedWork } from '../offline/typed-work.ts';
import { catchInstallOffer } from '../pwa/install.ts';
import { onNews } from '../pwa/worker-news.ts';
import { keepTypedWork } from '../ui/form/typed-work.ts';
import { App } from './app.tsx';
import { createRouter } from './router.tsx';

// React Query believes that it is online until an event says otherwise; a cold start without network gets no event.
onlineManager.setOnline(navigator.onLine);
// Another tab has signed in or out: what this one shows may be somebody else's.
onSessionChangeElsewhere((hasLeft) => {
  // Each tab has a session storage of its own, with what codes have opened for whoever has left.
  if (hasLeft) sessionStore.clear();
  dropTypedWork();
  startAnew({ hasLeft, reason: 'This happened in another tab.' });
});
sayWhyStartedAnew();

keepTypedWork(openTypedWork);
askBeforeTypedWorkIsLost();
endSessionsWhenPossible();
catchInstallOffer();
// What goes by now may be more than the device has room for.
onNews('full', async () => (await inBackground(() => import('../offline/trouble.ts')))?.noteTrouble('full'));
// Then `UpdatePrompt` says so, and the person reloads it.
onNews('retired', isBeingFilledIn);

/** The HTML came with the page's frame: it stays on the screen until the page that was asked for is ready. */
function show(container: HTMLElement, client: QueryClient, router: DataRouter): void {
  const app = (
    <StrictMode>
      <App client={client} router={router} />
    </StrictMode>
  );
  // In slices, so that a touch in between is not kept waiting.
  startTransition(() => {
    if (container.dataset.page === location.pathname + location.search) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
}

/** Asks the router for the page, and shows it. */
function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const client = createQueryClient({ gcTime: STORED_FOR, persister: personalPersister });
  const router = createRouter(client);
  if (router.state.initialized) {
    show(root, client, router);
    return;
  }
  const begin = () => {
    stop();
    clearTimeout(patience);
    show(root, client, router);
  };
  const stop = router.subscribe(({ initialized }) => initialized && begin());
  // The HTML stands alone until then; a page that takes longer says that it waits.
  const patience = setTimeout(begin, PATIENCE_MS);
}

// In a task of its own: reading the scripts is a long one already, and the browser may want to paint.
setTimeout(start);

import type { PageMessage, WorkerBroadcast } from '../src/pwa/messages.ts';
import { isAppPage, repairFiles } from './app-shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** A page that takes longer will never start: one of its files is broken. */
const STARTS_WITHIN_MS = 15_000;

/** A page that has started replies, if not at once: a slow page is not a broken one. */
const REPLY_WITHIN_MS = 15_000;

/** The pages that have started since this worker did. */
const started = new Set<string>();
let areWhole = false;
/** Whether no version came before this one, so that none can have left a page broken. */
let isFirst = false;

/** Checks the stored files after they served a page, and reloads a page that could not start. */
export function recoverPages(): void {
  self.addEventListener('message', (event) => {
    if ((event.data as PageMessage).type !== 'started') return;
    if (event.source instanceof Client) started.add(event.source.id);
    event.waitUntil(checkFiles());
  });
  // Do not extend either event: that would delay the activation of a new version.
  self.addEventListener('fetch', ({ request, resultingClientId }) => {
    if (request.mode === 'navigate') setTimeout(() => void recover(resultingClientId), STARTS_WITHIN_MS);
  });
  self.addEventListener('install', () => {
    isFirst = !self.registration.active;
  });
  self.addEventListener('activate', () => void recoverEarlierPages());
}

/** Once per start of the worker, while nothing is broken. */
async function checkFiles(): Promise<void> {
  if (areWhole) return;
  areWhole = true;
  await repair();
}

/** Files missing everywhere come with the next version, which a broken app cannot activate. */
async function repair(): Promise<number> {
  const { repaired, broken } = await repairFiles();
  areWhole = broken === 0;
  if (broken > 0) self.registration.waiting?.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage);
  return repaired;
}

async function recover(clientId: string): Promise<void> {
  if (started.has(clientId)) return;
  const repaired = await repair();
  const page = await self.clients.get(clientId);
  if (repaired > 0 && page instanceof WindowClient) await reloadIfDead(page);
}

/**
 * Reloads pages that could not start with the version before this one. Only those on the screen:
 * the browser suspends others, and then even a page that works does not reply.
 */
async function recoverEarlierPages(): Promise<void> {
  if (isFirst) return;
  const earlier = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await new Promise((resolve) => setTimeout(resolve, STARTS_WITHIN_MS));
  const pages = await self.clients.matchAll({ type: 'window' });
  const isConcerned = ({ id, url, visibilityState }: WindowClient) =>
    visibilityState === 'visible' && isAppPage(new URL(url)) && earlier.some((page) => page.id === id);
  await Promise.all(pages.filter(isConcerned).map(reloadIfDead));
}

/** A page that replies may hold something half-typed, even if a part of it is broken. */
async function reloadIfDead(page: WindowClient): Promise<void> {
  if (!(await isResponding(page))) await page.navigate(page.url).catch(() => undefined);
}

function isResponding(page: WindowClient): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), REPLY_WITHIN_MS);
    page.postMessage({ type: 'retired' } satisfies WorkerBroadcast, [port2]);
  });
}

import { isAppPath } from '../src/domain/paths.ts';
import type { PageMessage, WorkerBroadcast } from '../src/pwa/messages.ts';
import { repairFiles } from './app-shell.ts';

declare const self: ServiceWorkerGlobalScope;

const STARTS_WITHIN_MS = 15_000;

const REPLY_WITHIN_MS = 15_000;

const started = new Set<string>();
let areWhole = false;
/** No earlier version can have broken a page. */
let isFirst = false;

export function recoverPages(): void {
  self.addEventListener('message', (event) => {
    if ((event.data as PageMessage).type !== 'started') return;
    if (event.source instanceof Client) started.add(event.source.id);
    event.waitUntil(checkFiles());
  });
  // Extending them would delay the activation of a new version.
  self.addEventListener('fetch', ({ request, resultingClientId }) => {
    if (request.mode === 'navigate') setTimeout(() => void recover(resultingClientId), STARTS_WITHIN_MS);
  });
  self.addEventListener('install', () => {
    isFirst = !self.registration.active;
  });
  self.addEventListener('activate', () => void recoverEarlierPages());
}

async function checkFiles(): Promise<void> {
  if (areWhole) return;
  areWhole = true;
  await repair();
}

/** A broken app cannot activate the next version. */
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
 * Reloads pages that an earlier version broke, only those on the screen: browsers suspend others,
 * which then do not reply.
 */
async function recoverEarlierPages(): Promise<void> {
  if (isFirst) return;
  const earlier = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await new Promise((resolve) => setTimeout(resolve, STARTS_WITHIN_MS));
  const pages = await self.clients.matchAll({ type: 'window' });
  const isConcerned = ({ id, url, visibilityState }: WindowClient) =>
    visibilityState === 'visible' && isAppPath(new URL(url).pathname) && earlier.some((page) => page.id === id);
  await Promise.all(pages.filter(isConcerned).map(reloadIfDead));
}

/** A page that replies may hold unsaved input. */
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

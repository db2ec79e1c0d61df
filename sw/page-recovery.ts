import type { PageMessage } from '../src/pwa/messages.ts';
import { repairFiles } from './app-shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** A page that takes longer will never start: one of its files is broken. */
const STARTS_WITHIN_MS = 15_000;

/** The pages that have started since this worker did. */
const started = new Set<string>();
let areWhole = false;

/** Checks the stored files after they served a page, and reloads a page that could not start. */
export function recoverPages(): void {
  self.addEventListener('message', (event) => {
    if ((event.data as PageMessage).type !== 'started') return;
    if (event.source instanceof Client) started.add(event.source.id);
    event.waitUntil(checkFiles());
  });
  // Do not extend the event: that would delay the activation of a new version.
  self.addEventListener('fetch', ({ request, resultingClientId }) => {
    if (request.mode === 'navigate') setTimeout(() => void recover(resultingClientId), STARTS_WITHIN_MS);
  });
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
  if (repaired > 0 && page instanceof WindowClient) await page.navigate(page.url).catch(() => undefined);
}

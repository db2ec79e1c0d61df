import { withTimeout } from '../browser/with-timeout.ts';
import { postToWorker } from './ask-worker.ts';
import type { PageMessage } from './messages.ts';

/** Also a worker that does not control this page. */
export async function postToRegisteredWorker(message: PageMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const { active, waiting, installing } = registration ?? {};
  const reply = postToWorker(message, active ?? waiting ?? installing);
  if (active) await withTimeout(reply, null);
}

import { withTimeout } from '../browser/with-timeout.ts';
import { postToWorker } from './ask-worker.ts';
import type { PageMessage } from './messages.ts';

/** Also reaches a worker that does not control this page. */
export async function postToRegisteredWorker(message: PageMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const { active, waiting, installing } = registration ?? {};
  const reply = postToWorker(message, active ?? waiting ?? installing);
  // One that was never active has stored nothing.
  if (active) await withTimeout(reply, null);
}

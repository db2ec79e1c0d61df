import { withTimeout } from '../browser/with-timeout.ts';
import { postToWorker } from './ask-worker.ts';
import type { PageMessage } from './messages.ts';

/**
 * Sends a message to the worker and waits for its reply, but not for long. Also reaches a worker
 * that does not control this page: one that is being installed, or any after a hard reload.
 */
export async function postToRegisteredWorker(message: PageMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const { active, waiting, installing } = registration ?? {};
  const reply = postToWorker(message, active ?? waiting ?? installing);
  // One that has never been active has stored nothing, and may be busy with its installation.
  if (active) await withTimeout(reply, null);
}

import { withTimeout } from '../browser/with-timeout.ts';
import { postToWorker } from './ask-worker.ts';

/** Longer than a slow network takes for the scanner. */
const ANSWER_WITHIN_MS = 120_000;

/**
 * Caches everything of the app that only couriers need; false if some of it is not on this device.
 */
export async function cacheCourierFiles(): Promise<boolean> {
  const reply = await withTimeout(postToWorker({ type: 'cache-courier' }), null, ANSWER_WITHIN_MS);
  return reply?.type === 'courier-cached' && reply.isComplete;
}

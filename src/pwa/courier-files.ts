import { withTimeout } from '../browser/with-timeout.ts';
import { postToWorker } from './ask-worker.ts';

const ANSWER_WITHIN_MS = 120_000;

/** False if a file is missing. */
export async function cacheCourierFiles(): Promise<boolean> {
  const reply = await withTimeout(postToWorker({ type: 'cache-courier' }), null, ANSWER_WITHIN_MS);
  return reply?.type === 'courier-cached' && reply.isComplete;
}

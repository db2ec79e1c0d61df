import { withTimeout } from '../browser/with-timeout.ts';
import { postToWorker } from './ask-worker.ts';
import type { PagesOf } from './messages.ts';

const ANSWER_WITHIN_MS = 120_000;

/** False if a file is missing. */
export async function cachePagesOf(role: PagesOf): Promise<boolean> {
  const reply = await withTimeout(postToWorker({ type: 'cache-pages', of: role }), null, ANSWER_WITHIN_MS);
  return reply?.type === 'pages-cached' && reply.isComplete;
}

/**
 * A call that needs a proof of who it is waits for a dialog, and is then repeated under its key.
 */
import { createSignal } from '../../browser/create-signal.ts';
import { withResolvers } from '../../browser/with-resolvers.ts';
import { CallError, serverErrorOf } from './call-error.ts';

const asked = createSignal();
const proved = createSignal();

let request: { promise: Promise<boolean>; answer: (isProved: boolean) => void } | null = null;

export const useAskedProof = () => asked.use(() => request?.answer ?? null, null);

/** A second factor counts, too. */
export const { subscribe: onProved, notify: notifyProved } = proved;

/** All who ask share one dialog. */
export function askForProof(): Promise<boolean> {
  if (!request) {
    const { promise, resolve } = withResolvers<boolean>();
    const answer = (isProved: boolean) => {
      request = null;
      asked.notify();
      resolve(isProved);
      if (isProved) notifyProved();
    };
    request = { promise, answer };
    asked.notify();
  }
  return request.promise;
}

/** @throws {CallError} */
export async function withProof<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const { code, needs } = serverErrorOf(error);
    if (needs !== 'proof') throw error;
    if (await askForProof()) return send();
    throw new CallError('rejected', {
      code,
      needs,
      message: 'You didn’t confirm that it’s you, so nothing was changed.',
    });
  }
}

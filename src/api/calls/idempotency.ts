import { sessionStore } from '../../browser/web-storage.ts';
import { hashOf } from './hash-of.ts';
import { isDefinite } from './server-error.ts';

const STORED_AS = 'open-keys';

/**
 * Keys of inputs whose outcome is not known, by procedure and input. They outlive the form they were typed into, and the
 * page: a form that is restored after a reload may have been sent already.
 */
const open = new Map<string, string>(readStored());

function readStored(): [string, string][] {
  try {
    return JSON.parse(sessionStore.getItem(STORED_AS) ?? '[]');
  } catch {
    return [];
  }
}

function change(apply: () => unknown): void {
  apply();
  if (open.size > 0) sessionStore.setItem(STORED_AS, JSON.stringify([...open]));
  else sessionStore.removeItem(STORED_AS);
}

/**
 * Runs a mutation under one idempotency key for each submitted input. The key is kept while the outcome is unknown (no
 * answer came), so that trying again, in the same form or in another one, cannot do it twice; any definite answer ends it.
 */
export function onceForInput<Input, Answer>(
  procedure: string,
  send: (input: Input, context: { idempotencyKey: string }) => Promise<Answer>,
): (input: Input) => Promise<Answer> {
  return async (input) => {
    const hash = await hashOf(`${procedure} ${JSON.stringify(input)}`);
    const idempotencyKey = open.get(hash) ?? crypto.randomUUID();
    change(() => open.set(hash, idempotencyKey));
    try {
      const answer = await send(input, { idempotencyKey });
      change(() => open.delete(hash));
      return answer;
    } catch (error) {
      if (isDefinite(error)) change(() => open.delete(hash));
      throw error;
    }
  };
}

/** Forgets what was under way: another person begins. */
export function forgetOpenKeys(): void {
  change(() => open.clear());
}

import { isDefinite } from './server-error.ts';

/** Keys of inputs whose outcome is not known, by procedure and input. They outlive the form they were typed into. */
const open = new Map<string, string>();

/**
 * Runs a mutation under one idempotency key for each submitted input. The key is kept while the outcome is unknown (no
 * answer came), so that trying again, in the same form or in another one, cannot do it twice; any definite answer ends it.
 */
export function onceForInput<Input, Answer>(
  procedure: string,
  send: (input: Input, context: { idempotencyKey: string }) => Promise<Answer>,
): (input: Input) => Promise<Answer> {
  return async (input) => {
    const text = `${procedure} ${JSON.stringify(input)}`;
    const idempotencyKey = open.get(text) ?? crypto.randomUUID();
    open.set(text, idempotencyKey);
    try {
      const answer = await send(input, { idempotencyKey });
      open.delete(text);
      return answer;
    } catch (error) {
      if (isDefinite(error)) open.delete(text);
      throw error;
    }
  };
}

/** Forgets what was under way: another person begins. */
export function forgetOpenKeys(): void {
  open.clear();
}

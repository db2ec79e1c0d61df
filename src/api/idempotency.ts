import { useRef } from 'react';
import { isDefinite } from './server-error.ts';

/**
 * Runs a mutation under one idempotency key for each submitted input. The key is kept while the outcome is unknown (no
 * answer came), so that trying again cannot do it twice; any definite answer ends it.
 */
export function useIdempotent<Input, Answer>(
  send: (input: Input, idempotencyKey: string) => Promise<Answer>,
): (input: Input) => Promise<Answer> {
  const open = useRef(new Map<string, string>());
  return async (input) => {
    const text = JSON.stringify(input);
    const key = open.current.get(text) ?? crypto.randomUUID();
    open.current.set(text, key);
    try {
      const answer = await send(input, key);
      open.current.delete(text);
      return answer;
    } catch (error) {
      if (isDefinite(error)) open.current.delete(text);
      throw error;
    }
  };
}

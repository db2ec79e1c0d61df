import { v4 as newKey } from 'uuid';
import { sessionStore } from '../../browser/web-storage.ts';
import type { Calls, Inputs, Outputs } from '../../domain/calls/calls.ts';
import { readAccessToken } from './access-token.ts';
import { isOutcomeKnown } from './call-error.ts';
import { hashOf } from './hash-of.ts';
import { call } from './trpc.ts';

const STORED_AS = 'open-keys';

const canHash = 'subtle' in crypto;

/** A form restored after a reload may already have been sent. */
const open = readStored();

function readStored(): Map<string, string> {
  try {
    return new Map(JSON.parse(sessionStore.getItem(STORED_AS) ?? '[]'));
  } catch {
    return new Map();
  }
}

function change(apply: () => unknown): void {
  apply();
  if (open.size > 0 && canHash) sessionStore.setItem(STORED_AS, JSON.stringify([...open]));
  else sessionStore.removeItem(STORED_AS);
}

/** Keeps a key until a definite answer, so that no retry repeats the change. */
export function withIdempotencyKey<Input, Answer>(
  procedure: string,
  send: (input: Input, context: { idempotencyKey: string }) => Promise<Answer>,
): (input: Input) => Promise<Answer> {
  return async (input) => {
    const token = readAccessToken();
    const text = `${procedure} ${JSON.stringify(input)}`;
    const hash = canHash ? await hashOf(text) : text;
    const idempotencyKey = open.get(hash) ?? newKey();
    change(() => open.set(hash, idempotencyKey));
    try {
      const answer = await send(input, { idempotencyKey });
      change(() => open.delete(hash));
      return answer;
    } catch (error) {
      if (isOutcomeKnown(error)) change(() => open.delete(hash));
      throw error;
    } finally {
      if (readAccessToken() !== token) await new Promise(() => undefined);
    }
  };
}

export type Group = keyof Calls;
/** Those of a group that change something. */
export type NameIn<G extends Group> = {
  [Name in keyof Calls[G]]: Calls[G][Name] extends { kind: 'mutation' } ? Name : never;
}[keyof Calls[G]] &
  string;

/** Each input takes effect once, however often it is retried. Named, so that tests see what a page offers. */
export const sendOnce = <G extends Group, Name extends NameIn<G>>(procedure: `${G}.${Name}`) =>
  Object.assign(
    withIdempotencyKey(
      procedure,
      (input: Inputs[G][Name], context) =>
        call([...procedure.split('.'), 'mutate'], [input, { context }]) as Promise<Outputs[G][Name]>,
    ),
    { procedure },
  );

export function forgetOpenKeys(): void {
  change(() => open.clear());
}

import type { TRPCRequestOptions } from '@trpc/client';
import { loadOptional } from '../../browser/loading/load-optional.ts';
import type { Calls, Inputs, Outputs } from '../../domain/calls/calls.ts';
import { noResponse } from './call-error.ts';

export async function call(
  path: readonly string[],
  [input, options]: [unknown, TRPCRequestOptions?],
): Promise<unknown> {
  const loaded = await loadOptional(() => import('./trpc-client.ts'));
  if (!loaded) throw noResponse();
  return loaded.call(path.at(-1) === 'mutate' ? 'mutation' : 'query', path.slice(0, -1).join('.'), input, options);
}

const named = (path: readonly string[]): unknown =>
  new Proxy(() => undefined, {
    get: (_target, name) => named([...path, String(name)]),
    apply: (_target, _self, parameters) => call(path, parameters as Parameters<typeof call>[1]),
  });

type Arguments<Input> = undefined extends Input
  ? [input?: Input, options?: TRPCRequestOptions]
  : [input: Input, options?: TRPCRequestOptions];
type Verb<Declared> = Declared extends { kind: 'query' }
  ? 'query'
  : Declared extends { kind: 'mutation' }
    ? 'mutate'
    : never;
type Caller = {
  [G in keyof Calls]: {
    [N in keyof Calls[G]]: Record<Verb<Calls[G][N]>, (...sent: Arguments<Inputs[G][N]>) => Promise<Outputs[G][N]>>;
  };
};

/** Many pages need no client. */
export const trpc = named([]) as Caller;

import type { TRPCClient, TRPCRequestOptions } from '@trpc/client';
import { loadOptional } from '../../browser/load-optional.ts';
import type { AppRouter } from './app-router.ts';
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
    apply: (_target, _self, parameters) => call(path, parameters as [unknown]),
  });

/** Many pages need no client. */
export const trpc = named([]) as TRPCClient<AppRouter>;

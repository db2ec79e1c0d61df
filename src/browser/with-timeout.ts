import { withResolvers } from './with-resolvers.ts';

export const TIMEOUT_MS = 3_000;

export function withTimeout<Value>(asked: Promise<Value>, otherwise: Value, ms = TIMEOUT_MS): Promise<Value> {
  const { promise: over, resolve } = withResolvers<Value>();
  const timer = setTimeout(resolve, ms, otherwise);
  return Promise.race([asked, over]).finally(() => clearTimeout(timer));
}

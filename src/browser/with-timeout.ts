import { withResolvers } from './with-resolvers.ts';

/** How long people wait before they want to see something, or an explanation, in milliseconds. */
export const TIMEOUT_MS = 3_000;

/** The value of a promise, or `otherwise` if it takes too long. */
export function withTimeout<Value>(asked: Promise<Value>, otherwise: Value, ms = TIMEOUT_MS): Promise<Value> {
  const { promise: over, resolve } = withResolvers<Value>();
  const timer = setTimeout(resolve, ms, otherwise);
  return Promise.race([asked, over]).finally(() => clearTimeout(timer));
}

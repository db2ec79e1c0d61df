import { withResolvers } from './with-resolvers.ts';

/** How long people wait before they want to see what there is, or be told why there is nothing. */
export const TIMEOUT_MS = 3_000;

/** What a question answers, or `otherwise` where that takes longer than people's patience. */
export function withTimeout<Value>(asked: Promise<Value>, otherwise: Value): Promise<Value> {
  const { promise: over, resolve } = withResolvers<Value>();
  const timer = setTimeout(resolve, TIMEOUT_MS, otherwise);
  return Promise.race([asked, over]).finally(() => clearTimeout(timer));
}

import { ROUTE_FINDER } from '../config/paths.ts';
import { askApart } from '../process/apart.ts';
import type { Search, Searches } from './finder.ts';

/** Enough for 2,000 doors among 30 couriers, on a busy machine. */
const TIMEOUT_MS = 60_000;
const MEMORY = '--max-old-space-size=256';
const MAX_FOUND_BYTES = 4 * 1024 * 1024;

/** Searches in a separate process: the search holds up nobody's calls. @throws If it takes too long. */
export async function findRoute<Kind extends keyof Searches>(
  kind: Kind,
  input: Searches[Kind]['input'],
): Promise<Searches[Kind]['found']> {
  const search = { kind, ...input } as Search;
  const asked = { maxBytes: MAX_FOUND_BYTES, input: JSON.stringify(search) };
  return JSON.parse(await askApart({ script: [MEMORY, ROUTE_FINDER], ms: TIMEOUT_MS }, asked));
}

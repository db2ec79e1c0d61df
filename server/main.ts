/** PostgreSQL starts in its own process while our code loads. */
import { setPriority } from 'node:os';
import { checkStartup } from './base/config/check-startup.ts';
import { openEmbeddedDatabase } from './base/database/open-embedded.ts';
import { prepareEnding } from './ending.ts';
import type { Serving } from './serve.ts';
import { SUPERVISED } from './supervisor.ts';

const NICENESS = 10;

if (process.argv.includes(SUPERVISED) && !process.connected) process.exit(0);

// Before it loads, while the other serves its first requests.
if (process.env.PROCESS === 'jobs') yieldToOthers();

let serving: Serving | undefined;

const ending = prepareEnding({
  async finish() {
    void starting.then(({ embedded }) => embedded?.wake()).catch(() => undefined);
    await serving?.close();
  },
  async release() {
    const database = await starting.catch(() => null);
    await database?.embedded?.stop();
  },
});

const { promise: spawned, resolve } = Promise.withResolvers<void>();
const starting = startDatabase(resolve);
// `serve` reports errors.
starting.catch(() => undefined).finally(resolve);
// Loading would delay PostgreSQL.
await spawned;
if (!ending.signal.aborted) {
  const { serve } = await import('./serve.ts');
  serving = serve(starting, ending);
}

function yieldToOthers(): void {
  try {
    setPriority(NICENESS);
  } catch {
    // The system has no priorities.
  }
}

async function startDatabase(onSpawned: () => void) {
  const environment = await checkStartup(process.env, process.argv.includes(SUPERVISED));
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const { signal } = ending;
  return { environment, embedded: await openEmbeddedDatabase(environment, print, { onSpawned, signal }) };
}

/** Runs the server. PostgreSQL starts in its own process while the server's code loads. */
import { readEnvironment } from './config/env.ts';
import { openEmbeddedDatabase } from './database/open-embedded.ts';
import { SUPERVISED } from './supervisor.ts';

// Its supervisor has already ended.
if (process.argv.includes(SUPERVISED) && !process.connected) process.exit(0);

async function startDatabase(onSpawned: () => void) {
  const environment = readEnvironment(process.env);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  return { environment, embedded: await openEmbeddedDatabase(environment, print, onSpawned) };
}

const { promise: spawned, resolve } = Promise.withResolvers<void>();
const starting = startDatabase(resolve);
// `serve` reports what went wrong.
starting.catch(() => undefined).finally(resolve);
// Loading keeps this process busy, so PostgreSQL's comes first.
await spawned;
const { serve } = await import('./serve.ts');
await serve(starting);

/**
 * A minimal server for embedded.test.ts: starts the database of the given data directory, reports
 * it and waits.
 */
import { startEmbeddedDatabase } from './embedded.ts';

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
try {
  const database = await startEmbeddedDatabase({ dataDir: process.argv[2] ?? '', fast: process.argv[3] === 'fast' });
  process.once('SIGTERM', () => database.stop().then(() => process.exit(0)));
  setInterval(() => undefined, 60_000);
  say({ url: database.url, adopted: database.adopted });
} catch (error) {
  say({ error: (error as Error).message });
  process.exitCode = 1;
}

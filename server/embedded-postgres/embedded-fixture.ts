/** A server in small, for embedded.test.ts: starts the database of the data directory named, says so, and waits. */
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

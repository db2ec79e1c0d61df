import { startEmbeddedDatabase } from './embedded.ts';

const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
try {
  const database = await startEmbeddedDatabase({ dataDir: process.argv[2] ?? '', fast: process.argv[3] === 'fast' });
  process.once('SIGTERM', () => database.stop().then(() => process.exit(0)));
  setInterval(() => undefined, 60_000);
  print({ url: database.url, adopted: database.adopted });
} catch (error) {
  print({ error: (error as Error).message });
  process.exitCode = 1;
}

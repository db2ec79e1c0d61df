/** `npm start`: builds what has changed, and keeps the built server running. */
import { buildIfNeeded, CACHE, SERVER } from './build.ts';
import { supervise } from './supervisor.ts';

try {
  await buildIfNeeded();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
// The server finds its code compiled, which saves a quarter of its start.
process.env.NODE_COMPILE_CACHE ??= CACHE;
process.exitCode = await supervise(SERVER);

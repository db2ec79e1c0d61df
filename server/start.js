/**
 * `npm start`: builds what has changed, and keeps the built server running. For TypeScript Node would load its
 * compiler, as no compile cache is on yet. /
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The same folder as CACHE in build.ts, which loads after this.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/waybill'));
const { buildIfNeeded, CACHE, SERVER } = await import('./build.ts');
const { supervise } = await import('./supervisor.ts');

process.exitCode = await supervise(SERVER, async (signal) => {
  await buildIfNeeded({
    signal,
    // A server that is built already does this by itself.
    async before() {
      const { checkStartup } = await import('./base/config/check-startup.ts');
      await checkStartup(process.env);
    },
  });
  process.env.NODE_COMPILE_CACHE ??= CACHE;
});

/** `node server/start.js` of a release: keeps the built server running. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { supervise } from './supervisor.ts';

const { dirname } = import.meta;
process.env.DIST_DIR ||= join(dirname, '../app');
/** The folder may be only for reading: NODE_COMPILE_CACHE names another then. */
process.env.NODE_COMPILE_CACHE ||= join(dirname, '../node_modules/.cache/waybill');
enableCompileCache(process.env.NODE_COMPILE_CACHE);

process.exitCode = await supervise(join(dirname, 'bin/main.js'));

/** Files opened by path, in the source or the built server (vite.server.config.ts). */
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { dirname, filename } = import.meta;
const isBuilt = extname(filename) === '.js';
/** Sources are in `server/base/config`, and what is built from them in `dist/server/bin`. */
const SERVER = join(dirname, isBuilt ? '..' : '../..');

export const MIGRATIONS = join(SERVER, 'base/database/migrations');
export const DEMO_PICTURES = join(SERVER, 'demo/pictures');
export const IMAGE_ENCODER = join(SERVER, `base/images/encoder${extname(filename)}`);
export const BACKUP_SCRIPT = isBuilt
  ? [join(dirname, 'backup.js')]
  : ['--import', pathToFileURL(join(SERVER, 'quick-imports.js')).href, join(SERVER, 'backup.ts')];
export const LABEL_WRITER = join(SERVER, `labels/drawing/writer${extname(filename)}`);
export const PASSWORD_HASHER = join(SERVER, `base/secrets/hasher${extname(filename)}`);
export const STATEMENT_READER = join(SERVER, `banking/read-bank-file${extname(filename)}`);
export const ROUTE_FINDER = join(SERVER, `base/routes/finder${extname(filename)}`);
/** A release has it, and a clone has none. */
export const RELEASE_FILE = join(SERVER, '../release.json');

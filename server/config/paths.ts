/** Files opened by path, in the source or the built server (vite.server.config.ts). */
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { dirname, filename } = import.meta;
/** From `server/config` and from `dist/server/bin`. */
const SERVER = join(dirname, '..');

export const MIGRATIONS = join(SERVER, 'database/migrations');
export const DEMO_PICTURES = join(SERVER, 'demo/pictures');
export const IMAGE_ENCODER = join(SERVER, `images/encoder${extname(filename)}`);
/** What Node gets to run the script of `npm run backup`. */
export const BACKUP_SCRIPT =
  extname(filename) === '.ts'
    ? ['--import', pathToFileURL(join(SERVER, 'quick-imports.js')).href, join(SERVER, 'backup.ts')]
    : [join(dirname, 'backup.js')];
export const LABEL_WRITER = join(SERVER, `labels/writer${extname(filename)}`);
export const PASSWORD_HASHER = join(SERVER, `auth/hasher${extname(filename)}`);
export const STATEMENT_READER = join(SERVER, `operations/banking/read-statement${extname(filename)}`);
export const ROUTE_FINDER = join(SERVER, `routes/finder${extname(filename)}`);
/** Of a release; a clone has none. */
export const RELEASE_FILE = join(SERVER, '../release.json');

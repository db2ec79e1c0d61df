/** Files opened by path, in the source or the built server (vite.server.config.ts). */
import { extname, join } from 'node:path';

const { dirname, filename } = import.meta;
/** From `server/config` and from `dist/server/bin`. */
const SERVER = join(dirname, '..');

export const MIGRATIONS = join(SERVER, 'database/migrations');
export const DEMO_PICTURES = join(SERVER, 'demo/pictures');
export const IMAGE_ENCODER = join(SERVER, `images/encoder${extname(filename)}`);
export const LABEL_WRITER = join(SERVER, `labels/writer${extname(filename)}`);

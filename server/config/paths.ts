/** Files opened by path, in the source or in the built server (vite.server.config.ts). */
import { extname, join } from 'node:path';

const { dirname, filename } = import.meta;
/** `server`, from `server/config` as well as from `dist/server/bin`. */
const SERVER = join(dirname, '..');

export const MIGRATIONS = join(SERVER, 'database/migrations');
export const DEMO_PICTURES = join(SERVER, 'demo/pictures');
export const IMAGE_ENCODER = join(SERVER, `images/encoder${extname(filename)}`);

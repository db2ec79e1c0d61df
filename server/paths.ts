/** What the server opens by its path, beside its source or in the built server (vite.server.config.ts). */
import { extname, join } from 'node:path';

const { dirname, filename } = import.meta;

export const MIGRATIONS = join(dirname, 'database/migrations');
/** The script that encodes one image. */
export const IMAGE_ENCODER = join(dirname, `images/encoder${extname(filename)}`);

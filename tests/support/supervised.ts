/** `npm start` without the build: the server under its supervisor, for supervisor.test.ts. */
import { fileURLToPath } from 'node:url';
import { supervise } from '../../server/supervisor.ts';

process.exitCode = await supervise(fileURLToPath(new URL('../../server/main.ts', import.meta.url)));

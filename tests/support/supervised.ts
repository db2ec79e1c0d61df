/** `npm start` without the build: a server's script under its supervisor, for supervisor.test.ts. */
import { supervise } from '../../server/supervisor.ts';

process.exitCode = await supervise(process.env.SUPERVISED_SCRIPT ?? '');

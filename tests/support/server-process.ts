/** The real server, as `npm start` runs it, in a separate process. Needs no test runner. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findFreePort } from '../../server/base/embedded-postgres/embedded-port.ts';
import { CACHE } from '../../server/build.ts';
import { until } from './until.ts';

/** The server's source, as `npm run dev:server` runs it. */
export const MAIN = resolve(import.meta.dirname, '../../server/main.ts');
const QUICK_IMPORTS = pathToFileURL(resolve(import.meta.dirname, '../../server/quick-imports.js')).href;

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** What it has written so far. */
  out(): string;
  err(): string;
  /** Resolves when it has ended, with its exit code or the signal that ended it. */
  ended: Promise<number | string>;
}

/**
 * Starts a server with these variables and nothing else of ours: the one that this test run has
 * built, as it starts in a tenth of the time. Resolves at once, see `waitUntilReady`.
 */
export async function startServerProcess(
  environment: Record<string, string>,
  script: string = process.env.BUILT_SERVER ?? MAIN,
): Promise<ServerProcess> {
  const port = environment.PORT ?? (await findFreePort());
  const child = spawn(process.execPath, script === MAIN ? ['--import', QUICK_IMPORTS, MAIN] : [script], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? CACHE,
      PORT: String(port),
      JOBS_PORT: environment.PROCESS === 'jobs' ? String(port) : undefined,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.err += text;
  });
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? 'nothing');
  return { child, url: `http://127.0.0.1:${port}`, out: () => written.out, err: () => written.err, ended };
}

/** Resolves when it serves. @throws with its output if it exits instead. */
export async function waitUntilReady(server: ServerProcess): Promise<void> {
  let end: number | string | undefined;
  void server.ended.then((code) => {
    end = code;
  });
  await until(
    `${server.url} is ready`,
    async () => {
      if (end !== undefined) throw new Error(`The server ended with ${end}:\n${server.out()}${server.err()}`);
      return fetch(`${server.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    60_000,
  );
}

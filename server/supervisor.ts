/**
 * `npm start`: keeps one server running, and restarts it after a fault. Imports nothing of the
 * server, to stay small.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The exit code after a fault, when a restart may succeed (EX_TEMPFAIL of sysexits.h). */
export const EXIT_AFTER_FAULT = 75;
/** The argument that tells a server to end with its supervisor. */
export const SUPERVISED = '--supervised';
/** The message a server sends to its supervisor once it serves. */
export const READY = 'ready';

/** Starts for a server that has never served, since its configuration may be the reason. */
const MAX_FIRST_STARTS = 10;
const MIN_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;
/** After a run this long the delay starts over at its minimum. */
const STABLE_RUN_MS = 60_000;
const FORWARDED_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs the script until it ends by itself or by a signal to us, which is forwarded; resolves with
 * its exit code. A server that ended by a fault is restarted, after increasing delays; one that
 * refused to start is not.
 */
export async function supervise(script: string): Promise<number> {
  const ending = new AbortController();
  let server: ChildProcess | undefined;
  for (const signal of FORWARDED_SIGNALS) {
    process.on(signal, () => {
      ending.abort();
      server?.kill(signal);
    });
  }
  let hasServed = false;
  for (let starts = 1, wait = MIN_RESTART_DELAY_MS; ; starts += 1, wait = Math.min(wait * 2, MAX_RESTART_DELAY_MS)) {
    const began = performance.now();
    // Its own process group, so that Ctrl-C in the terminal reaches only us and the server gets the
    // signal once.
    server = fork(script, [SUPERVISED], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const started = server;
    started.on('message', (message) => {
      hasServed ||= message === READY;
    });
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      started.once('exit', (...how) => resolve(how));
      // A server that could not be started never exits. A signal that comes too late is an error as
      // well, and harmless.
      started.on('error', (error) => started.pid === undefined && reject(error));
    });
    if (ending.signal.aborted) return code ?? (FORWARDED_SIGNALS.some((one) => one === signal) ? 0 : 1);
    // 0: it was asked to end. 1: it reported why it cannot start, and a second start would fail the
    // same way.
    if (code === 0 || code === 1) return code;
    if (!hasServed && starts === MAX_FIRST_STARTS) return code ?? 1;
    if (performance.now() - began > STABLE_RUN_MS) wait = MIN_RESTART_DELAY_MS;
    const reason = signal ? `was stopped by ${signal}` : `stopped after an error (exit code ${code}, see above)`;
    process.stderr.write(`The server ${reason}. Restarting in ${wait / 1000} s.\n`);
    await sleep(wait, undefined, { signal: ending.signal }).catch(() => undefined);
    if (ending.signal.aborted) return 0;
  }
}

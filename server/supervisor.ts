/** `npm start`: keeps one server running, and starts it again where it ended by a fault. Imports nothing of it, to stay small. */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a server ends that a fault ended: the same start may go well in a moment (EX_TEMPFAIL of sysexits.h). */
export const ENDED_BY_FAULT = 75;
/** The argument by which a server knows that it ends with its supervisor. */
export const SUPERVISED = '--supervised';
/** What a server sends to its supervisor once it serves. */
export const READY = 'ready';

/** A server that has never served gets this many starts: what keeps it from serving may be its configuration. */
const FIRST_STARTS = 10;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** After a run of this length the next wait is the shortest again. */
const RAN_WELL_MS = 60_000;
const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs the script until it ends by itself or by a signal to us, which is passed on; resolves with its exit code. A server
 * that ended by a fault is started again, after ever longer waits; one that refused to start is not.
 */
export async function supervise(script: string): Promise<number> {
  const ending = new AbortController();
  let server: ChildProcess | undefined;
  for (const signal of PASSED_ON) {
    process.on(signal, () => {
      ending.abort();
      server?.kill(signal);
    });
  }
  let hasServed = false;
  for (let starts = 1, wait = FIRST_WAIT_MS; ; starts += 1, wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const began = performance.now();
    // Its own process group, so that Ctrl-C in the terminal reaches only us and the server hears of it once.
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
      // A server that could not be started never exits. A signal that comes too late is an error as well, and harmless.
      started.on('error', (error) => started.pid === undefined && reject(error));
    });
    if (ending.signal.aborted) return code ?? (PASSED_ON.some((one) => one === signal) ? 0 : 1);
    // 0: it was asked to end. 1: it said why it cannot start, and a second start would fail the same way.
    if (code === 0 || code === 1) return code;
    if (!hasServed && starts === FIRST_STARTS) return code ?? 1;
    if (performance.now() - began > RAN_WELL_MS) wait = FIRST_WAIT_MS;
    const reason = signal ? `was stopped by ${signal}` : `stopped after an error (exit code ${code}, see above)`;
    process.stderr.write(`The server ${reason}. Restarting in ${wait / 1000} s.\n`);
    await sleep(wait, undefined, { signal: ending.signal }).catch(() => undefined);
    if (ending.signal.aborted) return 0;
  }
}

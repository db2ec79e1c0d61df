/** Keeps one server running: starts it again where it ended by a fault. Imports nothing of the server, so as to stay small. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a server ends that a fault ended: the same start may go well in a moment (EX_TEMPFAIL of sysexits.h). */
export const ENDED_BY_FAULT = 75;
/** The argument by which a server knows that it ends with its supervisor. */
export const SUPERVISED = '--supervised';
/** What a server sends to its supervisor once it serves. */
export const READY = 'ready';

/** So often a server is started that has never served: what keeps it from that may be its configuration. */
const FIRST_STARTS = 10;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** Whoever ran for so long before it ended is started again at once. */
const RAN_WELL_MS = 60_000;
const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs the script until it ends by itself or by a signal to us, which is passed on; resolves with its exit code. A server
 * that ended by a fault is started again, after ever longer waits; one that refused to start is not.
 */
export async function supervise(script: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const ending = new AbortController();
  let hasServed = false;
  let starts = 0;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const began = performance.now();
    starts += 1;
    const { code, signal } = await runOnce(script, environment, ending, () => {
      hasServed = true;
    });
    if (ending.signal.aborted) return code ?? (PASSED_ON.some((one) => one === signal) ? 0 : 1);
    // Zero: it was told to end. One: it said why it cannot start, and would say the same again.
    if (code === 0 || code === 1) return code;
    if (!hasServed && starts === FIRST_STARTS) return code ?? 1;
    if (performance.now() - began > RAN_WELL_MS) wait = FIRST_WAIT_MS;
    const reason = signal ? `was ended by ${signal}` : `ended by a fault (exit code ${code}), see above`;
    process.stderr.write(`The server ${reason}. It is started again in ${wait / 1000} s.\n`);
    await sleep(wait, undefined, { signal: ending.signal }).catch(() => undefined);
    if (ending.signal.aborted) return 0;
  }
}

async function runOnce(
  script: string,
  environment: NodeJS.ProcessEnv,
  ending: AbortController,
  onReady: () => void,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  // A process group of its own: Ctrl-C in the terminal is for us, and reaches the server once.
  const server = fork(script, [SUPERVISED], {
    env: environment,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  server.on('message', (message) => message === READY && onReady());
  const passOn = (signal: NodeJS.Signals) => {
    ending.abort();
    server.kill(signal);
  };
  for (const signal of PASSED_ON) process.on(signal, passOn);
  // Where it could not be started at all there is no exit to wait for.
  const failed = new Promise<never>((_resolve, reject) => {
    server.on('error', (error) => server.pid === undefined && reject(error));
  });
  try {
    const [code, signal] = await Promise.race([once(server, 'exit'), failed]);
    return { code, signal };
  } finally {
    for (const signal of PASSED_ON) process.off(signal, passOn);
  }
}

/**
 * How often a process has been asked to end. npm passes on what the terminal has sent to us too,
 * and systemd sends every process what our supervisor passes on: in the same instant, that is one
 * request.
 */
import type { EventEmitter } from 'node:events';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

const SAME_REQUEST_MS = 2_000;

/**
 * Calls `stop` at the first signal. One that comes more than two seconds later is from a person who
 * is tired of waiting, and calls `hurry`; a terminal that closes meanwhile is not.
 */
export function onStopSignals(
  stop: (signal: StopSignal) => void,
  hurry: () => void,
  source: EventEmitter = process,
): void {
  let askedAt: number | undefined;
  for (const signal of STOP_SIGNALS) {
    source.on(signal, () => {
      if (askedAt === undefined) {
        askedAt = performance.now();
        stop(signal);
      } else if (signal !== 'SIGHUP' && performance.now() - askedAt > SAME_REQUEST_MS) hurry();
    });
  }
}

/** Without a listener, the first word to a terminal or pipe that is closed would end the process. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

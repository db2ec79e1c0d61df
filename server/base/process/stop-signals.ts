// npm and systemd repeat signals: within two seconds they are one.
import type { EventEmitter } from 'node:events';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

const SAME_REQUEST_MS = 2_000;

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

/** A closed terminal would end us. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

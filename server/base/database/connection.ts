import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { noteProgress } from '../process/current-work.ts';

export const CONNECTION = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/** `pg` reports a lost connection as an `error`, which ends the process if nobody listens. Pools listen when idle. */
export class Connection extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options);
    this.on('error', () => undefined);
    // What ran before an answer is not blamed on the work that waited for it.
    this.wire.on('readyForQuery', () => noteProgress(null));
  }

  override query = ((...question: Parameters<pg.Client['query']>) => {
    noteProgress();
    return super.query(...question);
  }) as pg.Client['query'];

  /** Skips the farewell, which a database that is gone would never answer. */
  destroy(): void {
    this.wire.stream.destroy();
  }

  /** `pg` has no type for it. */
  private get wire() {
    return (this as unknown as { connection: EventEmitter & { stream: { destroy(): unknown } } }).connection;
  }
}

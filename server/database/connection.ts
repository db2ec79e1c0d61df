import pg from 'pg';

/** Settings shared by all connections, so that a dead one is detected and reported. */
export const CONNECTION = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/**
 * A connection whose loss never ends the process. `pg` reports a lost connection twice: to the
 * current query, whose caller handles it, and as an `error` event, which ends the process if nobody
 * listens. A pool listens only while a connection is idle, so every connection gets its own
 * listener.
 */
export class Connection extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options);
    this.on('error', () => undefined);
  }
}

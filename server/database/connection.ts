import pg from 'pg';

/** What every connection of the server has in common: a dead one is found, and says so. */
export const CONNECTION = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/**
 * A connection whose loss never ends the process. `pg` reports a lost connection twice: to the query under way, whose
 * caller handles it, and as an `error` event, which ends the process where nobody listens. A pool listens only while a
 * connection is idle, so each connection has a listener from the beginning.
 */
export class Connection extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options);
    this.on('error', () => undefined);
  }
}

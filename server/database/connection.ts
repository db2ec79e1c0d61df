import pg from 'pg';

export const CONNECTION = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;

/**
 * `pg` also emits `error`, which ends the process without a listener. Pools listen only while it is
 * idle.
 */
export class Connection extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options);
    this.on('error', () => undefined);
  }
}

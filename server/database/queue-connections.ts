import type { ConstructorOptions } from 'pg-boss';
import { openDatabase, ping } from './client.ts';
import { listenTo } from './listen.ts';

/** The queue's own upkeep, and its migrations, may look at many jobs. */
const STATEMENT_TIMEOUT_MS = 60_000;

export interface QueueConnections {
  db: NonNullable<ConstructorOptions['db']>;
  /** Throws where the database does not answer at once. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The job queue's connections, made as all others are: where pg-boss makes them, it takes the listener for errors away as
 * it closes one, and an error that comes after that ends the process.
 */
export function openQueueConnections(url: string, onFault: (error: unknown) => void): QueueConnections {
  const { pool, close } = openDatabase(url, {
    connections: 4,
    name: 'waybill-jobs',
    statementTimeout: STATEMENT_TIMEOUT_MS,
  });
  return {
    db: {
      executeSql: (text, values) => pool.query(text, values),
      async listen(channel, onMessage, onGap) {
        const listening = await listenTo(url, channel, { onMessage, onGap, onFault });
        // Jobs may have been added before we listened.
        onGap();
        return { close: () => listening.stop() };
      },
    },
    ping: () => ping(pool),
    close,
  };
}

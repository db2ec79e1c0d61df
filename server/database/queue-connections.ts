import type { IDatabase } from 'pg-boss';
import { openDatabase, ping } from './client.ts';
import { listenTo } from './listen.ts';

/** The queue's own upkeep, and its migrations, may look at many jobs. */
const STATEMENT_TIMEOUT_MS = 60_000;

export interface QueueConnections {
  db: IDatabase;
  /** Throws where the database does not answer at once. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The job queue's own connections, made as all others are: with its own, pg-boss takes away the listener for errors as it closes one. */
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
        // What was added before there was anybody to hear of it.
        onGap();
        return { close: () => listening.stop() };
      },
    },
    ping: () => ping(pool),
    close,
  };
}

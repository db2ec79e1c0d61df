import type { ConstructorOptions } from 'pg-boss';
import { openDatabase, ping } from './client.ts';
import { listenTo } from './listen.ts';

/** The queue's own maintenance may look at many jobs. */
const STATEMENT_TIMEOUT_MS = 60_000;

export interface QueueConnections {
  db: NonNullable<ConstructorOptions['db']>;
  /** @throws Without a prompt response. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** pg-boss removes its error listener on closing; a later error would end the process. */
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
        const subscription = await listenTo(url, channel, { onMessage, onGap, onFault });
        // Jobs may have come before we listened.
        onGap();
        return { close: () => subscription.stop() };
      },
    },
    ping: () => ping(pool),
    close,
  };
}

import type { ConstructorOptions } from 'pg-boss';
import { openDatabase, ping } from './client.ts';
import { listenTo, type Subscription } from './listen.ts';

/** The queue's own maintenance may look at many jobs. */
const STATEMENT_TIMEOUT_MS = 60_000;

export interface QueueConnections {
  db: NonNullable<ConstructorOptions['db']>;
  /** @throws Without a prompt response. */
  ping(): Promise<void>;
  /** Ends what waits for a database that is gone. */
  drop(): void;
  close(): Promise<void>;
}

/** pg-boss removes its error listener on closing; a later error would end the process. */
export function openQueueConnections(url: string, onFault: (error: unknown) => void, most: number): QueueConnections {
  const { pool, drop, close } = openDatabase(url, {
    connections: most,
    name: 'waybill-jobs',
    statementTimeout: STATEMENT_TIMEOUT_MS,
  });
  const subscriptions = new Set<Subscription>();
  return {
    db: {
      executeSql: (text, values) => pool.query(text, values),
      async listen(channel, onMessage, onGap) {
        const subscription = await listenTo(url, channel, { onMessage, onGap, onFault });
        subscriptions.add(subscription);
        // Jobs may have come before we listened.
        onGap();
        return {
          close() {
            subscriptions.delete(subscription);
            return subscription.stop();
          },
        };
      },
    },
    ping: () => ping(pool),
    drop() {
      drop();
      for (const { renew } of subscriptions) renew();
    },
    close,
  };
}

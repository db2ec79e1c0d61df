/** Listens for notifications that transactions send when they commit (LISTEN, NOTIFY). */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CONNECTION, Connection } from './connection.ts';

export interface Listening {
  stop(): Promise<void>;
}

interface Listener {
  onMessage(payload: string): void;
  /** The connection was lost for a while, so messages may have been missed. */
  onGap(): void;
  onFault(error: unknown): void;
}

/** How soon a connection that died silently is noticed. */
const ASK_EVERY = 15_000;
const LONGEST_WAIT = 5_000;

/**
 * Listens on a channel over a dedicated connection, which is replaced if it is lost.
 * @throws If the first connection fails.
 */
export async function listenTo(url: string, channel: string, listener: Listener): Promise<Listening> {
  const stopping = new AbortController();
  let client: Connection | null = await connect();
  let asking: NodeJS.Timeout | undefined = setInterval(ask, ASK_EVERY);

  async function connect(): Promise<Connection> {
    const next = new Connection({
      ...CONNECTION,
      connectionString: url,
      application_name: 'waybill-live',
      query_timeout: 5_000,
    });
    next.on('notification', ({ payload }) => listener.onMessage(payload ?? ''));
    next.on('error', () => lose(next));
    next.on('end', () => lose(next));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      return next;
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
  }

  function ask(): void {
    const asked = client;
    asked?.query('select 1').catch(() => lose(asked));
  }

  function lose(lost: Connection): void {
    if (client !== lost) return;
    client = null;
    void lost.end().catch(() => undefined);
    if (!stopping.signal.aborted) void replace();
  }

  async function replace(): Promise<void> {
    for (let wait = 100; !stopping.signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      try {
        const next = await connect();
        if (stopping.signal.aborted) return await next.end();
        client = next;
        return listener.onGap();
      } catch (error) {
        listener.onFault(error);
        await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    async stop() {
      stopping.abort();
      clearInterval(asking);
      asking = undefined;
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

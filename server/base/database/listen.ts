import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CONNECTION, Connection } from './connection.ts';

export interface Subscription {
  renew(): void;
  stop(): Promise<void>;
}

interface Listener {
  name?: string;
  /** The database may be away: does not fail then, but goes on trying. */
  isPatient?: boolean;
  onMessage(payload: string): void;
  /** Messages may have been missed. */
  onGap(): void;
  onFault(error: unknown): void;
}

const PING_INTERVAL_MS = 15_000;
const MAX_RECONNECT_DELAY_MS = 2_000;

/**
 * Listens to a channel and replaces a lost connection.
 * @throws If the first connection fails, unless it is patient.
 */
export async function listenTo(url: string, channel: string, listener: Listener): Promise<Subscription> {
  const stopping = new AbortController();
  // Null if the first is lost early.
  let client: Connection | null = null;
  if (listener.isPatient) void reconnect();
  else client = await connect();
  let pingTimer: NodeJS.Timeout | undefined = setInterval(ping, PING_INTERVAL_MS);

  async function connect(): Promise<Connection> {
    const next = new Connection({
      ...CONNECTION,
      connectionString: url,
      application_name: listener.name ?? 'waybill-listen',
      query_timeout: 5_000,
    });
    next.on('notification', ({ payload }) => listener.onMessage(payload ?? ''));
    next.on('error', () => handleLoss(next));
    next.on('end', () => handleLoss(next));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      return next;
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
  }

  function ping(): void {
    const pinged = client;
    pinged?.query('select 1').catch(() => handleLoss(pinged));
  }

  function handleLoss(lost: Connection): void {
    if (client !== lost) return;
    client = null;
    lost.destroy();
    if (!stopping.signal.aborted) void reconnect();
  }

  async function reconnect(): Promise<void> {
    for (let wait = 100; !stopping.signal.aborted; wait = Math.min(wait * 2, MAX_RECONNECT_DELAY_MS)) {
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
    renew() {
      if (client) handleLoss(client);
    },
    async stop() {
      stopping.abort();
      clearInterval(pingTimer);
      pingTimer = undefined;
      const last = client;
      client = null;
      await last?.end();
    },
  };
}

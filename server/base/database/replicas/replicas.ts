import { setTimeout as sleep } from 'node:timers/promises';
import { isTransientError } from '../../errors/transient-errors.ts';
import { type Database, type DatabaseClient, openDatabase } from '../client.ts';
import { type Position, watchPrimary } from './watch-primary.ts';

export interface Replicas {
  isPrimaryUp(): boolean;
  setPrepared(): void;
  /** For look-ups that may be a moment old. */
  find<Row>(look: (executor: Database) => Promise<Row | null>): Promise<Row | null>;
  noteWrite(token: string): void;
  /** Returns the latest replica while the primary is away. */
  standIn(token: string | null): Database | null;
  /** Returns milliseconds since 1970, or null if no replica can be used. */
  asOf(): number | null;
  lagSeconds(): number | null;
  countUsable(): number;
  close(): Promise<void>;
}

interface Replica {
  client: DatabaseClient;
  /** Null while it is down, frozen or too far behind. */
  asOf: number | null;
  promotedAt: number | null;
}

const PROBE_INTERVAL_MS = 1_000;
const MAX_REMEMBERED_WRITERS = 10_000;
/** A slower replica is frozen or unreachable. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** `least`: a time of the primary's clock up to which it surely has everything. */
const PROBE = `
  select pg_is_in_recovery() as follows,
    pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as replayed,
    coalesce(pg_last_xact_replay_timestamp(), (select checkpoint_time from pg_control_checkpoint())) as least`;

interface Options {
  urls: readonly string[];
  primaryUrl: string;
  /** In seconds. */
  maxLag: number;
  isPrepared: boolean;
  /** Nothing that waits for it gets an answer before its timeout. */
  onPrimaryLost(): void;
}

export function openReplicas(options: Options, primary: Database): Replicas {
  const { urls, primaryUrl, maxLag, onPrimaryLost } = options;
  let { isPrepared } = options;
  const stopping = new AbortController();
  const watched = watchPrimary(primaryUrl, { signal: stopping.signal, onLost: onPrimaryLost });
  const replicas = urls.map((url): Replica => {
    const own = { connections: 3, name: 'waybill-replica', statementTimeout: STATEMENT_TIMEOUT_MS };
    return { client: openDatabase(url, own), asOf: null, promotedAt: null };
  });
  const probing = replicas.map(async (replica) => {
    while (!stopping.signal.aborted) {
      replica.asOf = await positionOf(replica).catch(() => null);
      await sleep(PROBE_INTERVAL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  });

  async function positionOf(replica: Replica): Promise<number | null> {
    const { rows } = await replica.client.pool.query<{ follows: boolean; replayed: string | null; least: Date }>(PROBE);
    if (!rows[0]?.follows) return positionOfPromoted(replica);
    replica.promotedAt = null;
    // We began while the primary was away: only the replica knows how old it is.
    if (!isPrepared) return rows[0].least.getTime();
    return rows[0].replayed === null ? null : watched.asOf(BigInt(rows[0].replayed) as Position);
  }

  /** Its data counts until there is a primary again. */
  function positionOfPromoted(replica: Replica): number | null {
    replica.promotedAt ??= Date.now();
    return watched.lastSeen() > replica.promotedAt ? null : replica.asOf;
  }

  const newest = () => Math.max(isPrepared ? watched.lastSeen() : 0, ...replicas.map(({ asOf }) => asOf ?? 0));
  const lagOf = (asOf: number) => (newest() - asOf) / 1000;
  const usable = () =>
    replicas.filter((replica): replica is Replica & { asOf: number } => {
      return replica.asOf !== null && lagOf(replica.asOf) <= maxLag;
    });

  let turn = 0;
  const lastWrites = new Map<string, number>();

  /** Null if it did not answer. */
  async function ask<Row>(replica: Replica, look: (executor: Database) => Promise<Row | null>) {
    try {
      return { found: await look(replica.client.db) };
    } catch (error) {
      if (!isTransientError(error)) throw error;
      replica.asOf = null;
      return null;
    }
  }

  return {
    isPrimaryUp: () => isPrepared && watched.isUp(),
    setPrepared() {
      isPrepared = true;
    },
    async find(look) {
      const inUse = usable();
      turn = (turn + 1) % Math.max(inUse.length, 1);
      for (const replica of [...inUse.slice(turn), ...inUse.slice(0, turn)]) {
        const answer = await ask(replica, look);
        if (answer?.found) return answer.found;
        if (answer) break;
      }
      return look(primary);
    },
    noteWrite(token) {
      // It becomes the newest.
      lastWrites.delete(token);
      lastWrites.set(token, Date.now());
      const [oldest] = lastWrites.keys();
      if (lastWrites.size > MAX_REMEMBERED_WRITERS && oldest !== undefined) lastWrites.delete(oldest);
    },
    standIn(token) {
      const [best] = usable().toSorted((a, b) => b.asOf - a.asOf);
      const wroteAt = (token !== null && lastWrites.get(token)) || 0;
      return best && best.asOf > wroteAt ? best.client.db : null;
    },
    asOf: () => leastOf(usable()),
    lagSeconds() {
      const asOf = leastOf(usable());
      return asOf === null ? null : lagOf(asOf);
    },
    countUsable: () => usable().length,
    async close() {
      stopping.abort();
      await Promise.all([...probing, watched.ended]);
      await Promise.all(replicas.map(({ client }) => client.close()));
    },
  };
}

const leastOf = (replicas: readonly { asOf: number }[]): number | null =>
  replicas.length === 0 ? null : Math.min(...replicas.map(({ asOf }) => asOf));

import { isTransientError } from '../errors/transient-errors.ts';
import { type Database, openDatabase } from './client.ts';

export interface Replica {
  /**
   * Runs `look` on the replica, which may lag. If it finds nothing there, or the replica is
   * unavailable, runs it on the primary: people must find what they were just sent a link to.
   */
  find<Row>(look: (executor: Database) => Promise<Row | null>): Promise<Row | null>;
  close(): Promise<void>;
}

/**
 * How often the replica is checked, in milliseconds; a recovered one is ignored for at most this
 * long.
 */
const PROBE_INTERVAL_MS = 2_000;
/** A lookup reads a few rows; a replica that takes longer is frozen or unreachable. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** Opens a streaming replica. While it is down, frozen or promoted, it is ignored. */
export function openReplica(url: string, primary: Database): Replica {
  const { db, pool, close } = openDatabase(url, {
    connections: 3,
    name: 'waybill-replica',
    statementTimeout: STATEMENT_TIMEOUT_MS,
  });
  let isUsable = false;
  let isProbing = false;

  // A promoted replica no longer follows the primary, so its data becomes ever older.
  async function probe(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    try {
      const { rows } = await pool.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
      isUsable = rows[0]?.follows ?? false;
    } catch {
      isUsable = false;
    } finally {
      isProbing = false;
    }
  }
  void probe();
  const timer = setInterval(probe, PROBE_INTERVAL_MS).unref();

  return {
    async find(look) {
      if (isUsable) {
        try {
          const found = await look(db);
          if (found !== null) return found;
        } catch (error) {
          if (!isTransientError(error)) throw error;
          isUsable = false;
        }
      }
      return look(primary);
    },
    async close() {
      clearInterval(timer);
      await close();
    },
  };
}

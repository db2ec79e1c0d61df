import { isTransientError } from '../errors/transient-errors.ts';
import { type Database, openDatabase } from './client.ts';

export interface Replica {
  /** Falls back to the primary: the replica may lag, and people must find what they were just sent. */
  find<Row>(look: (executor: Database) => Promise<Row | null>): Promise<Row | null>;
  close(): Promise<void>;
}

const PROBE_INTERVAL_MS = 2_000;
/** A slower replica is frozen or unreachable. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** Opens a replica, ignored while down, frozen or promoted. */
export function openReplica(url: string, primary: Database): Replica {
  const { db, pool, close } = openDatabase(url, {
    connections: 3,
    name: 'waybill-replica',
    statementTimeout: STATEMENT_TIMEOUT_MS,
  });
  let isUsable = false;
  let isProbing = false;

  // A promoted one no longer follows the primary.
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

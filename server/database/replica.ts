import { isPassingFault } from '../errors/errors.ts';
import { type Database, openDatabase } from './client.ts';

export interface Replica {
  /**
   * What `look` finds on the replica, which may lag. Where it finds nothing there, or the replica cannot be asked, it
   * looks on the primary, once: who was just sent a link must find what it leads to.
   */
  find<Row>(look: (executor: Database) => Promise<Row | null>): Promise<Row | null>;
  close(): Promise<void>;
}

/** How often the replica is asked whether it is one, in milliseconds: so long at most is it left aside once it is back. */
const ASK_EVERY_MS = 2_000;
/** A look-up reads a few rows; a replica that takes longer for them is frozen or out of reach. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** Opens a streaming replica beside its primary. One that is down, frozen or promoted is left aside until it is back. */
export function openReplica(url: string, primary: Database): Replica {
  const { db, pool, close } = openDatabase(url, {
    connections: 3,
    name: 'waybill-replica',
    statementTimeout: STATEMENT_TIMEOUT_MS,
  });
  let isUsable = false;
  let asking = false;

  // A promoted one follows nobody any more: what it knows grows old without end.
  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      const { rows } = await pool.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
      isUsable = rows[0]?.follows ?? false;
    } catch {
      isUsable = false;
    } finally {
      asking = false;
    }
  }
  void ask();
  const timer = setInterval(ask, ASK_EVERY_MS).unref();

  return {
    async find(look) {
      if (isUsable) {
        try {
          const found = await look(db);
          if (found !== null) return found;
        } catch (error) {
          if (!isPassingFault(error)) throw error;
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

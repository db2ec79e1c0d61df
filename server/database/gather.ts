import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';

/** One more than the database is working on, so that it never waits for us. More would only mean smaller queries. */
const MAX_IN_FLIGHT = 2;

/**
 * Makes a look-up by one key out of a query for many: the keys that come in one turn of the event loop, or while two queries
 * are in flight, are asked for together. Null for a key without a row. Where a query fails, each of its look-ups throws.
 */
export function gather<Key, Row>(
  query: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (key: Key) => Promise<Row | null> {
  const inTurn = pLimit(MAX_IN_FLIGHT);
  let next: { keys: Set<Key>; rows: Promise<ReadonlyMap<Key, Row>> } | null = null;

  function open() {
    const keys = new Set<Key>();
    const rows = inTurn(async () => {
      await nextTurn();
      next = null;
      return query([...keys]);
    });
    return { keys, rows };
  }

  return async (key) => {
    next ??= open();
    const { keys, rows } = next;
    keys.add(key);
    return (await rows).get(key) ?? null;
  };
}

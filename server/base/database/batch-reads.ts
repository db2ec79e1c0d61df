import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';

/** Keeps one query ready, so that the database never waits for us. */
const MAX_IN_FLIGHT = 2;

/** Lookups of one turn share a query. Null without a row. */
export function batchReads<Key, Row>(
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

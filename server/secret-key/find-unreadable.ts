import { FIRST_KEYS, readSealed, SEALED_TABLES } from '../auth/store/sealed-values.ts';
import type { Executor } from '../base/database/client.ts';
import type { Secrets } from '../base/secrets/secrets.ts';

const ROWS = 500;

export interface Unreadable {
  /** In the plural, as people say it. */
  what: string;
  rows: number;
}

export async function findUnreadable(executor: Executor, { sealedBy }: Secrets): Promise<Unreadable[]> {
  const found: Unreadable[] = [];
  for (const table of SEALED_TABLES) {
    const after = FIRST_KEYS[table.keyType];
    const oldest = await readSealed(executor, table, { after, limit: ROWS });
    const newest = oldest.length < ROWS ? [] : await readSealed(executor, table, { after, limit: ROWS, newest: true });
    const rows = new Map([...oldest, ...newest].map(({ key, values }) => [key, values]));
    const isUnknown = (value: Buffer | null) => value !== null && sealedBy(value) === 'unknown';
    const unreadable = [...rows.values()].filter((values) => values.some(isUnknown)).length;
    if (unreadable > 0) found.push({ what: table.what, rows: unreadable });
  }
  return found;
}

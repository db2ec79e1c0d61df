import { connect } from './copy-connection.ts';

export const BACKUP_LOCK = 7_229_003;

/**
 * Runs `work` while nobody else holds the lock, for hours if need be and without a transaction; null
 * if someone does.
 */
export async function withSessionLock<Result>(
  url: string,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const client = await connect(url, 'waybill-lock');
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lock]);
    return rows[0]?.held ? await work() : null;
  } finally {
    await client.end();
  }
}

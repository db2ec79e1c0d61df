import { connect } from './copy-connection.ts';

/** Each its own number: one who holds another's would keep it from its work. */
export const ADVISORY_LOCKS = { migration: 7_229_001, indexes: 7_229_002, backup: 7_229_003, check: 7_229_004 };

/** Runs `work`, for hours if need be and outside a transaction, under a lock; null if someone else holds it. */
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

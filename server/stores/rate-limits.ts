import { lt, sql } from 'drizzle-orm';
import type { Executor } from '../database/client.ts';
import { rateLimits } from '../database/schema.ts';

/** Removes points whose time is over; the limiter itself only overwrites them. */
export async function deleteOldPoints(executor: Executor): Promise<void> {
  await executor.delete(rateLimits).where(lt(rateLimits.expire, sql`extract(epoch from now()) * 1000`));
}

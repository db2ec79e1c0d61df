import { sql } from 'drizzle-orm';
import type { Executor } from '../database/client.ts';

export type ErasedKind = 'mails' | 'proofs' | 'positions';

export async function readOldestAges(executor: Executor): Promise<{ kind: ErasedKind; age: number }[]> {
  const { rows } = await executor.execute<{ kind: ErasedKind; age: number }>(sql`
    select kind, coalesce(extract(epoch from now() - oldest), 0)::float8 as age from (
      select 'mails' as kind, min(created_at) as oldest from mails where state in ('sent', 'failed')
      union all select 'proofs', min(created_at) from visit_proofs where storage_key is not null
      union all select 'positions', min(taken_at) from place_samples) kinds`);
  return rows;
}

/** What is kept twice, compared with what it is kept from: balances with the ledger, counters with the shipments. */
import { sql } from 'drizzle-orm';
import type { Executor } from '../database/client.ts';

export interface Comparison {
  compared: number;
  wrong: number;
  /** The first few that differ. */
  examples: string[];
}

/** Compares every balance with the sum of its ledger entries, in the database. */
export function compareBalances(executor: Executor): Promise<Comparison> {
  return compare(
    executor,
    sql`
    select format('balance of user %s', user_id) as name,
      format('total %s, held %s', coalesce(balances.total_cents, 0), coalesce(balances.held_cents, 0)) as kept,
      format('total %s, held %s', coalesce(entries.total, 0), coalesce(entries.held, 0)) as found
    from balances full join (
      select user_id, sum(total_cents) as total, sum(held_cents) as held from ledger_entries group by user_id
    ) as entries using (user_id)`,
  );
}

/** Compares every counter of shipments with the shipments, in the database. */
export function compareShipmentCounts(executor: Executor): Promise<Comparison> {
  // Grouped before it is spread over owners: millions of shipments have few different pairs of owners and statuses.
  return compare(
    executor,
    sql`
    select format('%s shipments (%s) of %s', status, relation, owner_id) as name,
      coalesce(kept.count, 0)::text as kept, coalesce(found.count, 0)::text as found
    from (
      select owner_id, relation, status, sum(count) as count from shipment_counts group by 1, 2, 3
    ) as kept full join (
      select owner_id, relation, status, sum(count) as count
      from (
        select sender_id, receiver_id, status, count(*) as count
        from shipments where deleted_at is null group by 1, 2, 3
      ) as shipments cross join lateral (values
        ('00000000-0000-0000-0000-000000000000'::uuid, 'all'), (sender_id, 'sender'), (receiver_id, 'receiver'),
        (sender_id, 'either'), (case when receiver_id is distinct from sender_id then receiver_id end, 'either')
      ) as side (owner_id, relation)
      where owner_id is not null group by 1, 2, 3
    ) as found using (owner_id, relation, status)`,
  );
}

async function compare(executor: Executor, pairs: ReturnType<typeof sql>): Promise<Comparison> {
  const { rows } = await executor.execute<{ compared: string; wrong: string; examples: string[] | null }>(sql`
    with pairs as materialized (${pairs})
    select (select count(*) from pairs) as compared,
      (select count(*) from pairs where kept <> found) as wrong,
      (select json_agg(format('%s: %s is stored, %s is right', name, kept, found)) from (
        select * from pairs where kept <> found order by name limit 5
      ) as few) as examples`);
  const [row] = rows;
  return { compared: Number(row?.compared), wrong: Number(row?.wrong), examples: row?.examples ?? [] };
}

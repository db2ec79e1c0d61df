/** Compares the database afterwards with the responses that the clients got. */
import type { TestDatabase } from '../support/database.ts';
import { ACTION_KINDS, type Action, actionRules } from './actions.ts';

export interface Verdict {
  lost: string[];
  doubled: string[];
  torn: string[];
}

/** What a change consists of, and each a question for the rows in which a part of it is missing. */
const TORN: Record<string, string> = {
  'a transaction that the ledger does not bear out': `
    select t.id from transactions t
    join lateral (select sum(total_cents) as total, sum(held_cents) as held from ledger_entries where transaction_id = t.id) l on true
    where l.total is distinct from
        case when t.status <> 'successful' then 0 when t.type = 'deposit' then t.amount_cents else -t.amount_cents end
      or l.held is distinct from case when t.status = 'pending' and t.type <> 'deposit' then t.amount_cents else 0 end`,
  'a balance that is not the sum of its ledger': `
    select b.user_id from balances b
    join lateral (select coalesce(sum(total_cents), 0) as total, coalesce(sum(held_cents), 0) as held
      from ledger_entries where user_id = b.user_id) l on true
    where (b.total_cents, b.held_cents) is distinct from (l.total, l.held)`,
  'an account with more held than it has': 'select user_id from balances where held_cents > total_cents',
  'a transaction without its audit entry': `
    select t.id from transactions t
    where not exists (select 1 from audit_entries a where a.entity = 'transaction' and a.entity_id = t.id)`,
  'a shipment without its first entry, its audit entry or its two emails': `
    select s.id from shipments s
    where not exists (select 1 from activities where shipment_id = s.id)
      or not exists (select 1 from audit_entries where entity = 'shipment' and entity_id = s.id)
      or (select count(*) from mails where kind = 'shipment-created' and about ->> 'shipmentId' = s.id::text) <> 2`,
  'a status that was not counted, or has no audit entry': `
    select s.id from shipments s
    where s.status_version - 1 is distinct from (select count(*) from audit_entries
      where entity = 'shipment' and entity_id = s.id and before ? 'status' and after ? 'status')
      or s.status_version - 1 is distinct from (select count(*) from activities where shipment_id = s.id and kind = 'status')
      or s.status is distinct from (select status from activities
        where shipment_id = s.id order by occurred_at desc, created_at desc, id desc limit 1)`,
  'a location without its audit entry': `
    select e.id from activities e
    where e.address <> '' and not exists (select 1 from audit_entries
      where entity = 'shipment' and entity_id = e.shipment_id and after ->> 'comment' = e.comment)`,
  'a key that was claimed without an answer': 'select key from idempotency_keys where answer is null',
  'a count of shipments that is not their number': `
    select 1 from (select status, sum(count) as counted from shipment_counts where relation = 'all' group by 1) c
    full join (select status, count(*) as counted from shipments where deleted_at is null group by 1) s using (status)
    where coalesce(c.counted, 0) is distinct from coalesce(s.counted, 0)`,
};

/** Holds every change against the rows it should have left. */
export async function verify(database: TestDatabase, actions: readonly Action[]): Promise<Verdict> {
  const verdict: Verdict = { lost: [], doubled: [], torn: [] };
  for (const kind of ACTION_KINDS) {
    const made = actions.filter((action) => action.kind === kind);
    const keys = made.map(({ key }) => key);
    const rows = await database.query<{ key: string; count: number }>(actionRules[kind].effects, [keys]);
    const counts = new Map(rows.map(({ key, count }) => [key, count]));
    for (const { key, status } of made) {
      const count = counts.get(key) ?? 0;
      if (status === 'done' && count === 0) verdict.lost.push(`${kind} ${key}`);
      if (count > (status === 'done' ? 1 : 0)) verdict.doubled.push(`${kind} ${key}: ${count} times, ${status}`);
    }
  }
  for (const [what, question] of Object.entries(TORN)) {
    const rows = await database.query(question);
    verdict.torn.push(...rows.map((row) => `${what}: ${Object.values(row).join(', ')}`));
  }
  return verdict;
}

/** This looks for who may have paid what the bank has booked. */
import { sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';

/** Finds who paid from these accounts before. An account that has paid for several people says nothing. */
export async function findPayersBefore(executor: Executor, accounts: readonly string[]) {
  const { rows } = await executor.execute<{
    account: string;
    id: string;
    firstName: string;
    lastName: string;
    email: string;
  }>(sql`
    select e.account, u.id, u.first_name as "firstName", u.last_name as "lastName", u.email
    from (
      select counter_account as account, (array_agg(distinct payer_id))[1] as payer_id from bank_entries
      where counter_account = any(${sql.param([...accounts])}::text[]) and payer_id is not null and state = 'booked'
      group by 1 having count(distinct payer_id) = 1) e
    join users u on u.id = e.payer_id and u.deleted_at is null`);
  return new Map(rows.map(({ account, ...person }) => [account, person]));
}

/** The only open bill of a person with just this amount. */
export async function findBillOf(
  executor: Executor,
  people: readonly { userId: string; amountCents: bigint }[],
): Promise<Map<string, { id: string; userId: string; trackingId: string }>> {
  const { rows } = await executor.execute<{ id: string; userId: string; cents: string; trackingId: string }>(sql`
    select min(b.id::text) as id, b.user_id as "userId", b.amount_cents::text as cents, min(s.tracking_id) as "trackingId"
    from bills b join shipments s on s.id = b.shipment_id
    where b.user_id = any(${sql.param(people.map(({ userId }) => userId))}::uuid[])
      and b.amount_cents = any(${sql.param(people.map(({ amountCents }) => amountCents.toString()))}::bigint[])
      and b.paid_at is null and b.deleted_at is null
    group by b.user_id, b.amount_cents having count(*) = 1`);
  return new Map(rows.map(({ cents, ...bill }) => [`${bill.userId} ${cents}`, bill]));
}

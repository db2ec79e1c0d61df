/** This looks for who may have paid what the bank has booked. */
import { sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { matchesUser } from '../../base/sql/text-search.ts';

const MOST_PEOPLE = 8;
const MOST_BILLS = 10;

interface Payer {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  bills: { id: string; cents: string; summary: string; trackingId: string }[];
}

/** Finds people by a word or a shipment of theirs, and lists first who has to pay just that. */
export async function listPayers(
  executor: Executor,
  { q, trackingId, amountCents }: { q: string; trackingId: string; amountCents: bigint },
): Promise<Payer[]> {
  if (q === '') return [];
  const { rows } = await executor.execute<Payer & Record<string, unknown>>(sql`
    with found as (
      select users.id, first_name, last_name, email from users
      where users.deleted_at is null and (${matchesUser(q)} or users.id in (
        select unnest(array[s.sender_id, s.receiver_id]) from shipments s
        where s.tracking_id = ${trackingId} and s.deleted_at is null))
      limit 200)
    select f.id, f.first_name as "firstName", f.last_name as "lastName", f.email, coalesce(o.bills, '[]') as bills
    from found f left join lateral (
      select jsonb_agg(jsonb_build_object('id', b.id, 'cents', b.amount_cents::text, 'summary', b.summary,
          'trackingId', b.tracking_id)) as bills, bool_or(b.amount_cents = ${amountCents}) as fits
      from (
        select b.id, b.amount_cents, b.summary, s.tracking_id from bills b join shipments s on s.id = b.shipment_id
        where b.user_id = f.id and b.paid_at is null and b.deleted_at is null
        order by b.amount_cents = ${amountCents} desc, b.id limit ${MOST_BILLS}) b) o on true
    order by coalesce(o.fits, false) desc, o.bills is null, f.email limit ${MOST_PEOPLE}`);
  return rows;
}

/** What couriers have handed in and card companies owe, less what has come to the bank. */
export async function sumToMove(executor: Executor): Promise<{ cash: bigint; card: bigint }> {
  const { rows } = await executor.execute<{ cash: string; card: string }>(sql`
    select c.cash - m.cash as cash, c.card - m.card as card
    from (select coalesce(sum(counted_cash_cents), 0) as cash, coalesce(sum(counted_card_cents), 0) as card from cash_counts) c,
      (select coalesce(sum(amount_cents) filter (where method = 'cash'), 0) as cash,
        coalesce(sum(amount_cents) filter (where method = 'card'), 0) as card from bank_moves) m`);
  return { cash: BigInt(rows[0]?.cash ?? 0), card: BigInt(rows[0]?.card ?? 0) };
}

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

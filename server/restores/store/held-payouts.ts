import { eq, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { heldPayouts } from '../../base/database/tables/money/banking.ts';

const IS_OPEN = sql`h.released_at is null and not exists (
  select from transactions t where t.id = coalesce(h.entered_id, h.marked_id)
    and (t.status <> 'pending' or t.deleted_at is not null))`;

/** No file pays an account while anything of it is held. */
export const isHeld = (userId: SQL): SQL =>
  sql`exists (select from held_payouts h where h.user_id = ${userId} and ${IS_OPEN})`;

export interface HeldPayout {
  id: string;
  userId: string;
  /** Null if the account is not in this database. */
  person: { firstName: string; lastName: string; email: string } | null;
  amountCents: bigint;
  transactionId: string | null;
  isEntered: boolean;
}

/** A payout in several files is listed once. */
export async function listHeld(
  executor: Executor,
  { id = null, limit }: { id?: string | null; limit: number },
): Promise<{ total: number; rows: HeldPayout[] }> {
  type Raw = Omit<HeldPayout, 'amountCents'> & { cents: string; total: number };
  const { rows } = await executor.execute<Raw>(sql`
    select h.id, h.user_id as "userId", h.cents::text as cents, h.entered_id is not null as "isEntered",
      coalesce(h.entered_id, t.id) as "transactionId", count(*) over ()::int as total,
      case when u.id is not null then jsonb_build_object(
        'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email) end as person
    from (
      select distinct on (h.marked_id) h.marked_id as id, h.user_id, h.entered_id, h.amount_cents as cents, h.created_at
      from held_payouts h where ${IS_OPEN} and (${id}::uuid is null or h.marked_id = ${id}::uuid)
      order by h.marked_id, h.created_at
    ) h left join users u on u.id = h.user_id left join transactions t on t.id = h.id
    order by h.created_at, h.id limit ${limit}`);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ cents, total: _, ...row }) => ({ ...row, amountCents: BigInt(cents) })),
  };
}

export const countHeld = async (executor: Executor) => ({
  count: (await listHeld(executor, { limit: 1 })).total,
  oldest: null,
});

export async function areHeld(executor: Executor, userIds: readonly string[]): Promise<boolean> {
  const { rows } = await executor.execute<{ found: boolean }>(sql`select exists (
    select from held_payouts h where h.user_id = any(${sql.param([...userIds])}::uuid[]) and ${IS_OPEN}) as found`);
  return rows[0]?.found ?? false;
}

/** Its owner's balance is locked, if this database has the owner. */
export async function releaseHeld(tx: Transaction, id: string, releasedBy: string | null): Promise<void> {
  await tx.update(heldPayouts).set({ releasedBy, releasedAt: sql`now()` }).where(eq(heldPayouts.markedId, id));
}

export async function setEntered(tx: Transaction, id: string, enteredId: string): Promise<void> {
  await tx.update(heldPayouts).set({ enteredId }).where(eq(heldPayouts.markedId, id));
}

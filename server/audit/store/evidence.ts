/** Decision 0025. */
import { sql } from 'drizzle-orm';

/** So that a new column changes no old digest. */
const at = sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const CANONICAL = {
  audit_entries: sql`jsonb_build_object('id', id, 'actor_id', actor_id, 'procedure', procedure, 'entity', entity,
    'entity_id', entity_id, 'user_id', user_id, 'before', before, 'after', after, 'request_id', request_id,
    'created_at', ${at})`,
  ledger_entries: sql`jsonb_build_object('id', id, 'user_id', user_id, 'transaction_id', transaction_id,
    'total_cents', total_cents, 'held_cents', held_cents, 'reason', reason, 'created_by', created_by,
    'created_at', ${at})`,
};
export type SignedTable = keyof typeof CANONICAL;

export const hashOf = (table: SignedTable) => sql`sha256(convert_to(${CANONICAL[table]}::text, 'UTF8'))`;

import { sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';

export interface SentProof {
  trackingId: string;
  occurredAt: Date;
  kind: string;
  sha256: string;
  storageKey: string;
}

/** Stored pictures of visits to what a customer sends, oldest first. */
export async function listProofsOfSender(
  executor: Executor,
  { senderId, from, until, limit }: { senderId: string; from: Date; until: Date; limit: number },
): Promise<SentProof[]> {
  const { rows } = await executor.execute<SentProof & { at: string } & Record<string, unknown>>(sql`
    select distinct s.tracking_id as "trackingId", f.occurred_at::text as at, p.kind,
      encode(p.sha256, 'hex') as sha256, p.storage_key as "storageKey"
    from shipments s
    join fact_outcomes o on o.shipment_id = s.id
    join courier_facts f on f.id = o.fact_id and f.occurred_at >= ${from} and f.occurred_at < ${until}
    join visit_proofs p on p.visit_id = f.id and s.id = any (p.shipment_ids) and p.storage_key is not null
    where s.sender_id = ${senderId} and s.deleted_at is null
    order by at, "trackingId", sha256 limit ${limit}`);
  return rows.map(({ at, ...row }) => ({ ...row, occurredAt: new Date(at) }));
}

/** All who ask read `whereabouts()` in the database. */
import { sql } from 'drizzle-orm';
import { groupRows } from '../../../src/domain/group-rows.ts';
import type { Whereabouts } from '../../../src/domain/whereabouts.ts';
import type { Executor } from '../../base/database/client.ts';

type Row = Omit<Whereabouts, 'run' | 'since'> & {
  shipmentId: string;
  runId: string | null;
  run: string | null;
  courier: string | null;
  since: string;
};

/** Says where each parcel of these shipments is, in the order of their numbers. */
export async function listWhereabouts(
  executor: Executor,
  shipmentIds: readonly string[],
): Promise<Map<string, Whereabouts[]>> {
  if (shipmentIds.length === 0) return new Map();
  const { rows } = await executor.execute<Row & Record<string, unknown>>(sql`
    select asked.id as "shipmentId", w.parcel, w.place, w.note, w.since, r.id as "runId", r.name as run,
      coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email) as courier
    from unnest(${sql.param([...shipmentIds])}::uuid[]) as asked (id) cross join lateral whereabouts(asked.id) w
      left join runs r on r.id = w.run_id left join users u on u.id = r.courier_id
    order by w.parcel`);
  const byShipment = groupRows(rows, ({ shipmentId }) => shipmentId);
  return new Map(Array.from(byShipment, ([id, some]) => [id, some.map(toWhereabouts)]));
}

const toWhereabouts = ({ parcel, place, note, since, runId, run, courier }: Row): Whereabouts => ({
  parcel,
  place,
  note,
  since: new Date(since),
  run: runId && run !== null && courier !== null ? { id: runId, name: run, courier } : null,
});

/** Each parcel is a bit, and each shipment is in the map. */
export async function listAtSender(executor: Executor, shipmentIds: readonly string[]): Promise<Map<string, number>> {
  if (shipmentIds.length === 0) return new Map();
  const { rows } = await executor.execute<{ id: string; bits: number }>(sql`
    select id, parcels_at_sender(id) as bits from unnest(${sql.param([...shipmentIds])}::uuid[]) as asked (id)`);
  return new Map(rows.map(({ id, bits }) => [id, bits]));
}

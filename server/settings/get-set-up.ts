import { sql } from 'drizzle-orm';
import { FIRST_PARCELS, type SetUp } from '../../src/domain/settings/set-up.ts';
import type { Executor } from '../base/database/client.ts';

/** Says how far a new brand is on its way to the first delivered parcel (settings.getSetUp). */
export async function getSetUp(executor: Executor): Promise<SetUp> {
  const { rows } = await executor.execute<SetUp & Record<string, unknown>>(sql`
    select (select count(*)::int from rates where user_id is null) as rates,
      (select count(*)::int from users where courier and deleted_at is null) as couriers,
      (select count(*)::int from users u where u.courier and u.deleted_at is null and (
        exists (select from sessions where user_id = u.id and not awaits_factor)
        or exists (select from courier_facts where courier_id = u.id))) as "couriersHere",
      exists (select from prints where document = 'labels') as "isLabelPrinted",
      (select count(*)::int from (select from shipments where deleted_at is null limit ${FIRST_PARCELS}) s) as parcels,
      exists (select from runs where status <> 'cancelled') as "hasRun",
      exists (select from shipments where status = 'delivered') as "isDelivered"`);
  const [row] = rows;
  if (!row) throw new Error('A select without from returns one row');
  return row;
}

import { sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { type Comparison, compare } from '../../shipments/store/projections.ts';

const COMPARED_DAYS = 31;

/** Compares parcels that were collected lately with their shipments: one entry each, and in one van. */
export const compareCollected = (executor: Executor): Promise<Comparison> =>
  compare(
    executor,
    sql`
    with lately as (
      select c.shipment_id as id, count(distinct (r.run_collection_id, c.pieces)) filter (where c.result = 'collected') as taken,
        count(distinct c.run_id) filter (where c.result = 'collected' and c.pieces is null and c.handed_in_at is null) as vans,
        count(*) filter (where c.result = 'surprise') as surprises
      from collected_parcels c join collect_reports r using (fact_id) join courier_facts f on f.id = c.fact_id
      where c.shipment_id is not null and f.created_at > now() - ${COMPARED_DAYS} * interval '1 day'
      group by 1
    )
    select format('parcel %s', s.tracking_id) as name,
      format('collected %s times, in %s vans', (select count(*) from activities a
        where a.shipment_id = s.id and a.kind = 'status' and a.comment like 'Collected%'), lately.vans) as kept,
      format('collected %s times, in %s vans', lately.taken, least(lately.vans, 1)) as found
    from lately join shipments s using (id) where lately.surprises = 0`,
  );

import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import { shipments } from '../../base/database/tables/shipments.ts';
import { type Walk, walkOrder } from '../../base/sql/list-walk.ts';
import { conditionOf, type ShipmentFilter } from './shipment-filter.ts';

interface Selection {
  walk?: Walk;
  column?: SQL;
  condition?: SQL;
}

/** Selects a filter's keys, with one index each for sent and received. */
export function keysOf(filter: ShipmentFilter, { walk, column = sql``, condition }: Selection = {}): SQL {
  const cut = walk ? sql`${walkOrder(walk)} limit ${walk.skip + walk.take}` : sql``;
  const select = (rows: SQL | undefined) =>
    sql`(select ${shipments.id}, ${shipments.createdAt} ${column} from ${shipments}
      where ${and(rows, condition, walk && boundOf(walk))} ${cut})`;
  const { ownerId, relation } = filter;
  if (!ownerId || relation) return select(conditionOf(filter));
  const received = and(
    conditionOf({ ...filter, relation: 'receiver' }),
    sql`${shipments.senderId} is distinct from ${ownerId}`,
  );
  return sql`${select(conditionOf({ ...filter, relation: 'sender' }))} union all ${select(received)}`;
}

/** Plans a walk over the newest rows. */
export const newest = (take: number, skip = 0): Walk => ({ order: 'newest first', skip, take });

function boundOf({ order, bound }: Walk): SQL | undefined {
  if (!bound) return undefined;
  return order === 'newest first' ? lt(shipments.createdAt, bound) : gte(shipments.createdAt, bound);
}

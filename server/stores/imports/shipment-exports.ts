/** To spare the server's thread (decision 0021). */
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { COLUMNS, type ColumnKey } from '../../../src/domain/shipment-file.ts';
import type { Executor } from '../../database/client.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { conditionOf, type ShipmentFilter } from '../shipments/shipment-filter.ts';

/** Like `String(fromCents(cents))`. */
const amount = (cents: SQLWrapper) => sql`trim_scale(${cents}::numeric / 100)::text`;

/** Like `writeTime`; empty if null. */
function time(at: SQLWrapper, timeZone: string): SQL {
  const utc = sql`(${at} at time zone 'UTC')`;
  const local = sql`(${at} at time zone ${timeZone})`;
  const minutes = sql`(extract(epoch from ${local} - ${utc}) / 60)`;
  return sql`case when ${at} is null then ''
    when ${minutes} = 0 or ${minutes} <> trunc(${minutes}) then to_char(${utc}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    else to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS.MS') || case when ${minutes} > 0 then '+' else '-' end
      || to_char(abs(${minutes}) * interval '1 minute', 'HH24:MI') end`;
}

/** Like `escapeFormula`, quoted if needed. */
function cell(text: SQLWrapper): SQL {
  const apostrophe = sql`case when ${text} ~ '^''*[-=+@\\t\\r]' then '''' else '' end`;
  return sql`case when ${text} ~ '[",\\r\\n]'
    then '"' || ${apostrophe} || replace(${text}, '"', '""') || '"' else ${apostrophe} || ${text} end`;
}

function cellOf(key: ColumnKey, timeZone: string): SQL {
  switch (key) {
    case 'value':
      return amount(shipments.valueCents);
    case 'fee':
      return amount(shipments.feeCents);
    case 'shipDate':
    case 'deliveryDate':
      return time(shipments[key], timeZone);
    case 'images':
      return cell(sql`array_to_string(${shipments.images}, ' ')`);
    default:
      return cell(shipments[key]);
  }
}

function line(timeZone: string): SQL {
  const all = [
    sql`${shipments.trackingId}`,
    sql`${shipments.status}`,
    time(shipments.createdAt, timeZone),
    ...COLUMNS.map(({ key }) => cellOf(key, timeZone)),
  ];
  return sql.join(all, sql` || ',' || `);
}

export interface ExportedLines {
  lines: string;
  last: string;
}

/** Reads the next CSV lines, newest first, null at the end. Late batches cost no more. */
export async function readLinesAfter(
  executor: Executor,
  filter: ShipmentFilter,
  { after, limit, timeZone }: { after: string | null; limit: number; timeZone: string },
): Promise<ExportedLines | null> {
  const isLater = sql`(${shipments.createdAt}, ${shipments.id}) < ((select created_at from shipments where id = ${after}), ${after}::uuid)`;
  const condition = and(conditionOf(filter), after === null ? undefined : isLater);
  const { rows } = await executor.execute<{ lines: string | null; last: string | null }>(sql`
    select string_agg(line || E'\\r\\n', '' order by created_at desc, id desc) as lines,
      (array_agg(id order by created_at, id))[1] as last
    from (
      select ${shipments.id}, ${shipments.createdAt}, ${line(timeZone)} as line
      from ${shipments} where ${condition}
      order by ${shipments.createdAt} desc, ${shipments.id} desc limit ${limit}
    ) as page`);
  const [page] = rows;
  return page?.lines && page.last ? { lines: page.lines, last: page.last } : null;
}

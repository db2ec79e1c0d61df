/**
 * Writes any number of shipments as CSV lines, in the database: a row costs the server's thread
 * nothing but passing its text on (decision 0109).
 */
import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { COLUMNS, type ColumnKey } from '../../../src/domain/shipment-file.ts';
import type { Executor } from '../../database/client.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { conditionOf, type ShipmentFilter } from '../shipments/shipment-filter.ts';

/** As `String(fromCents(cents))` writes it. */
const amount = (cents: SQLWrapper) => sql`trim_scale(${cents}::numeric / 100)::text`;

/** As `toISOString` writes it; nothing if there is none. */
const time = (at: SQLWrapper) => sql`coalesce(to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`;

/** A cell that is safe in a spreadsheet (`escapeFormula`), in quotation marks if it needs them. */
function cell(text: SQLWrapper): SQL {
  const apostrophe = sql`case when ${text} ~ '^''*[-=+@\\t\\r]' then '''' else '' end`;
  return sql`case when ${text} ~ '[",\\r\\n]'
    then '"' || ${apostrophe} || replace(${text}, '"', '""') || '"' else ${apostrophe} || ${text} end`;
}

const CELLS: Record<ColumnKey, SQL> = {
  description: cell(shipments.description),
  service: cell(shipments.service),
  dimensions: cell(shipments.dimensions),
  weight: cell(shipments.weight),
  value: amount(shipments.valueCents),
  fee: amount(shipments.feeCents),
  payer: cell(shipments.payer),
  shipTo: cell(shipments.shipTo),
  shipDate: time(shipments.shipDate),
  deliveryDate: time(shipments.deliveryDate),
  senderName: cell(shipments.senderName),
  senderEmail: cell(shipments.senderEmail),
  senderPhone: cell(shipments.senderPhone),
  senderCountry: cell(shipments.senderCountry),
  receiverName: cell(shipments.receiverName),
  receiverEmail: cell(shipments.receiverEmail),
  receiverPhone: cell(shipments.receiverPhone),
  receiverCountry: cell(shipments.receiverCountry),
  images: cell(sql`array_to_string(${shipments.images}, ' ')`),
};

const LINE = sql.join(
  [
    sql`${shipments.trackingId}`,
    sql`${shipments.status}`,
    time(shipments.createdAt),
    ...COLUMNS.map(({ key }) => CELLS[key]),
  ],
  sql` || ',' || `,
);

export interface ExportedLines {
  lines: string;
  /** The last shipment, after which the next lines begin. */
  last: string;
}

/**
 * The lines of the next `limit` shipments of a list, newest first, after the shipment `after`; null
 * if there are no more. Seeks instead of counting rows, so that a late batch costs no more than the
 * first.
 */
export async function readLinesAfter(
  executor: Executor,
  filter: ShipmentFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<ExportedLines | null> {
  const isLater = sql`(${shipments.createdAt}, ${shipments.id}) < ((select created_at from shipments where id = ${after}), ${after}::uuid)`;
  const condition = and(conditionOf(filter), after === null ? undefined : isLater);
  const { rows } = await executor.execute<{ lines: string | null; last: string | null }>(sql`
    select string_agg(line || E'\\r\\n', '' order by created_at desc, id desc) as lines,
      (array_agg(id order by created_at, id))[1] as last
    from (
      select ${shipments.id}, ${shipments.createdAt}, ${LINE} as line
      from ${shipments} where ${condition}
      order by ${shipments.createdAt} desc, ${shipments.id} desc limit ${limit}
    ) as page`);
  const [page] = rows;
  return page?.lines && page.last ? { lines: page.lines, last: page.last } : null;
}

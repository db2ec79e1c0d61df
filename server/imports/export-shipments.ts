import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { CsvStyle } from '../../src/domain/csv.ts';
import { METHOD_LABELS, REASON_LABELS } from '../../src/domain/reasons.ts';
import type { FIELD_COLUMNS, FieldColumn } from '../../src/domain/shipment-file.ts';
import type { Executor } from '../base/database/client.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { SHARED_QUEUES, turnsIn } from '../base/limits/shared-queues.ts';
import { conditionOf, deliveredAt, type ShipmentFilter } from '../shipments/store/shipment-filter.ts';

const BATCH_SIZE = 500;

function amount(cents: SQLWrapper, style: CsvStyle | undefined): SQL {
  const figure = sql`trim_scale(${cents}::numeric / 100)::text`;
  return style === 'semicolon' ? sql`replace(${figure}, '.', ',')` : figure;
}

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
  return sql`case when ${text} ~ '[",;\\r\\n]'
    then '"' || ${apostrophe} || replace(${text}, '"', '""') || '"' else ${apostrophe} || ${text} end`;
}

type FieldKey = (typeof FIELD_COLUMNS)[number]['key'];

function cellOf(key: FieldKey, { timeZone, style }: ExportStyle): SQL {
  switch (key) {
    case 'value':
      return amount(shipments.valueCents, style);
    case 'fee':
      return amount(shipments.feeCents, style);
    case 'cod':
      return sql`coalesce(${amount(shipments.codCents, style)}, '')`;
    case 'shipDate':
    case 'deliveryDate':
      return time(shipments[key], timeZone);
    case 'parcels':
      return sql`${shipments.parcels}::text`;
    case 'images':
      return cell(sql`array_to_string(${shipments.images}, ' ')`);
    default:
      return cell(shipments[key]);
  }
}

/** A corrected visit counts as its correction says. */
const OUTCOMES = sql`
  left join lateral (
    select count(*) filter (where v.result = 'failed') as attempts,
      (array_agg(v.reason order by v.place desc) filter (where v.result = 'failed'))[1] as reason,
      (array_agg(v.method order by v.place desc) filter (where v.result = 'delivered'))[1] as method,
      (array_agg(v.fact_id order by v.place desc) filter (where v.result = 'delivered'))[1] as visit
    from (
      select o.*, row_number() over (order by f.occurred_at, f.created_at, f.id) as place
      from fact_outcomes o join courier_facts f on f.id = o.fact_id
      where o.shipment_id = ${shipments.id} and o.result in ('delivered', 'failed') and not exists (
        select from fact_outcomes c join courier_facts g on g.id = c.fact_id
        where c.shipment_id = o.shipment_id and c.supersedes = o.fact_id and g.courier_id = f.courier_id)
    ) as v
  ) as visits on true
  left join visit_words on visit_words.visit_id = visits.visit and ${shipments.status} = 'delivered'
  left join lateral (
    select r.name as run, trim(u.first_name || ' ' || u.last_name) as courier
    from run_tasks t join runs r on r.id = t.run_id join users u on u.id = r.courier_id
    where t.shipment_id = ${shipments.id} order by t.id desc limit 1
  ) as last_run on true`;

const inWords = (code: SQL, words: Record<string, string>) =>
  sql`case ${code} ${sql.join(
    Object.entries(words).map(([key, text]) => sql`when ${key} then ${text}`),
    sql` `,
  )} else '' end`;

const outcomeCells = (timeZone: string): SQL[] => [
  time(deliveredAt, timeZone),
  sql`case when ${shipments.status} = 'delivered' then ${inWords(sql`visits.method`, METHOD_LABELS)} else '' end`,
  cell(sql`coalesce(visit_words.recipient, '')`),
  sql`visits.attempts::text`,
  inWords(sql`visits.reason`, REASON_LABELS),
  cell(sql`coalesce(last_run.run, '')`),
  cell(sql`coalesce(last_run.courier, '')`),
];

function line(how: ExportStyle): SQL {
  const { columns, timeZone, style } = how;
  const all = [
    sql`${shipments.trackingId}`,
    sql`${shipments.status}`,
    time(shipments.createdAt, timeZone),
    ...columns.map(({ key }) => cellOf(key, how)),
    ...outcomeCells(timeZone),
  ];
  return sql.join(all, style === 'semicolon' ? sql` || ';' || ` : sql` || ',' || `);
}

interface ExportStyle {
  columns: readonly FieldColumn[];
  timeZone: string;
  style?: CsvStyle | undefined;
}

/** The database writes the lines, to spare the server's thread (decision 0021). */
async function readLinesAfter(
  executor: Executor,
  filter: ShipmentFilter,
  { after, limit, ...style }: ExportStyle & { after: string | null; limit: number },
): Promise<{ lines: string; last: string } | null> {
  const isLater = sql`(${shipments.createdAt}, ${shipments.id}) < ((select created_at from shipments where id = ${after}), ${after}::uuid)`;
  const condition = and(conditionOf(filter), after === null ? undefined : isLater);
  const { rows } = await executor.execute<{ lines: string | null; last: string | null }>(sql`
    select string_agg(line || E'\\r\\n', '' order by created_at desc, id desc) as lines,
      (array_agg(id order by created_at, id))[1] as last
    from (
      select ${shipments.id}, ${shipments.createdAt}, ${line(style)} as line
      from (
        select * from ${shipments} where ${condition}
        order by ${shipments.createdAt} desc, ${shipments.id} desc limit ${limit}
      ) as shipments ${OUTCOMES}
    ) as page`);
  const [page] = rows;
  return page?.lines && page.last ? { lines: page.lines, last: page.last } : null;
}

/** Reads CSV lines, newest first, without a connection between batches. */
export async function* readExportLines(
  executor: Executor,
  filter: ShipmentFilter,
  style: ExportStyle,
): AsyncGenerator<string> {
  const takeTurn = turnsIn(SHARED_QUEUES.exportPages);
  const place = { after: null as string | null, limit: BATCH_SIZE, ...style };
  for (;;) {
    const page = await takeTurn(() => readLinesAfter(executor, filter, place));
    if (!page) return;
    yield page.lines;
    place.after = page.last;
  }
}

/** Every figure is a count over what is stored, however late, corrected or deleted, and however it was added up. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkRecords } from '../../server/operations/audit/check-records.ts';
import { foldFigures } from '../../server/stores/shipments/projections.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { testServer } from '../support/vitest.ts';

const ZONE = 'Europe/Stockholm';
const server = await testServer({ environment: { TIME_ZONE: ZONE } });

/** Around the night when summer time begins (29 March, 1:00 UTC), and midnights. */
const START = Date.parse('2026-03-27T20:00:00Z');
let seed = 20_260_329;
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}
const oneOf = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
const someTime = () => new Date(START + random(72 * 60) * 60_000);

interface Visit {
  id: string;
  courier: string;
  result: string;
  detail: string;
  at: Date;
  shipment: string;
  supersedes: string | null;
}
interface Shipment {
  id: string;
  sender: string | null;
  parcels: number;
  status: string;
  created: Date;
  deleted: boolean;
}

async function readRaw() {
  const shipments =
    await server.query<Shipment>(`select id, sender_id as sender, parcels, status, created_at as created,
    deleted_at is not null as deleted from shipments`);
  const entries = await server.query<{ shipment: string; status: string; at: Date }>(
    `select shipment_id as shipment, status, occurred_at as at from activities where kind = 'status'`,
  );
  const visits =
    await server.query<Visit>(`select f.id, f.courier_id as courier, o.result, coalesce(o.method, o.reason) as detail,
    f.occurred_at as at, o.shipment_id as shipment, o.supersedes from courier_facts f join fact_outcomes o on o.fact_id = f.id`);
  return { shipments, entries, visits };
}

/** By day, whose, measure and part, counted here and not by the database. */
async function countRaw(): Promise<Record<string, number>> {
  const { shipments, entries, visits } = await readRaw();
  const counts: Record<string, number> = {};
  for (const { id, sender, parcels, status, created, deleted } of shipments) {
    if (deleted) continue;
    const add = (at: Date, measure: string, part = '', courier?: string) => {
      for (const whose of ['all ', sender && `customer ${sender}`, courier && `courier ${courier}`]) {
        if (!whose) continue;
        const key = `${dayIn(ZONE, at)} ${whose} ${measure} ${part}`;
        counts[key] = (counts[key] ?? 0) + parcels;
      }
    };
    add(created, 'created');
    const last = entries
      .filter((entry) => entry.shipment === id && entry.status === status)
      .map(({ at }) => at.getTime());
    if (['delivered', 'cancelled'].includes(status) && last.length > 0) add(new Date(Math.max(...last)), status);
    const own = visits.filter(({ shipment }) => shipment === id);
    const inForce = own
      .filter((visit) => !own.some((later) => later.supersedes === visit.id && later.courier === visit.courier))
      .toSorted((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1));
    for (const { at, result, detail, courier } of inForce)
      add(at, result === 'delivered' ? 'method' : 'reason', detail, courier);
    const [first] = inForce;
    if (first) add(first.at, 'first-try', first.result === 'delivered' ? 'yes' : 'no', first.courier);
  }
  return counts;
}

const MEASURES = ['created', 'delivered', 'cancelled', 'method', 'reason', 'first-try'];
async function countKept(): Promise<Record<string, number>> {
  const rows = await server.query<{ key: string; count: number }>(
    `select concat_ws(' ', day, subject, subject_id, measure, part) as key, sum(count)::int as count from (
      select day, subject, subject_id, measure, part, count from day_figures union all
      select day, subject, subject_id, measure, part, count from figure_changes, figure_subjects(courier_id, customer_id, district)
    ) as figures where measure = any ($1) and subject in ('all', 'customer', 'courier') group by 1 having sum(count) <> 0`,
    [MEASURES],
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

const people = await Promise.all([0, 1, 2].map(() => server.person()));
const couriers = await Promise.all([0, 1].map(() => server.person({ roles: ['courier'] })));
const runs: { id: string; courier: string }[] = [];
for (const { id } of couriers) {
  const [run] = await server.query<{ id: string }>(
    `insert into runs (id, day, name, courier_id, status) values ($1, '2026-03-28', 'Run', $2, 'active') returning id`,
    [randomUUID(), id],
  );
  runs.push({ id: run?.id ?? '', courier: id });
}
const parcels: { id: string; task: Map<string, string> }[] = [];

async function addParcel() {
  const { id } = await server.parcel({ parcels: 1 + random(3) });
  const created = someTime();
  await server.query('update shipments set created_at = $2, sender_id = $3 where id = $1', [
    id,
    created,
    oneOf(people).id,
  ]);
  const task = new Map<string, string>();
  for (const run of runs) {
    const [stop, taskId] = [randomUUID(), randomUUID()];
    await server.query(
      `insert into run_stops (id, run_id, sequence, place, name, phone, address) values ($1, $2, 1, 'x', 'x', 'x', 'x')`,
      [...[stop, run.id]],
    );
    await server.query(
      `insert into run_tasks (id, run_id, stop_id, shipment_id, status) values ($1, $2, $3, $4, 'delivered')`,
      [...[taskId, run.id, stop, id]],
    );
    task.set(run.id, taskId);
  }
  parcels.push({ id, task });
}

async function report() {
  const { id, task } = oneOf(parcels);
  const run = oneOf(runs);
  const former = await server.query<{ fact_id: string }>('select fact_id from fact_outcomes where shipment_id = $1', [
    id,
  ]);
  const supersedes = former.length > 0 && random(2) === 0 ? oneOf(former).fact_id : null;
  const delivered = random(2) === 0;
  const detail = delivered ? oneOf(['recipient', 'mailbox']) : oneOf(['consignee_not_home', 'consignee_refused']);
  const [fact, at] = [randomUUID(), someTime()];
  await server.query(
    `with fact as (insert into courier_facts (id, kind, courier_id, run_id, occurred_at, run_version, input_hash)
      values ($1, 'visit', $2, $3, $4, 1, '') returning id)
    insert into fact_outcomes (fact_id, task_id, shipment_id, result, method, reason, supersedes)
    select id, $5, $6, $7, $8, $9, $10 from fact`,
    [
      ...[fact, run.courier, run.id, at, task.get(run.id), id, delivered ? 'delivered' : 'failed'],
      ...[delivered ? detail : null, delivered ? null : detail, supersedes],
    ],
  );
}

async function setStatus() {
  const { id } = oneOf(parcels);
  const status = oneOf(['delivered', 'delivered', 'cancelled', 'failed', 'held']);
  await server.query(
    `with entry as (insert into activities (id, shipment_id, status, kind, comment, address, occurred_at)
      values ($1, $2, $3, 'status', '', '', $4))
    update shipments set status = $3 where id = $2`,
    [randomUUID(), id, status, someTime()],
  );
}

const change = (set: string, value: () => unknown) => async () => {
  await server.query(`update shipments set ${set} where id = $1`, [oneOf(parcels).id, value()]);
};
const ACTS: (() => Promise<unknown>)[] = [
  ...[addParcel, report, report, report, setStatus, setStatus],
  change('deleted_at = $2', () => (random(2) === 0 ? new Date() : null)),
  change('sender_id = $2', () => (random(3) === 0 ? null : oneOf(people).id)),
  change('parcels = $2', () => 1 + random(3)),
  () => foldFigures(server.services.db),
];

it('counts random days as their rows say, and a rebuild changes nothing', async () => {
  for (let step = 0; step < 6; step += 1) await addParcel();
  for (let step = 0; step < 150; step += 1) await oneOf(ACTS)();
  const kept = await countKept();
  expect(kept).toEqual(await countRaw());
  expect(Object.keys(kept).length).toBeGreaterThan(40);
  const check = await checkRecords({ db: server.services.db, secrets: server.services.secrets }, { margin: 0 });
  expect(check?.differences.filter(({ kind }) => kind === 'counters')).toEqual([]);
  await checkRecords({ db: server.services.db, secrets: server.services.secrets }, { margin: 0, rebuild: true });
  expect(await countKept()).toEqual(kept);
});

it('finds a figure that is wrong, and mends it', async () => {
  await foldFigures(server.services.db);
  await server.query(`update day_figures set count = count + 1 where measure = 'created' and subject = 'all'`);
  const options = { db: server.services.db, secrets: server.services.secrets };
  const wrong = await checkRecords(options, { margin: 0 });
  expect(wrong?.differences.find(({ kind }) => kind === 'counters')?.examples[0]).toMatch(
    /^created\s+of all\s+on 2026-/,
  );
  const mended = await checkRecords(options, { margin: 0, rebuild: true });
  expect(mended?.differences.filter(({ kind }) => kind === 'counters')).toEqual([]);
});

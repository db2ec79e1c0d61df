/** Rows may be late, corrected or deleted, and added up in any way. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { foldFigures, keepFigureZone, recountFigures } from '../../server/shipments/store/projections.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { type FigurePoint, MEASURES, MONEY_MEASURES, OWN_MEASURES } from '../../src/domain/reports/figures.ts';
import type { Person } from '../support/test-server.ts';
import { isThorough } from '../support/thorough.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

let zone = 'Europe/Stockholm';
const server = await testServer({ environment: { TIME_ZONE: zone } });
const records = { db: server.services.db, secrets: server.services.secrets };

/** These days have midnights, and the night when summer time begins (29 March, 1:00 UTC). */
const START = Date.parse('2026-03-27T20:00:00Z');
let seed = 20_260_329;
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}
const oneOf = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
const someTime = () => new Date(START + random(72 * 60) * 60_000);

interface Shipment {
  id: string;
  sender: string | null;
  parcels: number;
  status: string;
  created: Date;
  address: { city?: string; postcode?: string } | null;
  to: string;
}
interface Outcome {
  fact: string;
  shipment: string;
  result: string;
  detail: string;
  code: string | null;
  supersedes: string | null;
}
interface Fact {
  id: string;
  kind: string;
  courier: string;
  run: string;
  stop: string | null;
  at: Date;
}

const TABLES = {
  shipments: `select id, sender_id as sender, parcels, status, created_at as created, address, ship_to as to from shipments
    where deleted_at is null`,
  entries: `select shipment_id as shipment, status, occurred_at as at from activities where kind = 'status'`,
  facts: 'select id, kind, courier_id as courier, run_id as run, stop_id as stop, occurred_at as at from courier_facts',
  outcomes: `select fact_id as fact, shipment_id as shipment, result, coalesce(method, reason, '') as detail, code, supersedes
    from fact_outcomes`,
  proofs: 'select visit_id as fact, kind, shipment_ids as shipments, received_at as received from visit_proofs',
  windows: `select shipment_id as shipment, courier_id as courier, shown_from as from, shown_to as to, came_at as at
    from eta_checks join runs on runs.id = run_id where came_at is not null`,
  collected: 'select fact_id as fact, shipment_id as shipment, result, at from collected_parcels',
  returns: `select shipment_id as shipment, created_at as at from returns where status = 'created'`,
  payments:
    'select id, fact_id as fact, shipment_id as shipment, method, amount_cents::int as cents, reverses from cod_payments',
  bills: 'select user_id as customer, amount_cents::int as cents, created_at as at, deleted_at as deleted from bills',
  ledger: `select l.user_id as customer, l.total_cents::int as cents, l.created_at as at, t.type, t.purpose
    from ledger_entries l join transactions t on t.id = l.transaction_id`,
};
interface Rows {
  shipments: Shipment;
  entries: { shipment: string; status: string; at: Date };
  facts: Fact;
  outcomes: Outcome;
  proofs: { fact: string; kind: string; shipments: string[]; received: Date | null };
  windows: { shipment: string; courier: string; from: Date; to: Date; at: Date };
  collected: { fact: string; shipment: string | null; result: string; at: Date | null };
  returns: { shipment: string; at: Date };
  payments: { id: string; fact: string; shipment: string; method: string; cents: number; reverses: string | null };
  bills: { customer: string; cents: number; at: Date; deleted: Date | null };
  ledger: { customer: string; cents: number; at: Date; type: string; purpose: string };
}

async function readRaw() {
  const names = Object.keys(TABLES) as (keyof Rows)[];
  const rows = await Promise.all(names.map(async (name) => [name, await server.query(TABLES[name])]));
  return Object.fromEntries(rows) as { [Name in keyof Rows]: Rows[Name][] };
}

function districtOf({ address, to }: Shipment): string {
  if (address?.city || address?.postcode)
    return `${address.postcode?.split(' ')[0] ?? ''} ${address.city ?? ''}`.trim() || 'other';
  const line = to
    .split(',')
    .slice(1)
    .findLast((part) => /\d/.test(part));
  const words = line?.trim().split(' ') ?? [];
  const town = words.findIndex((word) => !/\d/.test(word));
  if (town < 1 || town > 2 || words.slice(town).some((word) => /\d/.test(word))) return 'other';
  return [words[0], ...words.slice(town)].join(' ');
}

const HOURS = '0 1 2 3 4 6 8 10 12 16 20 24 30 36 42 48 60 72 96 120 168 240 336 504'.split(' ').map(Number);
const given = (isGiven: boolean) => (isGiven ? 'given' : 'missing');

/** It is counted here and not by the database. */
async function countRaw(): Promise<Record<string, string>> {
  const raw = await readRaw();
  const counts: Record<string, [number, number]> = {};
  function add(
    [measure, part, at]: [string, string, Date],
    [count, sum]: [number, number],
    { courier, customer, district }: { courier?: string | undefined; customer?: string | null; district?: string } = {},
  ) {
    const subjects = [
      'all ',
      courier && `courier ${courier}`,
      customer && `customer ${customer}`,
      district && `district ${district}`,
      customer && district && `customer-district ${customer} ${district}`,
    ];
    for (const whose of subjects) {
      if (!whose) continue;
      const key = `${dayIn(zone, at)} ${whose} ${measure} ${part}`;
      const [countBefore, sumBefore] = counts[key] ?? [0, 0];
      counts[key] = [countBefore + count, sumBefore + sum];
    }
  }
  const facts = new Map(raw.facts.map((fact) => [fact.id, fact]));
  const factOf = (id: string) => facts.get(id) as Fact;
  const inForce = raw.outcomes.filter(
    (one) =>
      !raw.outcomes.some(
        (later) =>
          later.supersedes === one.fact &&
          later.shipment === one.shipment &&
          factOf(later.fact).courier === factOf(one.fact).courier,
      ),
  );
  for (const shipment of raw.shipments) {
    const { id, parcels, status, created } = shipment;
    const isOwn = (row: { shipment: string | null }) => row.shipment === id;
    const whose = { customer: shipment.sender, district: districtOf(shipment) };
    add(['created', '', created], [parcels, 0], whose);
    const last = Math.max(
      ...raw.entries.filter(isOwn).flatMap((one) => (one.status === status ? one.at.getTime() : [])),
    );
    if (['delivered', 'cancelled'].includes(status) && last > 0) {
      add([status, '', new Date(last)], [parcels, 0], whose);
      const minutes = Math.max(0, (last - created.getTime()) / 60_000);
      const bin = HOURS.findLast((hours) => hours * 60 <= minutes);
      if (status === 'delivered') add(['hours', `${bin}`, new Date(last)], [parcels, minutes * parcels], whose);
    }
    let isFirst = true;
    const visits = inForce
      .filter(isOwn)
      .map((outcome) => ({ ...outcome, ...factOf(outcome.fact) }))
      .toSorted((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1));
    for (const { at, result, detail, courier, code, fact } of visits) {
      const note = (measure: string, part: string) => add([measure, part, at], [parcels, 0], { ...whose, courier });
      if (!['delivered', 'failed', 'returned'].includes(result)) continue;
      if (result === 'returned') note('brought-back', '');
      else {
        note(result === 'delivered' ? 'method' : 'reason', detail);
        if (isFirst) note('first-try', result === 'delivered' ? 'yes' : 'no');
        isFirst = false;
      }
      if (code) note('code', given(['qr', 'digits'].includes(code)));
      for (const kind of ['photo', 'signature']) {
        const proofs = raw.proofs.filter((one) => one.fact === fact && one.kind === kind && one.shipments.includes(id));
        if (proofs.length > 0) note(kind, given(proofs.every(({ received }) => received)));
      }
    }
    for (const { from, to, at, courier } of raw.windows.filter(isOwn))
      add(['window', at < from ? 'early' : at > to ? 'late' : 'inside', at], [parcels, 0], { ...whose, courier });
    for (const { fact, at, result } of raw.collected.filter(isOwn)) {
      const { courier, at: reported } = factOf(fact);
      if (result !== 'unknown') add(['collected', result, at ?? reported], [1, 0], { ...whose, courier });
    }
    for (const { at } of raw.returns.filter(isOwn)) add(['returns', '', at], [parcels, 0], whose);
    for (const paid of raw.payments.filter(isOwn)) {
      const { at, courier } = factOf(paid.fact);
      if (paid.reverses || raw.payments.some(({ reverses }) => reverses === paid.id)) continue;
      add(['cod', paid.method, at], [1, paid.cents], { ...whose, courier });
    }
  }
  const valid = new Set(inForce.map(({ fact }) => fact));
  const tours = Map.groupBy(
    raw.facts.filter(({ id, kind }) => kind === 'collect' || (kind === 'visit' && valid.has(id))),
    ({ run }) => run,
  );
  for (const visits of tours.values()) {
    const times = visits.map(({ at }) => at.getTime());
    const [first, stops] = [Math.min(...times), new Set(visits.map(({ stop }) => stop)).size];
    const minutes = Math.floor((Math.max(...times) - first) / 60_000);
    if (stops > 1 && minutes > 0)
      add(['stops', '', new Date(first)], [stops - 1, minutes], { courier: visits[0]?.courier });
  }
  for (const { customer, cents, at, deleted } of raw.bills) {
    add(['bills', '', at], [1, cents], { customer });
    if (deleted) add(['bills', '', deleted], [-1, -cents], { customer });
  }
  for (const { customer, cents, at, type, purpose } of raw.ledger) {
    if (purpose === 'cod') add(['cod-credited', '', at], [Math.sign(cents), cents], { customer });
    if (purpose === 'deposit-correction' || purpose === 'cod') continue;
    if (type === 'deposit' && !['fee-correction', 'credit', 'tax'].includes(purpose)) continue;
    const measure = type === 'withdrawal' ? 'withdrawals' : purpose === 'tax' ? 'tax' : 'fees';
    add([measure, '', at], [-Math.sign(cents), -cents], { customer });
  }
  return Object.fromEntries(
    Object.entries(counts).flatMap(([key, [count, sum]]) => (count || sum ? [[key, `${count} / ${sum}`]] : [])),
  );
}

async function countKept(): Promise<Record<string, string>> {
  const rows = await server.query<{ key: string; total: string }>(
    `select concat_ws(' ', day, subject, subject_id, measure, part) as key, sum(count) || ' / ' || sum(sum) as total from (
      select day, subject, subject_id, measure, part, count, sum from day_figures union all
      select day, subject, subject_id, measure, part, count, sum from figure_changes, figure_subjects(courier_id, customer_id, district)
    ) as figures group by 1 having sum(count) <> 0 or sum(sum) <> 0`,
  );
  return Object.fromEntries(rows.map(({ key, total }) => [key, total]));
}

const people = await Promise.all([0, 1, 2].map(() => server.signedIn()));
const couriers = await Promise.all([0, 1].map(() => server.person({ roles: ['courier'] })));
async function insert(table: string, values: Record<string, unknown>): Promise<string> {
  const row = { id: randomUUID(), ...values };
  const places = Object.keys(row).map((_, at) => `$${at + 1}`);
  await server.query(`insert into ${table} (${Object.keys(row)}) values (${places})`, Object.values(row));
  return row.id;
}
const runs: { id: string; courier: string; stops: string[] }[] = [];
async function addRun(courier = oneOf(couriers).id) {
  const id = await insert('runs', { day: '2026-03-28', name: 'Run', courier_id: courier, status: 'closed' });
  const stop = { run_id: id, sequence: 1, place: 'x', name: 'x', phone: 'x', address: 'x' };
  const run = { id, courier, stops: [await insert('run_stops', stop), await insert('run_stops', stop)] };
  runs.push(run);
  return run;
}
// A report can correct one of an earlier run, so one courier has two.
for (const { id } of [...couriers, ...couriers.slice(0, 1)]) await addRun(id);
const ADDRESSES: [string | null, string][] = [
  [null, 'Kungsgatan 4, 411 19 Göteborg, Sweden'],
  [null, 'High Street 1, SW1A 2AA London'],
  [null, 'Storgatan 1, Sweden'],
  ['{"city": "Mölndal", "postcode": "431 30"}', 'x'],
  ['{"city": "Lund"}', 'Kungsgatan 4, 411 19 Göteborg'],
];
const parcels: string[] = [];

async function addParcel() {
  const { id } = await server.parcel({ parcels: 1 + random(3) });
  await server.query('update shipments set created_at = $2, sender_id = $3 where id = $1', [
    id,
    someTime(),
    oneOf(people).id,
  ]);
  parcels.push(id);
  return id;
}

/** Only the parcel’s own trigger notices it. */
async function copyParcel() {
  const columns = await server.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
    where table_name = 'shipments' and is_generated = 'NEVER' and column_name not in ('id', 'tracking_id')`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  const id = randomUUID();
  await server.query(
    `insert into shipments (id, tracking_id, ${names}) select $2, $3, ${names} from shipments where id = $1`,
    [oneOf(parcels), id, id.slice(0, 12).toUpperCase()],
  );
  parcels.push(id);
}

/** `more` runs in the same transaction. */
async function addFact(kind: string, more = '', values: readonly unknown[] = [], run = oneOf(runs)) {
  const fact = randomUUID();
  const own = [fact, kind, run.courier, run.id, oneOf(run.stops), someTime()];
  await server.query(
    `with fact as (insert into courier_facts (id, kind, courier_id, run_id, stop_id, occurred_at, run_version, input_hash)
      values ($1, $2, $3, $4, $5, $6, 1, '') returning id, run_id) ${more || 'select from fact'}`,
    [...own, ...values],
  );
  return { run, fact };
}

async function addOutcome() {
  const former = await server.query<Outcome>(`${TABLES.outcomes} where result <> 'returned'`);
  const corrected = former.length > 0 && random(2) === 0 ? oneOf(former) : null;
  const shipment = corrected?.shipment ?? oneOf(parcels);
  const result = oneOf(['delivered', 'failed', 'failed', ...(corrected ? [] : ['returned'])]);
  const values = [
    ...[randomUUID(), shipment, result],
    result === 'delivered' ? oneOf(['recipient', 'mailbox']) : null,
    result === 'failed' ? oneOf(['consignee_not_home', 'consignee_refused']) : null,
    oneOf([null, 'qr', 'digits', 'released', 'wrong', 'missing']),
    corrected?.fact ?? null,
  ];
  await addFact(
    result === 'returned' ? 'return' : 'visit',
    `, task as (insert into run_tasks (id, run_id, stop_id, shipment_id, status)
      select $7, run_id, $5, $8, 'delivered' from fact returning id)
    insert into fact_outcomes (fact_id, task_id, shipment_id, result, method, reason, code, supersedes)
    select fact.id, task.id, $8, $9, $10, $11, $12, $13 from fact, task`,
    values,
  );
}

const STATUSES = ['delivered', 'delivered', 'cancelled', 'failed', 'held'];
const addEntry = (status: string, id: string) =>
  insert('activities', { shipment_id: id, status, kind: 'status', comment: '', address: '', occurred_at: someTime() });
const change = (set: string, value: () => unknown) => () =>
  server.query(`update shipments set ${set} where id = $1`, [oneOf(parcels), value()]);

async function addProof() {
  const visits = (await server.query<Outcome>(TABLES.outcomes)).filter(({ result }) => result !== 'loaded');
  if (visits.length === 0) return;
  const { fact, shipment } = oneOf(visits);
  await server.query(
    `insert into visit_proofs (visit_id, sha256, kind, type, size, shipment_ids) values ($1, $2, $3, 'image/jpeg', 1, $4)`,
    [fact, Buffer.from(randomUUID()), oneOf(['photo', 'signature']), [shipment, oneOf(parcels)]],
  );
}

async function addPayment(reverses: boolean) {
  const [row] = reverses
    ? await server.query<{ id: string; fact: string; shipment: string; run: string; method: string; cents: number }>(
        `select id, fact_id as fact, shipment_id as shipment, run_id as run, method, amount_cents::int as cents
        from cod_payments p where reverses is null and not exists (select from cod_payments r where r.reverses = p.id) limit 1`,
      )
    : [];
  const { run, fact } = row ? { run: { id: row.run }, fact: row.fact } : await addFact('close');
  await insert('cod_payments', {
    fact_id: fact,
    shipment_id: row?.shipment ?? oneOf(parcels),
    run_id: run.id,
    method: row?.method ?? oneOf(['cash', 'card']),
    amount_cents: row ? -row.cents : 1 + random(900),
    reverses: row?.id ?? null,
  });
}

async function addToLedger() {
  for (const at of [
    'fee/',
    'withdrawal/',
    'deposit/fee-correction',
    'deposit/credit',
    'fee/tax',
    'deposit/cod',
    'fee/deposit-correction',
  ]) {
    const [[type, purpose], user] = [at.split('/'), oneOf(people).id];
    const of = { user_id: user, type, purpose, amount_cents: 500, status: 'successful', summary: '' };
    const entry = { user_id: user, transaction_id: await insert('transactions', of), held_cents: 0, reason: '' };
    await insert('ledger_entries', { ...entry, created_at: someTime(), total_cents: oneOf([-500, -500, 500]) });
  }
}

async function addCollected() {
  const { run, fact } = await addFact('collect');
  const result = oneOf(['collected', 'surprise', 'left', 'unknown']);
  await server.query(
    `insert into collected_parcels (fact_id, tracking_id, run_id, shipment_id, result, at) values ($1, $2, $3, $4, $5, $6)`,
    [fact, randomUUID(), run.id, result === 'unknown' ? null : oneOf(parcels), result, oneOf([null, someTime()])],
  );
}
const some = (table: string, condition = 'true') =>
  `ctid = (select ctid from ${table} where ${condition} order by md5(${table}::text) limit 1)`;

/** Each act is one transaction that a trigger must notice. */
const ACTS: Record<string, (() => Promise<unknown>)[]> = {
  shipments: [
    addParcel,
    copyParcel,
    change('deleted_at = $2', () => (random(2) === 0 ? new Date() : null)),
    change('sender_id = $2', () => (random(3) === 0 ? null : oneOf(people).id)),
    change('parcels = $2', () => 1 + random(3)),
    change('address = $2', () => oneOf(ADDRESSES)[0]),
    change('ship_to = $2', () => oneOf(ADDRESSES)[1]),
    change('created_at = $2', someTime),
    change('status = $2', () => oneOf(STATUSES)),
  ],
  activities: [
    () => addEntry(oneOf(STATUSES), oneOf(parcels)),
    async () => {
      for (const status of ['cancelled', 'delivered']) {
        const id = await addParcel();
        await server.query('update shipments set status = $2 where id = $1', [id, status]);
        await addEntry(status, id);
      }
    },
  ],
  courier_facts: [
    () => addFact('visit'),
    async () => {
      const run = await addRun();
      for (let many = 0; many < 3; many += 1) await addFact('collect', '', [], run);
    },
  ],
  fact_outcomes: [addOutcome],
  visit_proofs: [
    addProof,
    () =>
      server.query(`update visit_proofs set received_at = now() where ${some('visit_proofs', 'received_at is null')}`),
  ],
  eta_checks: [
    async () => {
      const from = someTime();
      await server.query(
        `insert into eta_checks (run_id, shipment_id, shown_at, shown_from, shown_to, last_visit, each, stops_before)
        values ($1, $2, $3, $3, $4, $3, 1, 1) on conflict do nothing`,
        [oneOf(runs).id, oneOf(parcels), from, new Date(from.getTime() + 86_400_000)],
      );
    },
    () =>
      server.query(`update eta_checks set came_at = $1 where ${some('eta_checks', 'came_at is null')}`, [someTime()]),
  ],
  collected_parcels: [
    addCollected,
    () =>
      server.query(
        `update collected_parcels set shipment_id = $1, result = 'collected' where ${some('collected_parcels', `result = 'unknown'`)}`,
        [oneOf(parcels)],
      ),
  ],
  returns: [
    async () => {
      const [shipment_id, return_id, created_at] = [oneOf(parcels), await addParcel(), someTime()];
      await insert('returns', { shipment_id, return_id, status: 'created', created_at });
    },
    async () => {
      const id = await insert('returns', { shipment_id: await addParcel(), status: 'asked', created_at: someTime() });
      await server.query(`update returns set status = 'created', return_id = $2 where id = $1`, [
        id,
        await addParcel(),
      ]);
    },
  ],
  cod_payments: [() => addPayment(false), () => addPayment(true)],
  bills: [
    async () => {
      const of = { user_id: oneOf(people).id, shipment_id: oneOf(parcels), amount_cents: 1 + random(900), summary: '' };
      await insert('bills', { ...of, created_at: someTime() });
    },
    () => server.query(`update bills set deleted_at = now() where ${some('bills')}`),
    () => server.query(`update bills set amount_cents = 77 where ${some('bills')}`),
  ],
  ledger_entries: [addToLedger],
};
const FOLD = [() => foldFigures(records.db)];
const BESIDE = [...['shipments', 'fact_outcomes', 'bills', 'eta_checks'].flatMap((name) => ACTS[name] ?? []), ...FOLD];
const MIXED: [string, (() => Promise<unknown>)[]][] = [
  ...Object.entries(ACTS),
  ...Array.from({ length: 4 }, (): [string, (typeof addOutcome)[]] => ['fact_outcomes', [addOutcome]]),
  ['fold', FOLD],
];

it('counts after every act of random days as their rows say', async () => {
  for (let step = 0; step < 6; step += 1) await addParcel();
  for (const act of Object.values(ACTS).flat()) for (let many = 0; many < 3; many += 1) await act();
  const measures = new Set<string | undefined>();
  for (let step = 0; step < 180; step += 1) {
    const [name, acts] = oneOf(MIXED);
    await oneOf(acts)();
    const kept = await countKept();
    expect(kept, `after act ${step}, of ${name}`).toEqual(await countRaw());
    for (const key of Object.keys(kept)) if (key.includes(' all ')) measures.add(key.split(' ').at(-2));
  }
  expect([...measures].toSorted()).toEqual(
    'bills brought-back cancelled cod cod-credited code collected created delivered fees first-try hours method photo reason returns signature stops tax window withdrawals'.split(
      ' ',
    ),
  );
  const kept = await countKept();
  const check = await checkRecords(records, { margin: 0 });
  expect(check?.differences.filter(({ kind }) => kind === 'counters')).toEqual([]);
  await checkRecords(records, { margin: 0, rebuild: true });
  expect(await countKept()).toEqual(kept);
});

it('reads as counted for managers, for couriers and for each shop', async () => {
  const manager = await server.signInAs('manager');
  const counted = Object.entries(await countRaw());
  const of = (whose: string) => Object.fromEntries(counted.filter(([key]) => key.slice(11).startsWith(`${whose} `)));
  async function read(measures: typeof MEASURES, as: Person, whose: string, by?: 'courier') {
    const read: Record<string, string> = {};
    for (const measure of measures) {
      if (measure === 'backlog') continue;
      const name = Object.hasOwn(MONEY_MEASURES, measure) ? 'reports.getMoney' : 'reports.get';
      const asked = { measure, from: '2026-03-01', to: '2027-03-31', step: 'day' as const };
      const { data } =
        as === manager
          ? await server.call(name, by ? { ...asked, by } : asked, { as })
          : await server.call('reports.own', asked, { as });
      for (const { at, id, part, count, sum } of data.points as FigurePoint[])
        read[`${at} ${id ? `courier ${id}` : whose} ${measure} ${part}`] = `${count} / ${sum}`;
    }
    return read;
  }
  expect(await read(MEASURES, manager, 'all ')).toEqual(of('all '));
  expect(await read(MEASURES, manager, '', 'courier')).toEqual(of('courier'));
  for (const person of people) {
    const own = of(`customer ${person.id}`);
    expect(Object.keys(own).length).toBeGreaterThan(5);
    expect(await read(OWN_MEASURES, person, `customer ${person.id}`)).toEqual(own);
  }
});

it('is wrong without any one of the triggers', async () => {
  const triggers = await server.query<{ name: string; table: string; definition: string }>(
    `select tgname as name, tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgname ~ '_(note|write)_figures_' order by 1`,
  );
  expect(triggers).toHaveLength(33);
  const needless: string[] = [];
  const quarter = new Date().getDate() % 4;
  const dropped = isThorough ? triggers : triggers.filter((_, at) => at % 4 === quarter);
  for (const { name, table, definition } of dropped) {
    await server.query(`drop trigger ${name} on ${table}`);
    let isWrong = false;
    for (let step = 0; step < 500 && !isWrong; step += 1) {
      await oneOf(ACTS[table] ?? [])();
      isWrong =
        JSON.stringify(Object.entries(await countKept()).toSorted()) !==
        JSON.stringify(Object.entries(await countRaw()).toSorted());
    }
    if (!isWrong) needless.push(name);
    await server.query(definition);
    await server.query(`select set_figures(array(select id from shipments union all select id from runs union all
      select id from bills union all select id from ledger_entries))`);
  }
  expect(needless).toEqual([]);
});

it('counts what several say at once, and nothing of who was cut off', async () => {
  const client = await records.db.$client.connect();
  client.on('error', () => undefined);
  await client.query('begin');
  await client.query('update shipments set parcels = 9 where id = $1', [parcels[0]]);
  await client.query('set constraints all immediate');
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const others = parcels.slice(1);
  parcels.splice(0, parcels.length, ...others.slice(0, 3));
  const acts = Array.from({ length: 6 }, () => [addOutcome, addOutcome, ...FOLD, ...(ACTS.bills ?? [])]).flat();
  const cutOff = () => server.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await Promise.all([...acts, cutOff].map((act) => act()));
  client.release(true);
  expect(await countKept()).toEqual(await countRaw());
});

it('finds what is wrong, and mends it beside all that happens', async () => {
  await foldFigures(records.db);
  await server.query(`update day_figures set count = count + 1 where measure = 'created' and subject = 'all'`);
  const wrong = await checkRecords(records, { margin: 0 });
  expect(wrong?.differences.find(({ kind }) => kind === 'counters')?.examples[0]).toMatch(
    /^created\s+of all\s+on 2026-/,
  );
  await server.query(`update figure_sources set figures = '[]' where id = $1`, [parcels[0]]);
  await server.query('delete from figure_sources where id = $1', [parcels[1]]);
  const mended = checkRecords(records, { margin: 0, rebuild: true });
  await Promise.all(Array.from({ length: 5 }, () => BESIDE).flatMap((acts) => acts.map((act) => act())));
  expect((await mended)?.differences.filter(({ kind }) => kind === 'counters')).toEqual([]);
  expect(await countKept()).toEqual(await countRaw());
});

it('counts again in another zone, after a kill and beside all that happens', async () => {
  // They fill the first portion.
  await server.query(`insert into figure_sources (id, figures)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '[]' from generate_series(1, 500) as n`);
  const manager = await server.signInAs('manager');
  const asked = { measure: 'created', from: '2026-03-28', to: '2026-03-29', step: 'day' } as const;
  const isSaid = async () => (await server.call('reports.get', asked, { as: manager })).data.isRecounted;
  expect(await isSaid()).toBe(false);
  zone = 'Pacific/Auckland';
  await keepFigureZone(records.db, zone);
  expect(await isSaid()).toBe(true);
  expect(await recountFigures(records.db)).toBe(false);
  expect(await countKept()).not.toEqual(await countRaw());
  const isWrong = async () =>
    (await checkRecords(records, { margin: 0 }))?.differences.some(({ kind }) => kind === 'counters');
  expect(await isWrong()).toBe(false);
  const client = await records.db.$client.connect();
  await client.query('begin');
  await client.query('select from figure_sources where id = $1 for update', [parcels[0]]);
  const cutOff = expect(recountFigures(records.db)).rejects.toThrow();
  await until('it waits and is cut off', async () => {
    const killed = await server.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and query ~ 'set_figures' and datname = current_database()`);
    return killed.length > 0;
  });
  await cutOff;
  await client.query('rollback');
  client.release();
  const recount = async () => {
    while (!(await recountFigures(records.db)));
  };
  await Promise.all([...BESIDE, ...BESIDE, recount, recount].map((act) => act()));
  expect(await isSaid()).toBe(false);
  expect(await countKept()).toEqual(await countRaw());
});

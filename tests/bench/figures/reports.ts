import pg from 'pg';
import { FIGURE_STEPS, type Measure } from '../../../src/domain/reports/figures.ts';
import { parcelInput } from '../../support/test-server.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { ROUNDS, signIn } from '../bench-query.ts';
import { callOnce, query } from '../call.ts';
import { absoluteRow, type Figure, ratioRow } from '../figure.ts';
import { measureInterleaved, median, medianRatio } from '../measure-interleaved.ts';
import { releaseRun, startRun, teller, visitOf } from '../one-run.ts';
import { personId } from '../parcels-sql.ts';

const MANY = 1_000_000;
const FEW = 10_000;
const PORTION = 5_000;
const COURIERS = 30;
const VISITS = 200;
/** Activities of each shipment, which tell two more databases apart: their servers have done nothing else. */
const ACTIVITIES = { counted: 1, uncounted: 2 };

const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const YEAR = { from: dayBefore(364), to: dayBefore(0), step: FIGURE_STEPS[0] };

/** What the page of reports asks, of all and of each courier. */
const DESK: Measure[] = ['delivered', 'brought-back', 'cancelled', 'first-try', 'reason', 'window', 'hours'];
const OWN: Measure[] = ['created', 'delivered', 'first-try', 'hours', 'reason'];

/** A year of what couriers would have done, the same beside any number of shipments. */
const INSERT_COURIERS_DAYS = `
  INSERT INTO day_figures (day, subject, subject_id, measure, part, count, sum)
  SELECT current_date - day, subject, CASE subject WHEN 'all' THEN '' ELSE (${personId('courier')})::text END, measure, part, 20, 300
  FROM generate_series(0, 364) AS day, generate_series(1, ${COURIERS}) AS courier, (VALUES ('all'), ('courier')) AS of_whom (subject),
    (VALUES ('stops', ''), ('first-try', 'yes'), ('first-try', 'no'), ('reason', 'not-home'), ('window', 'inside'), ('window', 'late'))
      AS counted (measure, part)
  WHERE subject = 'courier' OR courier = 1
  ON CONFLICT DO NOTHING`;

/** Reports of a year, and what a visit pays for them. */
export const reports: Figure = {
  name: 'reports',
  async measure(workshop) {
    const filledIn: number[] = [];
    for (const shipments of [FEW, MANY]) filledIn.push(await fillIn(workshop, shipments));
    const asks = async (shipments: number) => {
      const token = await signIn(workshop, shipments, 1);
      const server = await workshop.server(shipments);
      const desk = [
        ...DESK.map((measure) => query('reports.get', { ...YEAR, measure }, token)),
        query('reports.get', { ...YEAR, step: 'month', measure: 'stops', by: 'courier' }, token),
        query('reports.get', { ...YEAR, measure: 'backlog' }, token),
      ];
      const own = OWN.map((measure) => query('reports.own', { ...YEAR, measure }, token));
      for (const request of [...desk, ...own]) await callOnce(server.url, request);
      const p99 = (requests: typeof desk) => async () =>
        (await workshop.load(server, { connections: 8, seconds: 1, requests })).p99;
      return { desk: p99(desk), own: p99(own) };
    };
    const [few, many] = [await asks(FEW), await asks(MANY)];
    const took = await measureInterleaved(ROUNDS, {
      deskOfFew: few.desk,
      deskOfMany: many.desk,
      ownOfFew: few.own,
      ownOfMany: many.own,
    });
    const visits = await visitsWithAndWithout(workshop);
    return [
      ratioRow({
        what: 'A year of reports, 1,000,000 shipments, p99',
        ours: `${median(took.deskOfMany).toFixed(1)} ms`,
        comparedWith: `${median(took.deskOfFew).toFixed(1)} ms at 10,000`,
        ratio: medianRatio(took.deskOfMany, took.deskOfFew),
        limit: { atMost: 1.5 },
      }),
      absoluteRow({
        what: 'A year of a shop’s own report, 100,000 shipments, p99',
        value: median(took.ownOfMany),
        unit: ' ms',
        comparedWith: `${Math.round(median(took.ownOfFew))} ms of one with 1,000`,
        limit: { atMost: 300 },
      }),
      ratioRow({
        what: 'A visit that counts in figures, median',
        ours: `${median(visits.counted).toFixed(1)} ms`,
        comparedWith: `${median(visits.uncounted).toFixed(1)} ms without figures`,
        ratio: medianRatio(visits.counted, visits.uncounted),
        limit: { atMost: 1.05 },
      }),
      absoluteRow({
        what: 'Figures of 1,000,000 shipments counted again',
        value: filledIn[1] ?? Number.NaN,
        unit: ' s',
        limit: { atMost: 300 },
      }),
    ];
  },
};

async function connected<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Counts all that is there, in portions; returns the seconds that it takes. */
async function fillIn(workshop: BenchEnvironment, shipments: number, activitiesEach?: number): Promise<number> {
  const { url } = await workshop.parcels(shipments, activitiesEach);
  return connected(url, async (client) => {
    const began = performance.now();
    for (let last = '00000000-0000-0000-0000-000000000000'; last; ) {
      const { rows } = await client.query(
        `SELECT last, set_figures(ids) FROM (
           SELECT array_agg(id) AS ids, (array_agg(id ORDER BY id DESC))[1] AS last
           FROM (SELECT id FROM shipments WHERE id > $1 ORDER BY id LIMIT ${PORTION}) AS portion
         ) AS portions WHERE ids IS NOT NULL`,
        [last],
      );
      last = rows[0]?.last;
    }
    await client.query('SELECT fold_figures()');
    const seconds = (performance.now() - began) / 1000;
    await client.query(INSERT_COURIERS_DAYS);
    await client.query('VACUUM (ANALYZE) day_figures, figure_sources, figure_changes');
    return seconds;
  });
}

/** Takes turns between a database as it is, and one without the triggers of figures. */
async function visitsWithAndWithout(workshop: BenchEnvironment) {
  for (const activitiesEach of Object.values(ACTIVITIES)) await fillIn(workshop, FEW, activitiesEach);
  await connected((await workshop.parcels(FEW, ACTIVITIES.uncounted)).url, (client) =>
    client.query(`DO $$
      DECLARE one record;
      BEGIN
        FOR one IN SELECT tgrelid::regclass AS owner, tgname FROM pg_trigger WHERE tgname ~ '_(note|write)_figures_' LOOP
          EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, one.owner);
        END LOOP;
      END $$`),
  );
  const timed = async (activitiesEach: number) => {
    const visit = await openRun(workshop, activitiesEach);
    return async () => {
      const began = performance.now();
      await visit();
      return performance.now() - began;
    };
  };
  return measureInterleaved(VISITS, {
    counted: await timed(ACTIVITIES.counted),
    uncounted: await timed(ACTIVITIES.uncounted),
  });
}

async function openRun(workshop: BenchEnvironment, activitiesEach: number): Promise<() => Promise<unknown>> {
  const database = await workshop.parcels(FEW, activitiesEach);
  await connected(database.url, (client) => client.query('UPDATE users SET courier = true WHERE manager'));
  const { url } = await workshop.server(FEW, activitiesEach);
  const token = await signIn(workshop, FEW, 1, activitiesEach);
  const parcels = Array.from({ length: VISITS }, (_, stop) =>
    parcelInput({ receiverName: `Door ${stop + 1}`, shipTo: `Linnégatan ${stop + 1}, 413 04 Gothenburg` }),
  );
  await releaseRun(url, token, parcels);
  const run = await startRun(url, token);
  const left = run.stops.values();
  return async () => {
    const { value: stop } = left.next();
    if (!stop) throw new Error('No stop is left');
    await teller(url, token)('courier.visit', visitOf(run, stop));
  };
}

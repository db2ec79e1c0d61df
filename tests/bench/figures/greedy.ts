import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SERVER } from '../../../server/build.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { MAX_PRINTED, type PrintFile } from '../../../src/domain/labels/printing.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { callOnce, lookUps, mutation } from '../call.ts';
import { absoluteRow, type Figure, ratioRow } from '../figure.ts';
import type { Load } from '../load.ts';
import { median } from '../measure-interleaved.ts';
import { emailOf, type ParcelDatabase } from '../parcels.ts';

const SHIPMENTS = 20_000;
const SECONDS = 2;
const FILES = 12;
const PARCELS_EACH = 1;
const OWN_CALLS = 20;
const PLANS = 20;
const COURIERS = 5;

/** What one greedy account does to visitors, another shop and its own other calls. */
export const greedy: Figure = {
  name: 'greedy',
  async measure(workshop) {
    const parcels = await workshop.parcels(SHIPMENTS);
    const { idle, printing, planning, alone, beside, own } = await measureGreed(workshop, parcels, SERVER);
    const middle = (loads: readonly Load[], of: 'p50' | 'p99') => median(loads.map((load) => load[of]));
    const labels = `${FILES} files of ${(MAX_PRINTED * PARCELS_EACH).toLocaleString('en')} labels of one account`;
    const lookUp = (of: 'p50' | 'p99', what: string, loads: readonly Load[]) =>
      ratioRow({
        what: `Look-up ${of} during ${what}`,
        ours: `${middle(loads, of).toFixed(1)} ms`,
        comparedWith: `${middle(idle, of).toFixed(1)} ms without`,
        ratio: middle(loads, of) / middle(idle, of),
        limit: { atMost: 3 },
      });
    return [
      lookUp('p99', labels, printing),
      ratioRow({
        what: `Another’s single label beside ${labels}`,
        ours: `${(median(beside) / 1000).toFixed(1)} s`,
        comparedWith: `${(median(alone) / 1000).toFixed(1)} s without`,
        ratio: median(beside) / median(alone),
        limit: { atMost: 5 },
      }),
      absoluteRow({
        what: `Refused of ${own.length} other calls of that account`,
        value: own.filter(({ status }) => status !== 200).length,
        unit: '',
        limit: { atMost: 0 },
      }),
      lookUp('p50', `${PLANS} plans of ${MAX_PRINTED} stops`, planning),
      lookUp('p99', `${PLANS} plans of ${MAX_PRINTED} stops`, planning),
    ];
  },
};

/** Measures a server of this build. */
export async function measureGreed(
  workshop: BenchEnvironment,
  { url, nextIds, password }: ParcelDatabase,
  script: string,
) {
  const postcodes = join(workshop.folder, 'postcodes.csv');
  const { ids, single } = await prepare(url, postcodes);
  const environment = { DATABASE_URL: url, POSTCODES_FILE: postcodes, DEPOT: '57.7,11.97' };
  const server = await workshop.start(script, environment);
  const [greedy, other] = await Promise.all(
    [1, 2].map(async (person) => {
      const { token } = await callOnce<{ token: string }>(
        server.url,
        mutation('auth.login', { email: emailOf(person), password }),
      );
      return { authorization: `Bearer ${token}` };
    }),
  );
  if (!greedy || !other) throw new Error('Nobody is signed in');
  const measure = () => workshop.load(server, { connections: 32, seconds: SECONDS, requests: lookUps(nextIds()) });
  const order = async (headers: Record<string, string>, selected: readonly string[]) => {
    const began = performance.now();
    const { path, ...request } = { ...mutation('', { selection: { ids: selected } }, headers), path: filePaths.labels };
    const response = await fetch(server.url + path, request);
    const { id } = (await response.json()) as Partial<PrintFile>;
    return { status: response.status, id: id ?? '', ms: performance.now() - began };
  };
  const print = async (headers: Record<string, string>, selected: readonly string[]) => {
    const began = performance.now();
    const { id } = await order(headers, selected);
    const response = await fetch(server.url + filePaths.labelFile(id), { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`A file of labels ended with ${response.status}`);
    return performance.now() - began;
  };

  await measure();
  const idle = [await measure(), await measure()];
  const alone = [await print(other, single), await print(other, single), await print(other, single)];

  const printing: Load[] = [];
  const beside: number[] = [];
  const own: { status: number; ms: number }[] = [];
  const files = Promise.all(Array.from({ length: FILES }, () => print(greedy, ids)));
  // It is awaited below.
  files.catch(() => undefined);
  await sleep(2_000);
  await Promise.all([
    (async () => beside.push(await print(other, single)))(),
    ...Array.from({ length: OWN_CALLS }, async () => own.push(await order(greedy, single))),
  ]);
  printing.push(await measure(), await measure());
  beside.push(await print(other, single));
  await files;
  idle.push(await measure());

  const couriers = await courierIds(url);
  const input = { day: 'today', courierIds: couriers, selection: { ids } };
  const plans = Array.from({ length: PLANS }, async () => {
    const { path, ...request } = mutation('runAdmin.plan', input, greedy);
    const began = performance.now();
    const { status } = await fetch(server.url + path, request);
    return { status, ms: performance.now() - began };
  });
  await sleep(300);
  const planning = [await measure(), await measure()];
  const planned = await Promise.all(plans);
  idle.push(await measure());
  await server.stop();
  return { idle, printing, planning, alone, beside, own, planned };
}

/** Full files of several parcels each, whose doors have places of their own. */
async function prepare(url: string, postcodes: string): Promise<{ ids: string[]; single: string[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('update users set manager = true, courier = true where email = any($1)', [
    Array.from({ length: COURIERS }, (_, at) => emailOf(at + 1)),
  ]);
  const { rows } = await client.query<{ id: string }>(
    `select id from shipments where status = 'in-progress' order by id limit ${MAX_PRINTED + 1}`,
  );
  const [single = '', ...ids] = rows.map(({ id }) => id);
  await client.query(
    `update shipments set parcels = $2, ship_to = 'Vasagatan ' || at || ', ' || (10000 + at) || ' Gothenburg'
     from unnest($1::uuid[]) with ordinality as chosen(chosen_id, at) where id = chosen_id`,
    [ids, PARCELS_EACH],
  );
  await client.end();
  const lines = ids.map(
    (_, at) => `${10_001 + at},${57.6 + ((at * 7919) % 500) / 2500},${11.9 + ((at * 104_729) % 500) / 1500}`,
  );
  await writeFile(postcodes, lines.join('\n'));
  return { ids, single: [single] };
}

async function courierIds(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(`select id from users where courier limit ${COURIERS}`);
  await client.end();
  return rows.map(({ id }) => id);
}

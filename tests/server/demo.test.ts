import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { seedDemoData } from '../../server/demo/demo.ts';
import { CHOICE, PICKUP_DAYS, SOLD } from '../../server/demo/demo-stories.ts';
import { SHIPMENT_STATUSES } from '../../src/domain/shipment-status.ts';
import { waitUntilReady } from '../support/server-process.ts';
import { SECRET_KEY } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { serverProcess, testServer } from '../support/vitest.ts';

const server = await testServer();

it('fills an empty database once: seven sign-ins that work, a parcel for each status, a run, images, and money', async () => {
  const signIns = await seedDemoData(server.services);
  expect(signIns?.map(({ role }) => role)).toEqual([
    'manager',
    'dispatcher',
    'accountant',
    'customer',
    'courier',
    'shop',
    'unverified',
  ]);
  for (const { email, password, role } of signIns ?? []) {
    const { data } = await server.call('auth.login', { email, password }, { address: server.newAddress() });
    const profile = await server.call('auth.profile', undefined, { as: (data as { token: string }).token });
    const roles = ['customer', 'unverified'].includes(role) ? [] : [role === 'shop' ? 'shipper' : role];
    expect(profile.data).toMatchObject({ email, roles, verified: role !== 'unverified' });
    if (role === 'shop') {
      const { counts } = (
        await server.call('shipper.getDrafts', { page: 1 }, { as: (data as { token: string }).token })
      ).data;
      expect(counts).toEqual({ ready: 3, toFix: 1, withheld: 0 });
      const { token: shop } = data as { token: string };
      const { data: pickups, days } = (await server.call('shipper.getPickups', {}, { as: shop })).data;
      expect(days).toMatchObject(PICKUP_DAYS);
      expect(pickups.flatMap(({ parcels, visit }) => (visit ? [[parcels, visit.state, visit.expected]] : []))).toEqual([
        [3, 'planned', 3],
      ]);
      expect(pickups.filter(({ state }) => state === 'pending').map(({ parcels }) => parcels)).toContain(8);
      expect((await server.call('shipper.getReturns', undefined, { as: shop })).data.rules.mode).toBe('on');
    }
    if (role !== 'courier') continue;
    const { token } = data as { token: string };
    const run = (await server.call('courier.getRun', { id: 'current' }, { as: token })).data;
    expect([run?.status, run?.stops.map(({ tasks }) => tasks.length)]).toEqual(['released', [2, 3, 1, 0]]);
    const [toCollect] = run?.stops.at(-1)?.collections ?? [];
    expect([toCollect?.party, toCollect?.waiting.length]).toEqual(['Harbour Books', SOLD.length]);
    expect(run?.stops.flatMap((stop) => stop.tasks.flatMap(({ choices }) => choices ?? []))).toMatchObject([CHOICE]);
    const weights = run?.stops.flatMap(({ tasks }) =>
      tasks.map(({ description, weight }) => `${description}: ${weight}`),
    );
    expect(weights).toContain('Coffee beans, 12 kg: 12.3 kg');
    expect(weights).toContain('Guitar strings: 0.1 kg');
  }

  const shipments = await server.query('select status, images, created_at, tracking_id from shipments');
  expect([...new Set(shipments.map(({ status }) => status))].toSorted()).toEqual([...SHIPMENT_STATUSES].toSorted());
  const pictures = shipments.flatMap(({ images }) => images as string[]);
  expect(pictures.length).toBeGreaterThanOrEqual(3);
  for (const link of pictures) {
    const answer = await server.app.inject({ url: new URL(link).pathname });
    expect(answer.headers['content-type']).toBe('image/webp');
  }
  expect(await server.query('select 1 from bills')).toHaveLength(1);
  expect(await server.query('select document, max(shipments) as most from prints group by 1 order by 1')).toEqual([
    { document: 'labels', most: 6 },
    { document: 'run-sheet', most: 6 },
  ]);
  const unprinted = await server.query<{ description: string }>(
    'select description from shipments where printed_at is null order by 1',
  );
  expect(unprinted.map(({ description }) => description)).toEqual([
    'Return: Sea charts, a set',
    'Seed potatoes, 3 sacks',
  ]);
  expect(await server.query("select state, parcels from pickups where kind = 'return'")).toEqual([
    { state: 'pending', parcels: 1 },
  ]);
  expect(await server.query('select distinct state from mails order by state')).toEqual([
    { state: 'failed' },
    { state: 'queued' },
  ]);
  // The customer's, and the shop's: 140 paid at the door less fees, of which three are on no statement yet.
  expect(await server.query('select total_cents, held_cents from balances order by total_cents desc')).toEqual([
    { total_cents: '175750', held_cents: '30000' },
    { total_cents: '10400', held_cents: '0' },
  ]);
  expect(await server.query('select kind, number, closing_cents from statements')).toEqual([
    { kind: 'statement', number: 1, closing_cents: '12030' },
  ]);
  expect(await server.query('select counted_cash_cents from cash_counts')).toEqual([{ counted_cash_cents: '14000' }]);
  const cod = await server.query('select status, cod_cents from shipments where cod_cents is not null order by 2');
  expect(cod).toEqual([
    { status: 'shipped', cod_cents: '2400' },
    { status: 'in-progress', cod_cents: '4000' },
    { status: 'delivered', cod_cents: '14000' },
  ]);
  expect((await checkRecords(server.services, { margin: 0, wait: true }))?.differences).toEqual([]);

  // Every story begins with its label and goes forward in time.
  const late = await server.query(
    'select 1 from activities a join shipments s on s.id = a.shipment_id where a.occurred_at < s.created_at',
  );
  expect(late).toHaveLength(0);

  expect(await seedDemoData(server.services)).toBeNull();
  expect(await server.query('select 1 from shipments')).toHaveLength(shipments.length);
});

it('comes without pictures where they cannot be stored, and says so', async () => {
  const { services } = await testServer();
  const images = { ...services.images, save: () => Promise.reject(new Error('the bucket is away')) };
  const said: string[] = [];
  const signIns = await seedDemoData({ ...services, images }, (line) => said.push(line));
  expect(signIns).toHaveLength(7);
  expect(said).toEqual(['Adding demo data …', 'The demo has no pictures: the bucket is away']);
});

it('is warned of in the log of a server that sends real emails, as long as its people have the public password', async () => {
  const [DATA_DIR, SMTP_URL] = [await mkdtemp(join(tmpdir(), 'waybill-demo-')), 'smtp://127.0.0.1:1'];
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const settings = { NODE_ENV: 'test', DATABASE_URL: server.database.url, DATA_DIR, SECRET_KEY, SMTP_URL };
  const warned = await serverProcess({ ...settings, PROCESS: 'both' });
  await waitUntilReady(warned);
  const addresses = 'accountant, courier, customer, dispatcher, manager, shop, unverified'.replace(
    /\w+/g,
    '$&@example.com',
  );
  const sentence = `These accounts still have the demo’s public password: ${addresses}. Give them another or deactivate them.`;
  await until('it warns', async () => warned.err().includes(sentence));
});

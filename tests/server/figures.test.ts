import { expect, it } from 'vitest';
import { countBacklog } from '../../server/reports/figures.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const period = { measure: 'delivered', from: '2026-03-01', to: '2026-03-31', step: 'day' } as const;

async function add(day: string, subject: string, subjectId: string, count: number, part = '', measure = 'delivered') {
  await server.query(`insert into day_figures values ($1, $2, $3, $4, $5, $6, 0)`, [
    ...[day, subject, subjectId, measure, part, count],
  ]);
}

const people = Object.fromEntries(
  await Promise.all(
    (['manager', 'dispatcher', 'accountant', 'courier'] as const).map(async (role) => [
      role,
      await server.signedIn({ roles: [role] }),
    ]),
  ),
) as Record<string, Awaited<ReturnType<typeof server.signedIn>>>;
type Asked = 'manager' | 'dispatcher' | 'accountant' | 'courier';
const get = (input: object, role: Asked = 'manager') =>
  server.call('reports.get', { ...period, ...input } as never, { as: people[role] });

it('adds days up to weeks and months, with gaps where nothing happened', async () => {
  for (const [day, count] of Object.entries({ '2026-03-01': 2, '2026-03-02': 3, '2026-03-08': 4, '2026-03-31': 5 }))
    await add(day, 'all', '', count);
  const points = async (step: string) =>
    (await get({ step })).data.points.map(({ at, count }: { at: string; count: number }) => [at, count]);
  expect(await points('day')).toEqual([
    ['2026-03-01', 2],
    ['2026-03-02', 3],
    ['2026-03-08', 4],
    ['2026-03-31', 5],
  ]);
  expect(await points('week')).toEqual([
    ['2026-02-23', 2],
    ['2026-03-02', 7],
    ['2026-03-30', 5],
  ]);
  expect(await points('month')).toEqual([['2026-03-01', 14]]);
});

it('names the step that fits what has too many points', async () => {
  await server.query(`insert into day_figures select '2025-01-01'::date + d, 'district', 'D' || n, 'created', '', 1, 0
    from generate_series(0, 399) d, generate_series(1, 40) n`);
  const year = { measure: 'created', by: 'district', from: '2025-01-01', to: '2026-02-04' };
  expect((await get(year)).error.data.fieldErrors).toEqual({
    step: ['These are too many points. Choose the step week.'],
  });
  const statements = await server.statementsOf(() => get(year));
  expect(statements.filter((statement) => statement.includes('day_figures')).length).toBeGreaterThan(0);
  // Nothing is added up for a refusal.
  expect(statements.filter((statement) => statement.includes('figure_changes'))).toEqual([]);
  expect((await get({ ...year, step: 'week' })).data.points).toHaveLength(40 * 58);
  expect((await get({ ...year, only: ['D1', 'D2'] })).data.points).toHaveLength(800);
  expect((await get({ ...year, to: '2026-02-05' })).outcome).toBe('BAD_REQUEST');
  expect((await get({ ...year, to: '2024-12-31' })).outcome).toBe('BAD_REQUEST');
  expect((await get({ ...year, by: undefined, only: ['D1'] })).outcome).toBe('BAD_REQUEST');
});

it('refuses what has too many points by any step, and leaves out what is nothing', async () => {
  await server.query(`insert into day_figures select '2025-01-01'::date + d, 'customer', gen_random_uuid()::text, 'cancelled', '', 1, 0
    from generate_series(0, 9) d, generate_series(1, 600) n`);
  const days = { measure: 'cancelled', by: 'customer', from: '2025-01-01', to: '2025-01-10' };
  for (const step of ['day', 'week', 'month'])
    expect((await get({ ...days, step })).error.data.fieldErrors).toEqual({
      to: ['These are too many points. Choose fewer days, or only some of them.'],
    });
  expect((await get({ ...days, to: '2025-01-08' })).data.points).toHaveLength(8 * 600);
  await server.query(`update day_figures set count = 0 where measure = 'cancelled' and day <= '2025-01-02'`);
  expect((await get(days)).data.points).toHaveLength(8 * 600);
});

it('shows parcels to who runs them, and money to who sees bills', async () => {
  const outcomes = async (role: Asked) => [
    (await get({}, role)).outcome,
    (await server.call('reports.getMoney', { ...period, measure: 'fees' }, { as: people[role] })).outcome,
  ];
  expect(await outcomes('manager')).toEqual(['ok', 'ok']);
  expect(await outcomes('dispatcher')).toEqual(['ok', 'FORBIDDEN']);
  expect(await outcomes('accountant')).toEqual(['FORBIDDEN', 'ok']);
  expect(await outcomes('courier')).toEqual(['FORBIDDEN', 'FORBIDDEN']);
});

it('names couriers, the former ones as one', async () => {
  const [courier, one, other] = await Promise.all([0, 1, 2].map(() => server.signedIn({ roles: ['courier'] })));
  for (const person of [courier, one, other])
    await add('2026-03-04', 'courier', person?.id ?? '', 3, 'yes', 'first-try');
  await server.query('update users set deleted_at = now() where id = any ($1)', [[one?.id, other?.id]]);
  const { points, names } = (await get({ measure: 'first-try', by: 'courier' })).data;
  expect(points).toHaveLength(2);
  expect(points).toContainEqual({ at: '2026-03-04', part: 'yes', count: 6, sum: 0, id: 'former' });
  expect(names).toEqual([{ id: courier?.id, name: expect.any(String) }]);
});

it('are a file for who may read them, whose cells no spreadsheet calculates', async () => {
  await add('2026-03-06', 'district', '=1+1 Town', 7, '', 'created');
  const file = (address: string, role: Asked) =>
    server.app.inject({ url: address, headers: { authorization: `Bearer ${people[role]?.token}` } });
  const address = filePaths.figures({ ...period, measure: 'created', from: '2026-03-06', by: 'district' });
  const { body, headers } = await file(address, 'dispatcher');
  expect(headers['content-disposition']).toBe('attachment; filename="created-2026-03-06-2026-03-31.csv"');
  expect(body.trim().split('\r\n')).toEqual([
    'Measure,Day,Part,Whose,Count,Minutes,Amount',
    "Created,2026-03-06,,'=1+1 Town,7,,",
  ]);
  const money = filePaths.figures({ ...period, measure: 'fees' });
  const seen = async (url: string, role: Asked) => (await file(url, role)).statusCode;
  expect([await seen(money, 'accountant'), await seen(money, 'dispatcher')]).toEqual([200, 403]);
  expect([await seen(address, 'accountant'), await seen(`${address}&measure=fees`, 'dispatcher')]).toEqual([403, 400]);
  expect(await seen(filePaths.ownFigures(period), 'courier')).toBe(200);
  const { measure: own, ...months } = { ...period, step: 'month' as const };
  await add('2026-03-06', 'customer', people.courier?.id ?? '', 4, '', own);
  const rows = (await file(filePaths.ownFigures(months), 'courier')).body.trim().split('\r\n');
  expect(rows.slice(1)).toEqual(['Delivered,2026-03-01,,,4,,']);
  for (const measure of ['stops', 'backlog'] as const)
    expect(await seen(filePaths.ownFigures({ ...period, measure }), 'courier')).toBe(400);
  await server.query(`insert into day_figures values ('2026-03-07', 'all', '', 'fees', '', 2, 1250)`);
  await add('2026-03-07', 'all', '', 3, 'consignee_not_home', 'reason');
  const { measure: _, ...days } = { ...period, from: '2026-03-07' };
  const all = async (role: Asked) => (await file(filePaths.figures(days), role)).body.trim().split('\r\n').slice(1);
  const [parcels, fees] = ['Reason,2026-03-07,Nobody home,,3,,', 'Fees,2026-03-07,,,2,,12.50'];
  expect(await all('manager')).toEqual(expect.arrayContaining([parcels, fees]));
  expect([await all('dispatcher'), await all('accountant')]).toEqual([expect.not.arrayContaining([fees]), [fees]]);
  expect(await all('dispatcher')).toContain(parcels);
  expect(await seen(filePaths.figures(days), 'courier')).toBe(403);
});

it('shows customers their own alone, and districts of few parcels as one', async () => {
  const [own, other] = [await server.signedIn(), await server.signedIn()];
  for (const { id } of [own, other]) {
    await add('2026-03-05', 'customer', id, 12);
    await add('2026-03-05', 'customer-district', `${id} 411 Göteborg`, 5);
    await add('2026-03-05', 'customer-district', `${id} 412 Göteborg`, 4);
    await add('2026-03-05', 'customer-district', `${id} other`, 3);
  }
  const point = { at: '2026-03-05', part: '', sum: 0 };
  const points = async (input: object) =>
    (await server.call('reports.own', { ...period, ...input } as never, { as: own })).data.points;
  expect(await points({})).toEqual([{ ...point, count: 12 }]);
  expect(await points({ by: 'district' })).toEqual([
    { ...point, count: 5, id: '411 Göteborg' },
    { ...point, count: 7, id: 'other' },
  ]);
  expect((await server.call('reports.own', { ...period, by: 'courier' } as never, { as: own })).outcome).toBe(
    'BAD_REQUEST',
  );
});

it('counts what is on the way by days in the brand’s zone, the oldest without reading them', async () => {
  // When it is 23:30 in New York, UTC has the next day, in half of the year five hours ahead and in the other four.
  const zone = 'America/New_York';
  const backlog = (today: string) => countBacklog(server.services.db, zone, today);
  const created = async (at: string, status = 'shipped') => {
    const { id } = await server.parcel();
    await server.query('update shipments set created_at = $2, status = $3 where id = $1', [id, at, status]);
    return id;
  };
  await created('2026-07-01T23:30:00-04:00');
  await created('2026-07-02T00:30:00-04:00', 'held');
  await created('2026-07-01T12:00:00-04:00', 'delivered');
  await created('2026-07-01T12:00:00-04:00', 'failed');
  const deleted = await created('2026-07-01T12:00:00-04:00');
  await server.query('update shipments set deleted_at = now() where id = $1', [deleted]);
  expect(await backlog('2026-07-02')).toEqual([1, 1, 0, 0, 0, 0, 0]);
  expect(await backlog('2026-07-05')).toEqual([0, 0, 0, 2, 0, 0, 0]);
  expect(await backlog('2026-07-06')).toEqual([0, 0, 0, 1, 1, 0, 0]);
  expect(await backlog('2026-07-15')).toEqual([0, 0, 0, 0, 0, 2, 0]);
  expect(await backlog('2026-07-16')).toEqual([0, 0, 0, 0, 0, 1, 1]);
  expect(await backlog('2027-07-16')).toEqual([0, 0, 0, 0, 0, 0, 2]);
  await created('2026-11-01T23:30:00-05:00');
  expect(await backlog('2026-11-01')).toEqual([1, 0, 0, 0, 0, 0, 2]);
  expect(await backlog('2026-11-02')).toEqual([0, 1, 0, 0, 0, 0, 2]);
  expect(
    (await get({ measure: 'backlog' }, 'dispatcher')).data.points.reduce(
      (all: number, { count }: { count: number }) => all + count,
      0,
    ),
  ).toBe(3);
  expect((await get({ measure: 'backlog' }, 'accountant')).outcome).toBe('FORBIDDEN');
  expect((await get({ measure: 'backlog', by: 'courier' })).error.data.fieldErrors).toHaveProperty('by');
});

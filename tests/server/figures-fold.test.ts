/** Changes of figures are added to their days in batches, each of which ends: all are counted, and once. */
import { beforeEach, expect, it } from 'vitest';
import { HOURLY_STEPS, runStep } from '../../server/background/housekeeping.ts';
import { foldFigures } from '../../server/shipments/store/projections.ts';
import { lockRow } from '../support/row-locks.ts';
import { testDatabase, testServer } from '../support/vitest.ts';

const database = await testDatabase();
const [one, other] = await Promise.all([testServer({ database }), testServer({ database })]);

/** So many on each of four days, as couriers and customers bring them. */
const addChanges = (each: number) =>
  database.query(
    `insert into figure_changes (day, measure, part, courier_id, customer_id, district, count, sum)
    select date '2026-03-01' + d, 'method', 'recipient', ('00000000-0000-4000-8000-' || lpad((n % 7)::text, 12, '0'))::uuid,
      ('00000000-0000-4000-9000-' || lpad((n % 5)::text, 12, '0'))::uuid, '411 Göteborg', 1, n
    from generate_series(0, 3) as d, generate_series(1, $1::int) as n`,
    [each],
  );
const countWaiting = async () =>
  (await database.query<{ count: number }>('select count(*)::int as count from figure_changes'))[0]?.count;

/** What days count, by day and whose: the ids together. */
const readDays = () =>
  database.query(`select to_char(day, 'YYYY-MM-DD') as day, subject, sum(count)::int as count, sum(sum)::int as sum
    from day_figures group by 1, 2 order by 1, 2`);
function daysOf(...added: number[]) {
  const count = added.reduce((total, each) => total + each, 0);
  const sum = added.reduce((total, each) => total + (each * (each + 1)) / 2, 0);
  return [1, 2, 3, 4].flatMap((day) =>
    ['all', 'courier', 'customer', 'customer-district', 'district'].map((subject) => ({
      day: `2026-03-0${day}`,
      subject,
      count,
      sum,
    })),
  );
}

beforeEach(() => database.query('truncate figure_changes, day_figures').then(() => undefined));

it('an hour folds them all, and its turn can end after a batch, which stays', async () => {
  await addChanges(6_000);
  const fold = (isOver: boolean) => runStep(one.services, HOURLY_STEPS.figures, { isOver: async () => isOver });
  expect(await fold(true)).toBe(false);
  const left = Number(await countWaiting());
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(24_000);
  expect(await fold(false)).toBe(true);
  expect(await countWaiting()).toBe(0);
  expect(await readDays()).toEqual(daysOf(6_000));
});

it('two servers that fold at once count each change once, also when one is killed in a batch', async () => {
  const fold = ({ services }: typeof one, limit: number) => foldFigures(services.db, limit);
  const foldAll = async (server: typeof one) => {
    while (!(await fold(server, 50)));
  };
  await addChanges(50);
  await foldAll(one);
  await addChanges(300);
  const firstDay = await lockRow(database, '2026-03-01', 'day_figures');
  const killed = expect(fold(one, 300)).rejects.toThrow();
  await firstDay.waitForWaiters();
  for (let day = 2; day <= 4; day += 1) expect(await fold(other, 300)).toBe(false);
  expect(await fold(other, 300)).toBe(true);
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and query ~ 'figure_changes' and datname = current_database()`);
  await killed;
  await firstDay.release();
  expect(await countWaiting()).toBe(300);
  await Promise.all([foldAll(one), foldAll(other)]);
  expect(await countWaiting()).toBe(0);
  expect(await readDays()).toEqual(daysOf(50, 300));
});

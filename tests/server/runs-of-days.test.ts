/** Runs of several days: what the desk's board and the courier's phone show of them. */
import { describe, expect, it } from 'vitest';
import { shiftDay } from '../../src/domain/runs/day.ts';
import { courierDay } from '../support/courier-day.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newCourier, releasedRun, loadAndStart } = courierDay(server, manager);

const { day: today } = (await server.call('runAdmin.list', { day: 'today' }, asManager)).data;
const [yesterday, tomorrow] = [shiftDay(today, -1), shiftDay(today, 1)];
const setDay = (id: string, day: string) => server.query('update runs set day = $2 where id = $1', [id, day]);

/** A released run of another day. */
async function releasedOn(day: string, courier: Person) {
  const run = await releasedRun(courier);
  await setDay(run.id, day);
  return run;
}

describe('the board', () => {
  it('of today has what is left of other days, and every other day has its own runs only', async () => {
    const [one, other] = [await newCourier(), await newCourier()];
    const [active, released] = [await releasedRun(one), await releasedOn(yesterday, other)];
    await loadAndStart(one);
    await setDay(active.id, yesterday);
    const create = async (day: string) =>
      (await server.call('runAdmin.create', { day, name: 'Plan', courierId: one.id }, asManager)).data.id;
    const [forgotten, cancelled, next] = [await create(yesterday), await create(yesterday), await create(tomorrow)];
    await server.call('runAdmin.cancel', { id: cancelled, version: 1 }, asManager);
    const own = [active.id, released.id, forgotten, cancelled, next];
    const boardOf = async (day: string) =>
      (await server.call('runAdmin.list', { day }, asManager)).data.runs
        .map(({ id }) => id)
        .filter((id) => own.includes(id));
    expect(await boardOf('today')).toEqual([active.id, released.id, forgotten]);
    expect(await boardOf(today)).toEqual([active.id, released.id, forgotten]);
    expect(await boardOf(yesterday)).toEqual([active.id, released.id, forgotten, cancelled]);
    expect(await boardOf(tomorrow)).toEqual([next]);
  });
});

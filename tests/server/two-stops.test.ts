import { expect, it } from 'vitest';
import { courierDay, DELIVERED } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const { newCourier, releasedRun, loadAndStart, mailsAbout, visit } = courierDay(server, manager);

const STREETS = ['Ankargatan', 'Bangatan', 'Karl Johansgatan', 'Linnégatan', 'Vasagatan'];

async function started() {
  const courier = await newCourier();
  const addresses = STREETS.map((street) => ({ shipTo: `${street} 1, 413 04 Gothenburg`, receiverName: street }));
  const { id } = await releasedRun(courier, addresses);
  const { tasks } = await loadAndStart(courier);
  /** How many stops came before each parcel with a message, and when it went out. */
  const told = async () => {
    const rows = await server.query<{ id: string; at: string }>(
      'select id, nearing_at::text as at from run_tasks where run_id = $1 and nearing_at is not null',
      [id],
    );
    return new Map(rows.map(({ id: taskId, at }) => [tasks.findIndex((task) => task.id === taskId), at]));
  };
  return { courier, tasks, told };
}

it('goes out once, after the visit that leaves two stops before theirs', async () => {
  const { courier, tasks, told } = await started();
  expect(await told()).toEqual(new Map());
  await visit(courier, tasks[0]);
  const first = await told();
  expect([...first.keys()].toSorted()).toEqual([1, 2, 3]);
  await visit(courier, tasks[1]);
  const second = await told();
  expect([...second.keys()].toSorted()).toEqual([1, 2, 3, 4]);
  for (const [index, at] of first) expect(second.get(index)).toBe(at);
});

it('does not go out for a visit that a phone reports an hour late', async () => {
  const { courier, tasks, told } = await started();
  const occurredAt = new Date(Date.now() - 60 * 60_000).toISOString();
  await visit(courier, tasks[0], DELIVERED, { occurredAt });
  expect(await told()).toEqual(new Map());
});

it('only the receiver who asked for it gets an email, and one', async () => {
  const [courier, owner, other] = [await newCourier(), await server.signedIn(), await server.signedIn()];
  const choices = { mail: ['two-stops'], sms: [], push: [] };
  expect((await server.call('message.saveChoices', { choices }, { as: owner })).outcome).toBe('ok');
  const { shipments } = await releasedRun(
    courier,
    STREETS.map((street, index) => ({
      shipTo: `${street} 1, 413 04 Gothenburg`,
      receiverName: street,
      receiverEmail: (index === 3 ? owner : other).email,
    })),
  );
  const { tasks } = await loadAndStart(courier);
  for (const task of tasks.slice(0, 3)) await visit(courier, task);
  const mailed = await Promise.all(shipments.map(({ id }) => mailsAbout(id, 'two-stops')));
  expect(mailed.flat().map(({ receiver }) => receiver)).toEqual([owner.email]);
});

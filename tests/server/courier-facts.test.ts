/** What couriers report, as facts: once each, and after the end. Late ones and corrections: courier-interleavings. */
import { describe, expect, it } from 'vitest';
import { courierDay, DELIVERED, fact } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };

const { newCourier, releasedRun, tell, loadAndStart, visit, statusOf, exceptionsOf, deskRun } = courierDay(
  server,
  manager,
);

describe('a fact', () => {
  it('counts once however often it is sent, and the same id with another content is a conflict', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    const outcomes = [{ taskId: task?.id, ...DELIVERED }];
    const visit = fact({ stopId: task?.stopId, outcomes, proofs: [] });
    const sent = await Promise.all([1, 2, 3].map(() => server.call('courier.visit', visit, { as: courier })));
    expect(sent.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
    await server.query('delete from idempotency_keys');
    await tell(courier, 'visit', visit);
    const entries = await server.query(`select 1 from activities where shipment_id = $1 and status = 'delivered'`, [
      shipments[0]?.id,
    ]);
    expect(entries).toHaveLength(1);
    const other = await server.call('courier.visit', { ...visit, note: 'Another' }, { as: courier });
    expect(other.outcome).toBe('CONFLICT');
    const stranger = await newCourier();
    expect((await server.call('courier.visit', visit, { as: stranger })).outcome).toBe('NOT_FOUND');
  });

  it('of a run that has ended is an exception once, and again after a manager has resolved it', async () => {
    const [courier, other] = [await newCourier(), await newCourier()];
    const { id, version } = await releasedRun(courier, [{}, { shipTo: 'A' }, { shipTo: 'B' }]);
    const { tasks } = await loadAndStart(courier);
    await server.call('runAdmin.move', { id, version, courierId: other.id }, asManager);
    await visit(courier, tasks[0]);
    await visit(courier, tasks[1]);
    expect(await exceptionsOf(id)).toEqual(['after-close']);
    const [exception] = (await deskRun(id)).exceptions;
    await server.call('runAdmin.resolve', { id: exception?.id, note: '' }, asManager);
    await visit(courier, tasks[2]);
    expect(await exceptionsOf(id)).toEqual(['after-close', 'after-close']);
  });

  it('lands with custody alone: without the role, after the run was closed, for a deleted shipment', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier, [{}, {}]);
    const run = await loadAndStart(courier);
    const { version } = await deskRun(id);
    await server.call('shipmentAdmin.deleteShipment', { id: shipments[1]?.id }, asManager);
    expect((await server.call('runAdmin.close', { id, version }, asManager)).outcome).toBe('CONFLICT');
    await server.call('runAdmin.close', { id, version: version + 1 }, asManager);
    const removal = await server.call('userAdmin.setRoles', { id: courier.id, roles: [] }, asManager);
    expect(removal.outcome).toBe('ok');
    expect((await server.call('courier.getRun', { id: 'current' }, { as: courier })).outcome).toBe('FORBIDDEN');
    const outcomes = run.tasks.map((task) => ({ taskId: task.id, result: 'delivered', method: 'recipient' }));
    const taskIds = run.tasks.map((task) => task.id);
    const proof = { kind: 'photo', sha256: 'ad'.repeat(32), type: 'image/jpeg', size: 9, taskIds };
    const second = { ...proof, sha256: 'ae'.repeat(32) };
    await tell(
      courier,
      'visit',
      fact({ stopId: run.stops[0]?.id, outcomes, proofs: [proof, second], recipient: 'Elin' }),
    );
    expect(await statusOf(shipments[0]?.id ?? '')).toEqual({ status: 'delivered' });
    const missing = ['missing-parcel', 'missing-parcel'];
    expect(await exceptionsOf(id)).toEqual(['after-close', 'deleted-but-delivered', ...missing]);
    // Managers still see what happened to the deleted one, with its proof.
    const { stops } = await deskRun(id);
    const kept = stops.flatMap((stop) => stop.tasks).find(({ shipmentId }) => shipmentId === shipments[1]?.id);
    const awaited = [proof, second].map(({ sha256 }) => ({ sha256, state: 'awaited' }));
    expect(kept).toMatchObject({
      isDeleted: true,
      visits: [{ result: 'delivered', recipient: 'Elin', proofs: awaited }],
    });
  });
});

/** What couriers report, as facts: once each, late, corrected, after the end. */
import { describe, expect, it } from 'vitest';
import { courierDay, DELIVERED, fact, NOT_HOME, TO_MAILBOX } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };

const acts = courierDay(server, manager);
const { newCourier, releasedRun, tell, loadAndStart, visit } = acts;
const { runOf, statusOf, mailsAbout, exceptionsOf, deskRun, shipmentOf } = acts;

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

  it('that another phone of the courier has reported already adds nothing to the history', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier);
    const taskIds = (await runOf(courier)).tasks.map((task) => task.id);
    const twice = async (kind: 'load' | 'start' | 'return', input: Record<string, unknown>) => {
      for (const _ of ['one phone', 'the other']) await tell(courier, kind, fact(input));
    };
    await twice('load', { taskIds });
    await twice('start', { runId: id });
    await tell(courier, 'load', fact({ taskIds }));
    const beforeReturn = new Date().toISOString();
    await twice('return', { taskIds });
    await tell(courier, 'load', fact({ taskIds, occurredAt: beforeReturn }));
    await tell(courier, 'start', fact({ runId: id }));
    const { activity } = await shipmentOf(shipments[0]?.id);
    expect(activity.map(({ comment }) => comment)).toEqual([
      'Label created',
      'Loaded for delivery',
      'Out for delivery',
      'Back at the depot',
    ]);
  });

  it.each(['start', 'return'] as const)(
    'that is late, a %s, neither takes back what was shipped since nor tells anyone',
    async (kind) => {
      const courier = await newCourier();
      const { id, shipments } = await releasedRun(courier);
      const run = await runOf(courier);
      const taskIds = run.tasks.map((task) => task.id);
      await tell(courier, 'load', fact({ taskIds }));
      if (kind === 'return') await tell(courier, 'start', fact({ runId: id }));
      const shipmentId = shipments[0]?.id ?? '';
      await server.call('shipmentAdmin.updateShipment', { id: shipmentId, status: 'shipped' }, asManager);
      const mails = await mailsAbout(shipmentId, 'status-changed');
      // Within the time of news: what is overtaken is none.
      const early = new Date(Date.now() - 60 * 60 * 1000).toISOString();
      await tell(courier, kind, fact({ ...(kind === 'start' ? { runId: id } : { taskIds }), occurredAt: early }));
      expect(await statusOf(shipmentId)).toEqual({ status: 'shipped' });
      expect(await mailsAbout(shipmentId, 'status-changed')).toEqual(mails);
      // It has its place in the history.
      const { activity } = await shipmentOf(shipmentId);
      const entry = activity.find(({ occurredAt }) => occurredAt === early);
      expect(entry?.status).toBe(kind === 'start' ? 'delivery' : 'held');
    },
  );

  it('can be corrected: the status before comes back, the task opens, and both parties are notified', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    const mistake = await visit(courier, task);
    await visit(courier, task, { ...NOT_HOME, supersedes: mistake });
    expect(await statusOf(shipments[0]?.id ?? '')).toEqual({ status: 'delivery' });
    expect((await runOf(courier)).tasks.map(({ status }) => status)).toEqual(['loaded']);
    expect(await mailsAbout(shipments[0]?.id ?? '', 'delivery-corrected')).toHaveLength(2);
  });

  it('can be corrected, also if both came after the desk had given it another status: that one comes back', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    const shipment = { id: shipments[0]?.id ?? '' };
    // Half an hour passes before the desk holds it, and before the phone is online.
    await server.query("update activities set occurred_at = occurred_at - interval '2 hours' where shipment_id = $1", [
      shipment.id,
    ]);
    const at = (minutesAgo: number) => ({ occurredAt: new Date(Date.now() - minutesAgo * 60_000).toISOString() });
    await server.call('shipmentAdmin.updateShipment', { ...shipment, status: 'held' }, asManager);
    const mistake = await visit(courier, task, DELIVERED, at(35));
    expect(await statusOf(shipment.id)).toEqual({ status: 'delivered' });
    await visit(courier, task, { ...NOT_HOME, supersedes: mistake }, at(30));
    expect(await statusOf(shipment.id)).toEqual({ status: 'held' });
    expect(await mailsAbout(shipment.id, 'delivery-corrected')).toHaveLength(2);
  });

  it('can be corrected to another method: it counts as one delivery, and nobody gets a second message', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    const mistake = await visit(courier, task, TO_MAILBOX);
    const mails = await mailsAbout(shipments[0]?.id ?? '', 'status-changed');
    const correction = { result: 'delivered', method: 'neighbour', supersedes: mistake };
    await visit(courier, task, correction, { recipient: 'Ulla' });
    expect(await statusOf(shipments[0]?.id ?? '')).toEqual({ status: 'delivered' });
    expect(await mailsAbout(shipments[0]?.id ?? '', 'status-changed')).toEqual(mails);
    expect(await mailsAbout(shipments[0]?.id ?? '', 'delivery-corrected')).toEqual([]);
    expect(await exceptionsOf(id)).toEqual([]);
    const managed = await shipmentOf(shipments[0]?.id);
    expect(managed.visits?.map(({ method, corrected }) => [method, corrected])).toEqual([
      ['mailbox', true],
      ['neighbour', false],
    ]);
    expect((await deskRun(id)).progress).toMatchObject({ delivered: 1, open: 0 });
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

describe('a delivery that is taken back', () => {
  it.each([
    ['cancelled', 'shipmentAdmin.updateShipment', { status: 'cancelled' }],
    ['deleted', 'shipmentAdmin.deleteShipment', {}],
  ] as const)('after the shipment was %s does not put its parcel back into the run', async (_, procedure, change) => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    const delivered = await visit(courier, task);
    await server.call(procedure, { id: shipments[0]?.id, ...change }, asManager);
    const wrong = { taskId: task?.id, result: 'failed', reason: 'carrier_sorting_error', supersedes: delivered };
    await tell(courier, 'visit', fact({ stopId: task?.stopId, outcomes: [wrong], proofs: [] }));
    expect((await runOf(courier)).tasks.map(({ status }) => status)).toEqual(['cancelled']);
  });
});

/** Facts count once each, and after the end. Late ones and corrections: courier-interleavings. */
import { describe, expect, it } from 'vitest';
import { collections } from '../support/collections.ts';
import { DELIVERED, fact, NOT_HOME } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };

const acts = await collections(server, manager);
const { newCourier, releasedRun, runOf, tell, loadAndStart, visit, statusOf, exceptionsOf, deskRun } = acts;
const { collecting, collect } = acts;

describe('the time of a fact', () => {
  const LONG_AGO = { occurredAt: new Date(Date.now() - 400 * 86_400_000).toISOString() };
  const timesOf = (runId: string) =>
    server.query<{ kind: string; at: Date; earliest: Date | null }>(
      `select kind, occurred_at as at, earliest_at as earliest from courier_facts where run_id = $1 order by created_at`,
      [runId],
    );
  const releaseOf = async (runId: string) =>
    (
      await server.query<{ at: Date }>(
        `select created_at as at from audit_entries where entity_id = $1 and after ->> 'status' = 'released'`,
        [runId],
      )
    )[0]?.at;

  it('is never before its run was released or its parcel loaded, whatever the clock says, and is marked', async () => {
    const [courier, owner] = [await newCourier(), await server.signedIn()];
    const run = await releasedRun(courier, [{ receiverEmail: owner.email }, { shipTo: 'A' }, { shipTo: 'B' }]);
    const { tasks } = await runOf(courier);
    const [first, second, third] = run.shipments.map(({ trackingId }) =>
      tasks.find((task) => task.trackingId === trackingId),
    );
    await tell(courier, 'load', fact({ taskIds: [third?.id], ...LONG_AGO }));
    await tell(courier, 'load', fact({ taskIds: [first?.id, second?.id] }));
    await tell(courier, 'start', fact({ runId: run.id, ...LONG_AGO }));
    await visit(courier, first, DELIVERED, LONG_AGO);
    await visit(courier, third, NOT_HOME, LONG_AGO);
    await tell(courier, 'return', fact({ taskIds: [second?.id], ...LONG_AGO }));
    await tell(courier, 'handIn', fact({ runId: run.id, ...LONG_AGO }));
    await tell(courier, 'close', fact({ runId: run.id, ...LONG_AGO }));
    const released = await releaseOf(run.id);
    const loaded = (await timesOf(run.id))[1]?.at;
    const uncertain = (kind: string, at: Date | undefined) => ({ kind, at, earliest: at });
    expect(await timesOf(run.id)).toEqual([
      uncertain('load', released),
      { kind: 'load', at: loaded, earliest: null },
      uncertain('start', released),
      uncertain('visit', loaded),
      // Nobody knows better of one that was loaded by the same clock.
      uncertain('visit', released),
      uncertain('return', loaded),
      uncertain('hand-in', released),
      uncertain('close', released),
    ]);
    expect(await exceptionsOf(run.id)).toEqual(expect.arrayContaining(Array(7).fill('clock-uncertain')));
    const input = { trackingId: run.shipments[0]?.trackingId };
    const { jws } = (await server.call('shipment.getReceipt', input, { as: owner })).data;
    const { deliveredAt } = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString());
    expect(new Date(deliveredAt)).toEqual(loaded);
  });

  it('is not before a parcel that was collected was created', async () => {
    const { courier, run, parcels } = await collecting();
    await collect(courier, parcels, LONG_AGO);
    const [created] = await server.query('select max(created_at) as at from shipments where tracking_id = any($1)', [
      parcels.map(({ trackingId }) => trackingId),
    ]);
    expect((await timesOf(run.id)).at(-1)).toEqual({ kind: 'collect', at: created?.at, earliest: created?.at });
  });

  it('of a clock that is seconds behind is not marked', async () => {
    const courier = await newCourier();
    const { id } = await releasedRun(courier);
    const released = (await releaseOf(id)) ?? new Date();
    await tell(courier, 'start', fact({ runId: id, occurredAt: new Date(released.getTime() - 30_000).toISOString() }));
    expect(await timesOf(id)).toEqual([{ kind: 'start', at: released, earliest: null }]);
  });

  it('at the desk is not before the shipment was created', async () => {
    const { id } = await server.parcel();
    const change = { id, status: 'delivered', ...LONG_AGO };
    expect((await server.call('shipmentAdmin.updateShipment', change, asManager)).outcome).toBe('ok');
    const note = { id, comment: 'Here', address: '', ...LONG_AGO };
    expect((await server.call('shipmentAdmin.updateShipmentActivity', note, asManager)).outcome).toBe('ok');
    const early = `select 1 from activities a join shipments s on s.id = a.shipment_id
      where s.id = $1 and (a.occurred_at < date_trunc('milliseconds', s.created_at) or a.comment = 'Here' and a.earliest_at is null)`;
    expect(await server.query(early, [id])).toEqual([]);
  });
});

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

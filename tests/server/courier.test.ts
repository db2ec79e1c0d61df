/** A courier's day through the procedures: a run from the pool to its end. */
import { createHash, randomUUID } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROOFS_QUEUE } from '../../server/jobs/queues.ts';
import { tidyProofs } from '../../server/operations/runs/erase-proofs.ts';
import { auditChanges, auditSentence } from '../../src/domain/audit.ts';
import { formatOccurrence } from '../../src/domain/dates.ts';
import { paths } from '../../src/domain/paths.ts';
import { shiftDay } from '../../src/domain/runs/day.ts';
import { courierDay, fact } from '../support/courier-day.ts';
import { NO_NEWS, openLive } from '../support/live-stream.ts';
import { newPushDevice } from '../support/push-service.ts';
import { lockRow } from '../support/row-locks.ts';
import { type Person, parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');

const { newCourier, releasedRun, runOf, tell, loadAndStart } = courierDay(server, manager);
const asManager = { as: manager };

const statusOf = async (id: string) => (await server.query('select status from shipments where id = $1', [id]))[0];
const openOf = async (shipmentId = 'all') => (await server.call('runAdmin.exceptions', { shipmentId }, asManager)).data;
const mailsAbout = (id: string, kind: string) =>
  server.query(`select receiver, about from mails where about->>'shipmentId' = $1 and kind = $2`, [id, kind]);
const exceptionsOf = async (runId: string) =>
  (
    await server.query<{ kind: string }>('select kind from run_exceptions where run_id = $1 order by kind', [runId])
  ).map(({ kind }) => kind);

/** Reports a parcel as delivered; returns the id of the visit. */
async function deliver(courier: Person, task: { id: string; stopId: string } | undefined): Promise<string> {
  const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'recipient' }];
  const visit = fact({ stopId: task?.stopId, outcomes, proofs: [] });
  await tell(courier, 'visit', visit);
  return visit.id;
}

describe('a day', () => {
  it('goes from the pool to the close, and everyone sees it', async () => {
    const courier = await newCourier();
    const door = { shipTo: 'Storgatan 2, Oslo', receiverPhone: '+47 22 33 44 55' };
    const run = await releasedRun(courier, [door, { ...door, shipTo: 'STORGATAN 2,  Oslo' }, {}]);
    const [first, second, third] = run.shipments;
    const seen = await runOf(courier);
    expect(seen.stops.map(({ tasks }) => tasks.length)).toEqual([2, 1]);
    expect(Object.keys(seen.stops[0]?.tasks[0] ?? {}).toSorted()).toEqual(
      'description dimensions id movedTo outcomes proof receiver service status trackingId weight'.split(' '),
    );
    const [a, b, c] = seen.tasks;
    await tell(courier, 'load', fact({ taskIds: [a?.id, b?.id, c?.id] }));
    await tell(courier, 'start', fact({ runId: seen.id }));
    expect(await statusOf(first?.id ?? '')).toEqual({ status: 'delivery' });
    expect(await mailsAbout(first?.id ?? '', 'status-changed')).toHaveLength(2);

    const outcomes = [
      { taskId: a?.id, result: 'delivered', method: 'recipient' },
      { taskId: b?.id, result: 'delivered', method: 'recipient' },
    ];
    await tell(courier, 'visit', fact({ stopId: a?.stopId, outcomes, recipient: 'Elin', proofs: [] }));
    const failed = [{ taskId: c?.id, result: 'failed', reason: 'consignee_not_home' }];
    await tell(courier, 'visit', fact({ stopId: c?.stopId, outcomes: failed, proofs: [] }));
    expect(await statusOf(third?.id ?? '')).toEqual({ status: 'delivery' });
    expect(await mailsAbout(third?.id ?? '', 'delivery-attempted')).toHaveLength(2);
    await tell(courier, 'return', fact({ taskIds: [c?.id] }));
    await tell(courier, 'close', fact({ runId: seen.id }));

    const statuses = await Promise.all(run.shipments.map(({ id }) => statusOf(id)));
    expect(statuses).toEqual([{ status: 'delivered' }, { status: 'delivered' }, { status: 'held' }]);
    const details = (await server.call('runAdmin.get', { id: seen.id }, asManager)).data;
    expect(details.status).toBe('closed');
    expect(details.progress).toMatchObject({ delivered: 2, returned: 1, open: 0, exceptions: 0 });
    const managed = (await server.call('shipmentAdmin.getShipment', { id: second?.id }, asManager)).data;
    expect(managed.activity.map(({ comment }) => comment)).toEqual([
      'Label created',
      'Loaded for delivery',
      'Out for delivery',
      'Delivered to the recipient',
    ]);
    expect(managed.visits).toMatchObject([{ result: 'delivered', recipient: 'Elin', corrected: false }]);
  });

  it('leaves what was not loaded behind, in the pool, and finds what is missing at the close', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier, [{}, {}]);
    const run = await runOf(courier);
    await tell(courier, 'load', fact({ taskIds: [run.tasks[0]?.id] }));
    await tell(courier, 'start', fact({ runId: id }));
    expect((await runOf(courier)).tasks.map(({ status }) => status)).toEqual(['loaded', 'left']);
    const pool = (await server.call('runAdmin.pool', { page: {} }, asManager)).data;
    expect(pool.data.map((one) => one.id)).toContain(shipments[1]?.id);
    expect(pool.data.map((one) => one.id)).not.toContain(shipments[0]?.id);
    // What comes back into the run is one parcel, not two.
    const { version } = (await server.call('runAdmin.get', { id }, asManager)).data;
    await server.call('runAdmin.add', { id, version, shipmentIds: [shipments[1]?.id] }, asManager);
    const { progress } = (await server.call('runAdmin.get', { id }, asManager)).data;
    expect(progress).toMatchObject({ stops: 1, tasks: 2, open: 2, loaded: 1 });
    await tell(courier, 'close', fact({ runId: id }));
    expect((await runOf(courier)).tasks.map(({ status }) => status)).toEqual(['missing', 'left', 'left']);
    expect(await exceptionsOf(id)).toEqual(['missing-parcel']);
  });
});

describe('a parcel that the desk adds to a run under way', () => {
  const early = { occurredAt: new Date(Date.now() - 600_000).toISOString() };
  const statusesOf = async (courier: Person) => (await runOf(courier)).tasks.map(({ status }) => status);

  /** A run with a loaded parcel, and one that the desk has just added. */
  async function runWithAdded() {
    const courier = await newCourier();
    const { id, version, shipments } = await releasedRun(courier);
    await tell(courier, 'load', fact({ taskIds: (await runOf(courier)).tasks.map((task) => task.id), ...early }));
    const added = await server.parcel({ shipTo: 'Kungsgatan 1' });
    expect((await server.call('runAdmin.add', { id, version, shipmentIds: [added.id] }, asManager)).outcome).toBe('ok');
    return { courier, runId: id, shipments, added };
  }

  async function expectInPool(shipmentId: string): Promise<void> {
    const pool = (await server.call('runAdmin.pool', { page: {} }, asManager)).data;
    expect(pool.data.map(({ id }) => id)).toContain(shipmentId);
    const { id: courierId } = await newCourier();
    const input = { day: 'today', name: 'Next', courierId, shipmentIds: [shipmentId] };
    expect((await server.call('runAdmin.create', input, asManager)).outcome).toBe('ok');
  }

  it('stays through a start that occurred before, and is in the pool after a close that did', async () => {
    const { courier, runId, added } = await runWithAdded();
    await tell(courier, 'start', fact({ runId, ...early }));
    expect(await statusesOf(courier)).toEqual(['loaded', 'assigned']);
    await tell(courier, 'close', fact({ runId, ...early }));
    expect(await statusesOf(courier)).toEqual(['missing', 'left']);
    await expectInPool(added.id);
  });

  it('and that nobody scans is in the pool after the close, not missing', async () => {
    const { courier, runId, added } = await runWithAdded();
    await tell(courier, 'start', fact({ runId, ...early }));
    await tell(courier, 'close', fact({ runId }));
    expect(await statusesOf(courier)).toEqual(['missing', 'left']);
    expect(await exceptionsOf(runId)).toEqual(['missing-parcel']);
    await expectInPool(added.id);
  });

  it('is in the pool too if the run is closed at the same moment', async () => {
    const { courier, runId, shipments } = await runWithAdded();
    const { version } = (await server.call('runAdmin.get', { id: runId }, asManager)).data;
    const late = await server.parcel();
    // The close has read which parcels the run has, and waits for one of them.
    const row = await lockRow(server.database, shipments[0]?.id ?? '');
    const close = tell(courier, 'close', fact({ runId }));
    await row.waitForWaiters();
    const add = { id: runId, version, shipmentIds: [late.id] };
    expect((await server.call('runAdmin.add', add, asManager)).outcome).toBe('ok');
    await row.release();
    await close;
    expect((await statusesOf(courier)).toSorted()).toEqual(['left', 'left', 'missing']);
    await expectInPool(late.id);
  });

  it('is out for delivery once loaded, even if it was left behind before, and both parties are notified', async () => {
    const courier = await newCourier();
    const { id, version, shipments } = await releasedRun(courier, [{}, {}]);
    const [first, left] = (await runOf(courier)).tasks;
    await tell(courier, 'load', fact({ taskIds: [first?.id] }));
    await tell(courier, 'start', fact({ runId: id }));
    const added = await server.parcel();
    await server.call('runAdmin.add', { id, version, shipmentIds: [added.id] }, asManager);
    const later = [left, (await runOf(courier)).tasks.find(({ trackingId }) => trackingId === added.trackingId)];
    expect(later.map((task) => task?.id)).not.toContain(undefined);
    await tell(courier, 'load', fact({ taskIds: later.map((task) => task?.id) }));
    expect(await statusesOf(courier)).toEqual(['loaded', 'loaded', 'loaded']);
    for (const shipmentId of [shipments[1]?.id ?? '', added.id]) {
      expect(await statusOf(shipmentId)).toEqual({ status: 'delivery' });
      expect(await mailsAbout(shipmentId, 'status-changed')).toHaveLength(2);
    }
  });
});

describe('a parcel that the desk takes out while it is in the van', () => {
  const cancel = (id: string | undefined) =>
    server.call('shipmentAdmin.updateShipment', { id, status: 'cancelled' }, asManager);
  const toBringBack = async (courier: Person) =>
    (await runOf(courier)).tasks.filter(({ recalled }) => recalled).map(({ trackingId }) => trackingId);

  /** A run under way, of which the first parcel was cancelled and the second one went to the pool. */
  async function runWithRecalled() {
    const courier = await newCourier();
    const run = await releasedRun(courier, [{}, {}, {}]);
    const { tasks } = await loadAndStart(courier);
    await cancel(run.shipments[0]?.id);
    const move = { id: run.id, version: run.version + 1, taskIds: [tasks[1]?.id] };
    expect((await server.call('runAdmin.move', move, asManager)).outcome).toBe('ok');
    return { courier, tasks, ...run, version: run.version + 2 };
  }

  it('has to be returned, and the board shows its return', async () => {
    const { courier, id, tasks, shipments } = await runWithRecalled();
    const trackingIds = shipments.map(({ trackingId }) => trackingId);
    expect(await toBringBack(courier)).toEqual(trackingIds.slice(0, 2));
    await tell(courier, 'return', fact({ taskIds: tasks.map((task) => task.id) }));
    expect(await toBringBack(courier)).toEqual([]);
    const { stops, progress } = (await server.call('runAdmin.get', { id }, asManager)).data;
    expect(stops[0]?.tasks.map(({ status }) => status)).toEqual(['returned', 'returned', 'returned']);
    expect(progress).toMatchObject({ returned: 3, open: 0 });
    const statuses = await Promise.all(shipments.map((shipment) => statusOf(shipment.id)));
    expect(statuses).toEqual([{ status: 'cancelled' }, { status: 'held' }, { status: 'held' }]);
    await tell(courier, 'close', fact({ runId: id }));
    expect(await exceptionsOf(id)).toEqual([]);
  });

  it('is missing if the courier or a manager closes the run without it', async () => {
    const [one, other] = [await runWithRecalled(), await runWithRecalled()];
    await tell(one.courier, 'close', fact({ runId: one.id }));
    await server.call('runAdmin.close', { id: other.id, version: other.version }, asManager);
    for (const { courier, id } of [one, other]) {
      expect((await runOf(courier)).tasks.map(({ status }) => status)).toEqual(['missing', 'missing', 'missing']);
      expect(await exceptionsOf(id)).toEqual(Array.from({ length: 3 }, () => 'missing-parcel'));
    }
  });

  it('is not asked for if it never was there, was delivered, or is in a run again', async () => {
    const courier = await newCourier();
    const { id, version, shipments } = await releasedRun(courier, [{}, {}, {}, {}]);
    const { tasks } = await runOf(courier);
    await tell(courier, 'load', fact({ taskIds: tasks.slice(1).map((task) => task.id) }));
    await cancel(shipments[0]?.id);
    await server.call('shipmentAdmin.updateShipment', { id: shipments[1]?.id, status: 'delivered' }, asManager);
    const { id: courierId } = await newCourier();
    const move = { id, version: version + 2, courierId, taskIds: [tasks[2]?.id] };
    expect((await server.call('runAdmin.move', move, asManager)).outcome).toBe('ok');
    expect(await toBringBack(courier)).toEqual([]);
    await tell(courier, 'close', fact({ runId: id }));
    expect((await runOf(courier)).tasks.map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
      'moved',
      'missing',
    ]);
  });
});

describe('a run that ends early', () => {
  it('is closed with stops that were never visited: what is back is held, the rest is missing', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier, [{}, { shipTo: 'A' }, { shipTo: 'B' }]);
    const [visited, back] = (await loadAndStart(courier)).tasks;
    const outcomes = [{ taskId: visited?.id, result: 'delivered', method: 'recipient' }];
    await tell(courier, 'visit', fact({ stopId: visited?.stopId, outcomes, proofs: [] }));
    await tell(courier, 'return', fact({ taskIds: [back?.id] }));
    await tell(courier, 'close', fact({ runId: id }));
    const { status, tasks } = await runOf(courier);
    expect([status, ...tasks.map((task) => task.status)]).toEqual(['closed', 'delivered', 'returned', 'missing']);
    const statuses = await Promise.all(shipments.map((shipment) => statusOf(shipment.id)));
    expect(statuses).toEqual([{ status: 'delivered' }, { status: 'held' }, { status: 'delivery' }]);
    expect(await exceptionsOf(id)).toEqual(['missing-parcel']);
  });
});

describe('a fact', () => {
  it('counts once however often it is sent, and the same id with another content is a conflict', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    const visit = fact({
      stopId: task?.stopId,
      outcomes: [{ taskId: task?.id, result: 'delivered', method: 'mailbox' }],
      proofs: [],
    });
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

  it('of sixty parcels writes sixty entries', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(
      courier,
      Array.from({ length: 60 }, () => ({})),
    );
    const run = await loadAndStart(courier);
    const outcomes = run.tasks.map(({ id }) => ({ taskId: id, result: 'delivered', method: 'recipient' }));
    await tell(courier, 'visit', fact({ stopId: run.stops[0]?.id, outcomes, proofs: [] }));
    const entries = await server.query(
      `select 1 from activities where shipment_id = any($1) and comment = 'Delivered to the recipient'`,
      [shipments.map(({ id }) => id)],
    );
    expect(entries).toHaveLength(60);
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
    const { activity } = (await server.call('shipmentAdmin.getShipment', { id: shipments[0]?.id }, asManager)).data;
    expect(activity.map(({ comment }) => comment)).toEqual([
      'Label created',
      'Loaded for delivery',
      'Out for delivery',
      'Back at the depot',
    ]);
  });

  it('that is late changes no later status and sends no news, except of a delivery', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier, [{}, {}]);
    const [held, delivered] = shipments;
    const run = await loadAndStart(courier);
    const early = new Date(Date.now() - 3 * 60 * 60 * 1000).toISOString();
    const at = (index: number) => run.tasks[index];
    await server.call('shipmentAdmin.updateShipment', { id: held?.id, status: 'held' }, asManager);
    const failed = [{ taskId: at(0)?.id, result: 'failed', reason: 'consignee_not_home' }];
    await tell(courier, 'visit', fact({ stopId: at(0)?.stopId, outcomes: failed, proofs: [], occurredAt: early }));
    expect(await statusOf(held?.id ?? '')).toEqual({ status: 'held' });
    expect(await mailsAbout(held?.id ?? '', 'delivery-attempted')).toEqual([]);
    await server.call('shipmentAdmin.updateShipment', { id: delivered?.id, status: 'held' }, asManager);
    const outcomes = [{ taskId: at(1)?.id, result: 'delivered', method: 'recipient' }];
    await tell(courier, 'visit', fact({ stopId: at(1)?.stopId, outcomes, proofs: [], occurredAt: early }));
    expect(await statusOf(delivered?.id ?? '')).toEqual({ status: 'delivered' });
    expect(await exceptionsOf(run.id)).toEqual(['delivered-over-status']);
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
      const { activity } = (await server.call('shipmentAdmin.getShipment', { id: shipmentId }, asManager)).data;
      const entry = activity.find(({ occurredAt }) => occurredAt === early);
      expect(entry?.status).toBe(kind === 'start' ? 'delivery' : 'held');
    },
  );

  it('that delivers what was planned into the run of a later day counts, closes that task, and is an exception', async () => {
    const [courier, later] = [await newCourier(), await newCourier()];
    const { id, version, shipments } = await releasedRun(courier, [{}, { shipTo: 'Storgatan 2, Oslo' }]);
    const [task] = (await loadAndStart(courier)).tasks;
    const today = (await runOf(courier)).day;
    // Back to the pool, and into a run of tomorrow.
    await server.call('runAdmin.move', { id, version, taskIds: [task?.id] }, asManager);
    const plan = { day: shiftDay(today, 1), name: 'Tomorrow', courierId: later.id, shipmentIds: [shipments[0]?.id] };
    const planned = (await server.call('runAdmin.create', plan, asManager)).data;
    await server.call('runAdmin.release', planned, asManager);
    const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'recipient' }];
    await tell(courier, 'visit', fact({ stopId: task?.stopId, outcomes, proofs: [] }));
    expect(await statusOf(shipments[0]?.id ?? '')).toEqual({ status: 'delivered' });
    expect((await runOf(later)).tasks.map(({ status, movedTo }) => [status, movedTo])).toEqual([['moved', 'Bo']]);
    expect((await openOf(shipments[0]?.id)).map(({ kind }) => kind)).toEqual(['rescheduled']);
  });

  it('can be corrected: the status before comes back, the task opens, and both parties are notified', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    const at = { stopId: task?.stopId, proofs: [] };
    const mistake = fact({ ...at, outcomes: [{ taskId: task?.id, result: 'delivered', method: 'recipient' }] });
    await tell(courier, 'visit', mistake);
    const reason = 'consignee_not_home';
    const outcomes = [{ taskId: task?.id, result: 'failed', reason, supersedes: mistake.id }];
    await tell(courier, 'visit', fact({ ...at, outcomes }));
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
    const at = (minutesAgo: number) => ({
      stopId: task?.stopId,
      proofs: [],
      occurredAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    });
    const mistake = fact({ ...at(35), outcomes: [{ taskId: task?.id, result: 'delivered', method: 'recipient' }] });
    const failure = { taskId: task?.id, result: 'failed', reason: 'consignee_not_home', supersedes: mistake.id };
    await server.call('shipmentAdmin.updateShipment', { ...shipment, status: 'held' }, asManager);
    await tell(courier, 'visit', mistake);
    expect(await statusOf(shipment.id)).toEqual({ status: 'delivered' });
    await tell(courier, 'visit', fact({ ...at(30), outcomes: [failure] }));
    expect(await statusOf(shipment.id)).toEqual({ status: 'held' });
    expect(await mailsAbout(shipment.id, 'delivery-corrected')).toHaveLength(2);
  });

  it('can be corrected to another method: it counts as one delivery, and nobody gets a second message', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    const at = { stopId: task?.stopId, proofs: [] };
    const delivered = (method: string, more: Record<string, unknown> = {}) => [
      { taskId: task?.id, result: 'delivered', method, ...more },
    ];
    const mistake = fact({ ...at, outcomes: delivered('mailbox') });
    await tell(courier, 'visit', mistake);
    const mails = await mailsAbout(shipments[0]?.id ?? '', 'status-changed');
    const correction = { outcomes: delivered('neighbour', { supersedes: mistake.id }), recipient: 'Ulla' };
    await tell(courier, 'visit', fact({ ...at, ...correction }));
    expect(await statusOf(shipments[0]?.id ?? '')).toEqual({ status: 'delivered' });
    expect(await mailsAbout(shipments[0]?.id ?? '', 'status-changed')).toEqual(mails);
    expect(await mailsAbout(shipments[0]?.id ?? '', 'delivery-corrected')).toEqual([]);
    expect(await exceptionsOf(id)).toEqual([]);
    const managed = (await server.call('shipmentAdmin.getShipment', { id: shipments[0]?.id }, asManager)).data;
    expect(managed.visits?.map(({ method, corrected }) => [method, corrected])).toEqual([
      ['mailbox', true],
      ['neighbour', false],
    ]);
    expect((await server.call('runAdmin.get', { id }, asManager)).data.progress).toMatchObject({
      delivered: 1,
      open: 0,
    });
  });

  it('of a run that has ended is an exception once, and again after a manager has resolved it', async () => {
    const [courier, other] = [await newCourier(), await newCourier()];
    const { id, version } = await releasedRun(courier, [{}, { shipTo: 'A' }, { shipTo: 'B' }]);
    const { tasks } = await loadAndStart(courier);
    await server.call('runAdmin.move', { id, version, courierId: other.id }, asManager);
    await deliver(courier, tasks[0]);
    await deliver(courier, tasks[1]);
    expect(await exceptionsOf(id)).toEqual(['after-close']);
    const [exception] = (await server.call('runAdmin.get', { id }, asManager)).data.exceptions;
    await server.call('runAdmin.resolve', { id: exception?.id, note: '' }, asManager);
    await deliver(courier, tasks[2]);
    expect(await exceptionsOf(id)).toEqual(['after-close', 'after-close']);
  });

  it('lands with custody alone: without the role, after the run was closed, for a deleted shipment', async () => {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier, [{}, {}]);
    const run = await loadAndStart(courier);
    const { version } = (await server.call('runAdmin.get', { id }, asManager)).data;
    await server.call('shipmentAdmin.deleteShipment', { id: shipments[1]?.id }, asManager);
    expect((await server.call('runAdmin.close', { id, version }, asManager)).outcome).toBe('CONFLICT');
    await server.call('runAdmin.close', { id, version: version + 1 }, asManager);
    const removal = await server.call('userAdmin.setCourier', { id: courier.id, courier: false }, asManager);
    expect(removal.outcome).toBe('ok');
    expect((await server.call('courier.getRun', { id: 'current' }, { as: courier })).outcome).toBe('FORBIDDEN');
    const outcomes = run.tasks.map((task) => ({ taskId: task.id, result: 'delivered', method: 'recipient' }));
    const taskIds = run.tasks.map((task) => task.id);
    const proof = { kind: 'photo', sha256: 'ad'.repeat(32), type: 'image/jpeg', size: 9, taskIds };
    await tell(courier, 'visit', fact({ stopId: run.stops[0]?.id, outcomes, proofs: [proof], recipient: 'Elin' }));
    expect(await statusOf(shipments[0]?.id ?? '')).toEqual({ status: 'delivered' });
    const missing = ['missing-parcel', 'missing-parcel'];
    expect(await exceptionsOf(id)).toEqual(['after-close', 'deleted-but-delivered', ...missing]);
    // Managers still see what happened to the deleted one, with its proof.
    const { stops } = (await server.call('runAdmin.get', { id }, asManager)).data;
    const kept = stops.flatMap((stop) => stop.tasks).find(({ shipmentId }) => shipmentId === shipments[1]?.id);
    expect(kept).toMatchObject({
      isDeleted: true,
      visits: [{ result: 'delivered', recipient: 'Elin', proofs: [{ sha256: proof.sha256, state: 'awaited' }] }],
    });
  });
});

describe('news of an attempt', () => {
  it('goes to the parties and their own devices, never to devices that follow the tracking ID alone', async () => {
    const [courier, owner] = [await newCourier(), await server.signInAs('customer')];
    const { shipments } = await releasedRun(courier, [{ receiverEmail: owner.email }]);
    const [task] = (await loadAndStart(courier)).tasks;
    const newDevice = () => {
      const { endpoint, keys } = newPushDevice(`https://fcm.googleapis.com/fcm/send/${randomUUID()}`);
      return { endpoint, keys };
    };
    const [own, alone] = [newDevice(), newDevice()];
    const { trackingId } = shipments[0] ?? {};
    await server.call('push.followOwn', { subscription: own }, { as: owner });
    await server.call('push.follow', { subscription: alone, trackingId }, { address: server.newAddress() });
    const outcomes = [{ taskId: task?.id, result: 'failed', reason: 'consignee_not_home' }];
    await tell(courier, 'visit', fact({ stopId: task?.stopId, outcomes, proofs: [] }));
    const queued = await server.query(
      `select d.endpoint, j.data->>'kind' as kind from pgboss.job j
       join push_devices d on d.id::text = j.data->>'deviceId'
       where j.name = 'push' and j.data->>'shipmentId' = $1`,
      [shipments[0]?.id],
    );
    expect(queued).toEqual([{ endpoint: own.endpoint, kind: 'delivery-attempted' }]);
  });
});

describe('news that a delivery was a mistake', () => {
  it('is sent to everyone who was notified of the delivery, and says that it was a mistake', async () => {
    const [courier, eager, other] = [
      await newCourier(),
      await server.signInAs('customer'),
      await server.signInAs('customer'),
    ];
    const newDevice = () => {
      const { endpoint, keys } = newPushDevice(`https://fcm.googleapis.com/fcm/send/${randomUUID()}`);
      return { endpoint, keys };
    };
    const [own, others, follower] = [newDevice(), newDevice(), newDevice()];
    const { shipments } = await releasedRun(courier, [{ receiverEmail: eager.email, senderEmail: other.email }]);
    const { id = '', trackingId } = shipments[0] ?? {};
    const prefer = (as: Person, status: string) =>
      server.call('user.updateNotifications', { mail: [status], push: [status] }, { as });
    expect((await prefer(eager, 'delivered')).outcome).toBe('ok');
    expect((await prefer(other, 'delivery')).outcome).toBe('ok');
    await server.call('push.followOwn', { subscription: own }, { as: eager });
    await server.call('push.followOwn', { subscription: others }, { as: other });
    await server.call('push.follow', { subscription: follower, trackingId }, { address: server.newAddress() });
    const [task] = (await loadAndStart(courier)).tasks;
    await server.query(`delete from pgboss.job where name = 'push'`);
    const at = { stopId: task?.stopId, proofs: [] };
    const mistake = fact({ ...at, outcomes: [{ taskId: task?.id, result: 'delivered', method: 'recipient' }] });
    await tell(courier, 'visit', mistake);
    const failed = { taskId: task?.id, result: 'failed', reason: 'consignee_not_home', supersedes: mistake.id };
    await tell(courier, 'visit', fact({ ...at, outcomes: [failed] }));

    const mails = await mailsAbout(id, 'status-changed');
    const delivered = mails.filter(({ about }) => (about as { status: string }).status === 'delivered');
    const corrected = await mailsAbout(id, 'delivery-corrected');
    for (const list of [delivered, corrected]) expect(list.map(({ receiver }) => receiver)).toEqual([eager.email]);
    const pushed = await server.query<{ endpoint: string; kind: string | null }>(
      `select d.endpoint, j.data->>'kind' as kind from pgboss.job j
       join push_devices d on d.id::text = j.data->>'deviceId'
       where j.name = 'push' and j.data->>'shipmentId' = $1`,
      [id],
    );
    const to = (wanted: string | null) =>
      pushed.flatMap(({ endpoint, kind }) => (kind === wanted ? endpoint : [])).toSorted();
    expect(to(null)).toEqual([own.endpoint, follower.endpoint].toSorted());
    expect(to('delivery-corrected')).toEqual(to(null));
    expect(pushed).toHaveLength(4);
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
    const delivered = await deliver(courier, task);
    await server.call(procedure, { id: shipments[0]?.id, ...change }, asManager);
    const wrong = { taskId: task?.id, result: 'failed', reason: 'carrier_sorting_error', supersedes: delivered };
    await tell(courier, 'visit', fact({ stopId: task?.stopId, outcomes: [wrong], proofs: [] }));
    expect((await runOf(courier)).tasks.map(({ status }) => status)).toEqual(['cancelled']);
  });
});

describe('someone who only holds a tracking ID', () => {
  it('learns no name, address or note from what couriers and the desk do with a parcel', async () => {
    const [courier, owner, stranger] = [
      await newCourier(),
      await server.signInAs('customer'),
      await server.signInAs('customer'),
    ];
    const { id, shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    const visit = (outcome: object) =>
      fact({
        stopId: task?.stopId,
        outcomes: [{ taskId: task?.id, ...outcome }],
        proofs: [],
        recipient: 'Nils Canary',
        note: 'Canary door',
      });
    const mistake = visit({ result: 'delivered', method: 'neighbour' });
    await tell(courier, 'visit', mistake);
    await changeInfo(shipments[0]?.id, {
      receiverName: 'Bo Canary',
      shipTo: 'Canary 1',
      deliveryDate: '2026-12-24T18:00:00.000Z',
    });
    await server.call('shipmentAdmin.updateShipment', { id: shipments[0]?.id, status: 'cancelled' }, asManager);
    const wrong = { result: 'failed', reason: 'carrier_parcel_lost', supersedes: mistake.id };
    await tell(courier, 'visit', visit(wrong));
    await tell(courier, 'return', fact({ taskIds: [task?.id] }));
    await tell(courier, 'close', fact({ runId: id }));
    await server.query('update shipments set receiver_id = $2 where id = $1', [shipments[0]?.id, owner.id]);
    const track = async (as: object) => {
      const input = { trackingId: shipments[0]?.trackingId };
      return (await server.call('shipment.getShipmentByTrackingId', input, as)).body;
    };
    expect(await track({ as: owner })).toMatch(/Nils Canary.*Canary door/);
    for (const as of [{ address: server.newAddress() }, { as: stranger }, { as: courier }]) {
      const seen = await track(as);
      expect(seen).toContain(shipments[0]?.trackingId);
      expect(seen).not.toMatch(/Canary|Elin|Linnégatan|depot|courier/i);
    }
  });
});

describe('a second run', () => {
  it('that is started while another is active waits for its end', async () => {
    const courier = await newCourier();
    const first = await releasedRun(courier);
    await loadAndStart(courier);
    const second = await releasedRun(courier);
    const [task] =
      (await server.call('courier.getRun', { id: second.id }, { as: courier })).data?.stops[0]?.tasks ?? [];
    await tell(courier, 'load', fact({ taskIds: [task?.id] }));
    await tell(courier, 'start', fact({ runId: second.id }));
    expect((await runOf(courier)).id).toBe(first.id);
    expect(await exceptionsOf(second.id)).toEqual(['second-run']);
    expect(await statusOf(second.shipments[0]?.id ?? '')).toEqual({ status: 'delivery' });
    await tell(courier, 'close', fact({ runId: first.id }));
    const now = await runOf(courier);
    expect([now.id, now.status]).toEqual([second.id, 'active']);
  });
});

/** Saves the manager's form of a shipment with these changes. */
async function changeInfo(id: string | undefined, changes: object) {
  const managed = (await server.call('shipmentAdmin.getShipment', { id }, asManager)).data;
  const fields = 'description service dimensions weight value fee payer shipDate deliveryDate shipTo';
  const kept = Object.fromEntries(
    `${fields} senderName senderEmail senderPhone senderCountry receiverName receiverEmail receiverPhone receiverCountry images`
      .split(' ')
      .map((key) => [key, managed[key as keyof typeof managed]]),
  );
  const saved = await server.call('shipmentAdmin.updateShipment', { id, ...kept, ...changes }, asManager);
  expect(saved.outcome, saved.body).toBe('ok');
}

describe('managers', () => {
  it('do not overwrite each other, and move parcels to another courier at any time', async () => {
    const [one, other] = [await newCourier(), await newCourier()];
    const { id, version } = await releasedRun(one, [{}, {}]);
    const run = await loadAndStart(one);
    const moved = { id, version, taskIds: [run.tasks[0]?.id], courierId: other.id };
    expect((await server.call('runAdmin.move', moved, asManager)).outcome).toBe('ok');
    expect((await server.call('runAdmin.move', moved, asManager)).outcome).toBe('CONFLICT');
    expect((await runOf(one)).tasks.map(({ status, movedTo }) => [status, movedTo])).toEqual([
      ['moved', 'Bo'],
      ['loaded', null],
    ]);
    const [task] = (await runOf(other)).tasks;
    expect(task?.status).toBe('assigned');
    // The first courier had it in hand and delivers it: the other one's task closes.
    const outcomes = [{ taskId: run.tasks[0]?.id, result: 'delivered', method: 'recipient' }];
    await tell(one, 'visit', fact({ stopId: run.stops[0]?.id, outcomes, proofs: [] }));
    expect((await runOf(other)).tasks.map(({ status }) => status)).toEqual(['moved']);
  });

  it('read who did what with a run, in its history', async () => {
    const [one, other] = [await newCourier(), await newCourier()];
    const [first, second, third] = [await server.parcel(), await server.parcel({ shipTo: 'A' }), await server.parcel()];
    const input = { day: 'today', name: 'Read', courierId: one.id, shipmentIds: [first.id] };
    const act = async (name: 'add' | 'reorder' | 'release' | 'move', more: object = {}) => {
      const { id, version } = (await server.call('runAdmin.get', { id: run.id }, asManager)).data;
      expect((await server.call(`runAdmin.${name}`, { id, version, ...more }, asManager)).outcome).toBe('ok');
    };
    const run = (await server.call('runAdmin.create', input, asManager)).data;
    await act('add', { shipmentIds: [second.id, third.id] });
    const { stops } = (await server.call('runAdmin.get', { id: run.id }, asManager)).data;
    await act('reorder', { stopIds: stops.map(({ id }) => id).toReversed() });
    await act('release');
    const tasks = stops.flatMap((stop) => stop.tasks);
    const moved = tasks.find(({ shipmentId }) => shipmentId === second.id);
    await act('move', { taskIds: [moved?.id], courierId: other.id });
    await tell(one, 'start', fact({ runId: run.id }));
    await tell(one, 'close', fact({ runId: run.id }));

    const historyOf = async (runId: string) =>
      (await server.call('auditAdmin.getEntries', { runId, page: { page: 1 } }, asManager)).data.data;
    const entries = await historyOf(run.id);
    expect(entries.map(auditSentence)).toEqual([
      'Bo Lovelace closed the run',
      'Bo Lovelace started the run',
      'Ada Lovelace moved shipments out of the run',
      'Ada Lovelace released the run',
      'Ada Lovelace changed the order of the stops of the run',
      'Ada Lovelace added shipments to the run',
      'Ada Lovelace created the run',
    ]);
    const fields = entries.map((entry) => auditChanges(entry).map(({ label, after }) => `${label}: ${after}`));
    expect(fields[2]).toEqual(['Shipments: 1', 'To courier: Bo Lovelace']);
    expect(fields[4]).toEqual([]);
    expect(fields[6]).toEqual([
      'Courier: Bo Lovelace',
      expect.stringMatching(/^Day: \d{4}-\d\d-\d\d$/),
      'Name: Read',
      'Shipments: 1',
    ]);
    const theirs = await historyOf((await runOf(other)).id);
    expect(theirs.map(auditSentence)).toEqual([
      'Ada Lovelace moved shipments into the run',
      'Ada Lovelace created the run',
    ]);
  });

  it('change a run only as they saw it', async () => {
    const courier = await newCourier();
    const { id, version } = await releasedRun(courier);
    const { stops } = (await server.call('runAdmin.get', { id }, asManager)).data;
    const stopIds = stops.map((stop) => stop.id);
    expect((await server.call('runAdmin.reorder', { id, version, stopIds }, asManager)).outcome).toBe('ok');
    const before = await server.fingerprint();
    const seen = { id, version };
    const late = [
      await server.call('runAdmin.add', { ...seen, shipmentIds: [] }, asManager),
      await server.call('runAdmin.reorder', { ...seen, stopIds }, asManager),
      await server.call('runAdmin.release', seen, asManager),
      await server.call('runAdmin.move', seen, asManager),
      await server.call('runAdmin.close', seen, asManager),
      await server.call('runAdmin.cancel', seen, asManager),
    ];
    expect(late.map(({ outcome }) => outcome)).toEqual(late.map(() => 'CONFLICT'));
    expect(await server.fingerprint()).toEqual(before);
  });

  it('learn when a courier is a party of a parcel, in a new run and in one it is moved to', async () => {
    const [one, other] = [await newCourier(), await newCourier()];
    const [sent, received] = [await server.parcel(), await server.parcel()];
    await server.query('update shipments set sender_id = $2 where id = $1', [sent.id, one.id]);
    await server.query('update shipments set receiver_id = $2 where id = $1', [received.id, other.id]);
    const shipmentIds = [sent.id, received.id];
    const input = { day: 'today', name: 'Family', courierId: one.id, shipmentIds };
    const run = (await server.call('runAdmin.create', input, asManager)).data;
    const listOf = async (runId: string) =>
      (await server.call('runAdmin.get', { id: runId }, asManager)).data.exceptions.map((each) => [
        each.kind,
        each.trackingId,
      ]);
    expect(await listOf(run.id)).toEqual([['courier-is-party', sent.trackingId]]);
    await server.call('runAdmin.move', { ...run, courierId: other.id }, asManager);
    const [moved] = await server.query<{ id: string }>('select id from runs where courier_id = $1', [other.id]);
    expect(await listOf(moved?.id ?? '')).toEqual([['courier-is-party', received.trackingId]]);
  });

  it('learn when a courier becomes a party of a parcel that is in the run already', async () => {
    const courier = await newCourier();
    const run = await releasedRun(courier, [{}, {}, {}]);
    const [linked, corrected, changed] = run.shipments;
    const codes = { id: linked?.id, receiverCode: linked?.receiverCode, senderCode: linked?.senderCode };
    expect((await server.call('shipment.linkShipment', codes, { as: courier })).outcome).toBe('ok');
    const listOf = async () => {
      const { exceptions, version } = (await server.call('runAdmin.get', { id: run.id }, asManager)).data;
      expect(exceptions.every(({ kind }) => kind === 'courier-is-party')).toBe(true);
      return { version, flagged: exceptions.map(({ trackingId }) => trackingId) };
    };
    expect(await listOf()).toEqual({ version: run.version, flagged: [linked?.trackingId] });

    // Their email is corrected on one parcel, and another one is given to their account.
    const deliveryDate = '2026-11-27T09:00:00.000Z';
    const form = { id: corrected?.id, ...parcelInput({ deliveryDate, receiverEmail: courier.email }) };
    expect((await server.call('shipmentAdmin.updateShipment', form, asManager)).outcome).toBe('ok');
    expect((await listOf()).flagged).toEqual([linked?.trackingId, corrected?.trackingId]);
    const account = { id: changed?.id, party: 'sender', email: courier.email };
    expect((await server.call('shipmentAdmin.changeAccount', account, asManager)).outcome).toBe('ok');
    const all = run.shipments.map(({ trackingId }) => trackingId);
    expect((await listOf()).flagged).toEqual(all);
    // Once for each parcel, and for nobody else's.
    const both = { ...account, id: linked?.id };
    expect((await server.call('shipmentAdmin.changeAccount', both, asManager)).outcome).toBe('ok');
    const stranger = { id: changed?.id, party: 'receiver', email: (await server.person()).email };
    expect((await server.call('shipmentAdmin.changeAccount', stranger, asManager)).outcome).toBe('ok');
    expect((await listOf()).flagged).toEqual(all);
  });

  it('put a shipment into one open run only, and nothing that has ended', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const input = { day: 'today', name: 'Again', courierId: courier.id, shipmentIds: [shipments[0]?.id] };
    const again = await server.call('runAdmin.create', input, asManager);
    expect(again.error.data.fieldErrors).toEqual({
      shipmentIds: [`Shipment ${shipments[0]?.trackingId} is in another run.`],
    });
    await server.call('shipmentAdmin.updateShipment', { id: shipments[0]?.id, status: 'delivered' }, asManager);
    expect((await runOf(courier)).tasks.map(({ status }) => status)).toEqual(['cancelled']);
    const ended = await server.call('runAdmin.create', input, asManager);
    expect(ended.error.data.fieldErrors?.shipmentIds?.[0]).toMatch(/is delivered/);
  });

  describe('change an address, and the parcel', () => {
    const changeAddress = (id: string | undefined, shipTo: string) =>
      changeInfo(id, { shipTo, deliveryDate: '2026-12-24T18:00:00.000Z' });
    const [old, next] = ['Linnégatan 8, 413 04 Gothenburg', 'Kungsgatan 1'];
    const addressesOf = async (courier: Person) =>
      (await runOf(courier)).stops.map(({ address, tasks }) => [address, tasks.length]);

    it('gets a stop of its own', async () => {
      const courier = await newCourier();
      const { shipments } = await releasedRun(courier, [{}, {}]);
      const before = await runOf(courier);
      await changeAddress(shipments[0]?.id, next);
      expect((await runOf(courier)).version).toBe(before.version + 1);
      expect(await addressesOf(courier)).toEqual([
        [old, 1],
        [next, 1],
      ]);
    });

    it('takes its stop along if it is alone there', async () => {
      const courier = await newCourier();
      const { shipments } = await releasedRun(courier);
      const before = await runOf(courier);
      await changeAddress(shipments[0]?.id, next);
      expect(await addressesOf(courier)).toEqual([[next, 1]]);
      expect((await runOf(courier)).stops[0]?.id).toBe(before.stops[0]?.id);
    });

    it('renames a stop only if no other parcel there still has the name that the stop shows', async () => {
      const courier = await newCourier();
      const { shipments } = await releasedRun(courier, [{ receiverName: 'Bo Ek' }, {}, {}]);
      const rename = (place: number, receiverName: string) =>
        changeInfo(shipments[place]?.id, { receiverName, deliveryDate: '2026-12-24T18:00:00.000Z' });
      const namesOf = async () =>
        (await runOf(courier)).stops.map(({ name, tasks }) => [name, ...tasks.map(({ receiver }) => receiver)]);
      await rename(0, 'Bo Lund');
      expect(await namesOf()).toEqual([['Elin Strand', 'Bo Lund', null, null]]);
      await rename(1, 'Elin Berg');
      expect(await namesOf()).toEqual([['Elin Strand', 'Bo Lund', 'Elin Berg', null]]);
      await rename(2, 'Elin Berg');
      expect(await namesOf()).toEqual([['Elin Berg', 'Bo Lund', null, null]]);
    });

    it('joins the stop of that address', async () => {
      const courier = await newCourier();
      const { shipments } = await releasedRun(courier, [{}, { shipTo: next }]);
      const [, there] = (await runOf(courier)).stops;
      await changeAddress(shipments[0]?.id, next);
      expect(await addressesOf(courier)).toEqual([[next, 2]]);
      expect((await runOf(courier)).stops[0]?.id).toBe(there?.id);
    });

    const failedAt = (task: { id: string; stopId: string } | undefined) =>
      fact({
        stopId: task?.stopId,
        outcomes: [{ taskId: task?.id, result: 'failed', reason: 'consignee_not_home' }],
        proofs: [],
      });

    it('gets a new stop even if others were tried at the old one, which stays as the courier read it', async () => {
      const courier = await newCourier();
      const { shipments } = await releasedRun(courier, [{}, {}, {}]);
      const { tasks, version } = await loadAndStart(courier);
      await tell(courier, 'visit', failedAt(tasks[2]));
      await changeAddress(shipments[0]?.id, next);
      expect(await addressesOf(courier)).toEqual([
        [old, 2],
        [next, 1],
      ]);
      await changeAddress(shipments[1]?.id, next);
      expect(await addressesOf(courier)).toEqual([
        [old, 1],
        [next, 2],
      ]);
      expect((await runOf(courier)).version).toBe(version + 2);
    });

    it('stays where it was tried itself, and the run says that the desk has changed something', async () => {
      const courier = await newCourier();
      const { id, shipments } = await releasedRun(courier, [{}, {}]);
      const { tasks, version } = await loadAndStart(courier);
      await tell(courier, 'visit', failedAt(tasks[0]));
      await changeAddress(shipments[0]?.id, next);
      expect(await addressesOf(courier)).toEqual([[old, 2]]);
      expect((await runOf(courier)).version).toBe(version + 1);
      expect((await server.call('runAdmin.get', { id }, asManager)).data.version).toBe(version + 1);
    });
  });

  it('cannot take the role or the account of someone who has a run, and the history says who gave or took it', async () => {
    const courier = await newCourier();
    const run = await releasedRun(courier);
    const named = /still has the run “Centre”/;
    const taken = await server.call('userAdmin.setCourier', { id: courier.id, courier: false }, asManager);
    expect([taken.outcome, taken.error.message]).toEqual(['PRECONDITION_FAILED', expect.stringMatching(named)]);
    const deleted = await server.call('userAdmin.deleteUser', { id: courier.id }, asManager);
    expect(deleted.error.message).toMatch(named);
    await server.call('runAdmin.cancel', { id: run.id, version: run.version }, asManager);
    const courierFlag = (value: boolean) =>
      server.call('userAdmin.setCourier', { id: courier.id, courier: value }, asManager);
    expect([(await courierFlag(false)).outcome, (await courierFlag(true)).outcome]).toEqual(['ok', 'ok']);
    const history = await server.call('auditAdmin.getEntries', { userId: courier.id, page: {} }, asManager);
    expect(history.data.data.slice(0, 2).map(auditSentence)).toEqual([
      'Ada Lovelace made the user a courier',
      'Ada Lovelace took the courier role from the user',
    ]);
    expect((await server.call('userAdmin.deleteUser', { id: courier.id }, asManager)).outcome).toBe('ok');
  });
});

let shade = 0;
const picture = () => {
  shade = (shade + 20) % 256;
  const background = { r: shade, g: 90, b: 10 };
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer();
};
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const put = (courier: Person, visitId: string, bytes: Buffer, sha256 = hashOf(bytes)) =>
  server.request({
    method: 'PUT',
    url: paths.proof(visitId, sha256),
    headers: { authorization: `Bearer ${courier.token}`, 'content-type': 'image/jpeg' },
    payload: bytes,
  });
const get = (visitId: string, sha256: string, headers: Record<string, string>) =>
  server.request({ method: 'GET', url: paths.proof(visitId, sha256), headers });
const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` });

async function visitWith(courier: Person, photos: Buffer[]) {
  const { shipments, id } = await releasedRun(courier);
  const [task] = (await loadAndStart(courier)).tasks;
  const proofs = photos.map((bytes) => ({
    kind: 'photo',
    sha256: hashOf(bytes),
    type: 'image/jpeg',
    size: bytes.length,
    taskIds: [task?.id],
  }));
  const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'recipient' }];
  const visit = fact({ stopId: task?.stopId, outcomes, proofs, recipient: 'Elin Strand', note: 'Blue door' });
  return { visit, shipment: shipments[0], runId: id };
}

describe('a proof', () => {
  it('comes after its visit, once, and is read by owners, grant holders and managers only', async () => {
    const [courier, owner, stranger] = [
      await newCourier(),
      await server.signInAs('customer'),
      await server.signInAs('customer'),
    ];
    const bytes = await picture();
    const { visit, shipment } = await visitWith(courier, [bytes]);
    expect((await put(courier, visit.id, bytes)).statusCode).toBe(404);
    await tell(courier, 'visit', visit);
    expect((await put(await newCourier(), visit.id, bytes)).statusCode).toBe(404);
    // Altered on the way, or cut: the phone keeps it, and it stays awaited.
    for (const other of [await picture(), bytes.subarray(0, 99), Buffer.alloc(0)]) {
      const altered = await put(courier, visit.id, other, hashOf(bytes));
      expect([altered.statusCode, altered.json().error.data.code]).toEqual([409, 'CONFLICT']);
    }
    const sent = await Promise.all([put(courier, visit.id, bytes), put(courier, visit.id, bytes)]);
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await put(courier, visit.id, bytes)).statusCode).toBe(200);

    await server.query('update shipments set receiver_id = $2 where id = $1', [shipment?.id, owner.id]);
    const code = { id: shipment?.id, code: shipment?.receiverCode };
    const { grant } = (await server.call('shipment.verifyShipmentCode', code)).data;
    for (const headers of [bearer(owner), bearer(manager), { 'x-shipment-grant': grant }]) {
      const read = await get(visit.id, hashOf(bytes), headers);
      expect([read.statusCode, read.headers['cache-control']]).toEqual([200, 'private, no-store']);
      expect(read.headers['content-type']).toBe('image/webp');
      // Both hashes are kept: of what the phone declared, and of what is served.
      expect(
        await server.query('select sha256, stored_sha256 from visit_proofs where visit_id = $1', [visit.id]),
      ).toEqual([
        { sha256: Buffer.from(hashOf(bytes), 'hex'), stored_sha256: Buffer.from(hashOf(read.rawPayload), 'hex') },
      ]);
    }
    const nobody: Record<string, string>[] = [{}, bearer(stranger), bearer(courier), { 'x-shipment-grant': 'x' }];
    for (const headers of nobody) {
      expect((await get(visit.id, hashOf(bytes), headers)).statusCode).toBe(404);
    }
    const tracked = await server.call(
      'shipment.getShipmentByTrackingId',
      { trackingId: shipment?.trackingId },
      { as: owner },
    );
    expect(tracked.data).toMatchObject({
      visits: [{ recipient: 'Elin Strand', proofs: [{ sha256: hashOf(bytes), kind: 'photo', state: 'received' }] }],
    });
  });

  it.each([
    ['unverified', 403, (id: string) => server.query('update users set verified = false where id = $1', [id])],
    ['signed out', 401, (_: string, token: string) => server.call('auth.logout', undefined, { as: token })],
    ['deleted', 401, (id: string) => server.query('update users set deleted_at = now() where id = $1', [id])],
  ])('is not taken from the courier who declared it if they are %s', async (_, status, change) => {
    const courier = await newCourier();
    const bytes = await picture();
    const { visit } = await visitWith(courier, [bytes]);
    await tell(courier, 'visit', visit);
    await change(courier.id, courier.token);
    expect((await put(courier, visit.id, bytes)).statusCode).toBe(status);
    expect(await server.query('select received_at from visit_proofs where visit_id = $1', [visit.id])).toEqual([
      { received_at: null },
    ]);
  });

  it('is not read by an owner who is not verified, or with the grant of another shipment', async () => {
    const [courier, owner] = [await newCourier(), await server.signInAs('customer')];
    const bytes = await picture();
    const { visit, shipment } = await visitWith(courier, [bytes]);
    await tell(courier, 'visit', visit);
    await put(courier, visit.id, bytes);
    await server.query('update shipments set receiver_id = $2 where id = $1', [shipment?.id, owner.id]);
    const other = await server.parcel();
    const code = { id: other.id, code: other.receiverCode };
    const { grant } = (await server.call('shipment.verifyShipmentCode', code)).data;
    const read = async (headers: Record<string, string>) => (await get(visit.id, hashOf(bytes), headers)).statusCode;
    expect([await read(bearer(owner)), await read({ 'x-shipment-grant': grant })]).toEqual([200, 404]);
    await server.query('update users set verified = false where id = $1', [owner.id]);
    expect(await read(bearer(owner))).toBe(404);
  });

  it('is news to an owner who has the page open when it comes', async () => {
    const [courier, owner] = [await newCourier(), await server.signInAs('customer')];
    const bytes = await picture();
    const { visit, shipment } = await visitWith(courier, [bytes]);
    await tell(courier, 'visit', visit);
    await server.query('update shipments set receiver_id = $2 where id = $1', [shipment?.id, owner.id]);
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const trackingIds = [shipment?.trackingId ?? ''];
    const stream = await openLive(url, { trackingIds }, { token: owner.token });
    onTestFinished(stream.close);
    expect((await put(courier, visit.id, bytes)).statusCode).toBe(200);
    expect(await stream.next()).toEqual({ ...NO_NEWS, trackingIds });
  });

  it('is refused with a reason: signed out, too large, of another kind, at a wrong address', async () => {
    const courier = await newCourier();
    const bytes = await picture();
    const { visit } = await visitWith(courier, [bytes]);
    await tell(courier, 'visit', visit);
    const send = (headers: Record<string, string>, payload: Buffer = bytes, sha256 = hashOf(bytes)) =>
      server.request({ method: 'PUT', url: paths.proof(visit.id, sha256), headers, payload });
    const jpeg = { 'content-type': 'image/jpeg' };
    expect((await send(jpeg)).statusCode).toBe(401);
    expect((await send({ ...bearer(courier), ...jpeg }, Buffer.alloc(20 * 1024 * 1024))).statusCode).toBe(413);
    expect((await send({ ...bearer(courier), 'content-type': 'text/html' })).statusCode).toBe(415);
    expect((await send({ ...bearer(courier), ...jpeg }, bytes, 'no-hash')).statusCode).toBe(404);
    expect((await put(courier, visit.id, bytes)).statusCode).toBe(200);
  });

  it('that is no picture, or never comes, is missing, and the run says so', async () => {
    const courier = await newCourier();
    const [broken, lost] = [Buffer.from('no picture at all'), await picture()];
    const { visit, runId, shipment } = await visitWith(courier, [broken, lost]);
    await tell(courier, 'visit', visit);
    expect((await put(courier, visit.id, broken)).statusCode).toBe(400);
    expect(await exceptionsOf(runId)).toEqual(['photo-not-received']);
    await tidyProofs(server.services);
    expect(await exceptionsOf(runId)).toHaveLength(1);
    await server.query(`update visit_proofs set created_at = now() - interval '25 hours' where visit_id = $1`, [
      visit.id,
    ]);
    await tidyProofs(server.services);
    expect(await exceptionsOf(runId)).toEqual(['photo-not-received', 'photo-not-received']);
    const managed = (await server.call('shipmentAdmin.getShipment', { id: shipment?.id }, asManager)).data;
    expect(managed.visits?.[0]?.proofs.map(({ state }) => state)).toEqual(['missing', 'missing']);
    // Better late than never.
    expect((await put(courier, visit.id, lost)).statusCode).toBe(200);
    expect(await openOf(shipment?.id)).toHaveLength(2);
  });

  it('that comes later than a day closes the exception about it', async () => {
    const courier = await newCourier();
    const late = await picture();
    const { visit, runId, shipment } = await visitWith(courier, [late]);
    await tell(courier, 'visit', visit);
    await server.query(`update visit_proofs set created_at = now() - interval '25 hours'`);
    await tidyProofs(server.services);
    expect(await openOf(shipment?.id)).toMatchObject([
      { kind: 'photo-not-received', trackingId: shipment?.trackingId },
    ]);
    expect((await put(courier, visit.id, late)).statusCode).toBe(200);
    expect(await openOf(shipment?.id)).toEqual([]);
    const { exceptions } = (await server.call('runAdmin.get', { id: runId }, asManager)).data;
    expect(exceptions).toMatchObject([{ resolved: { by: null, note: '' } }]);
  });

  it('is erased with the words after its days, and the hashes stay', async () => {
    const courier = await newCourier();
    const bytes = await picture();
    const { visit, shipment } = await visitWith(courier, [bytes]);
    await tell(courier, 'visit', visit);
    await put(courier, visit.id, bytes);
    const [stored] = await server.query<{ storage_key: string }>(
      'select storage_key from visit_proofs where visit_id = $1',
      [visit.id],
    );
    for (const table of ['visit_proofs', 'visit_words'])
      await server.query(`update ${table} set created_at = now() - interval '181 days' where visit_id = $1`, [
        visit.id,
      ]);
    await tidyProofs(server.services);
    expect(await server.services.proofs.find(stored?.storage_key ?? '')).toBeNull();
    const managed = (await server.call('shipmentAdmin.getShipment', { id: shipment?.id }, asManager)).data;
    expect(managed.visits).toMatchObject([
      { recipient: '', note: '', proofs: [{ sha256: hashOf(bytes), state: 'erased' }] },
    ]);
  });
});

describe('an account that is deleted', () => {
  const proofsOf = (visitId: string) =>
    server.query('select storage_key from visit_proofs where visit_id = $1', [visitId]);

  it('takes the words and pictures of what it received along', async () => {
    const [courier, receiver] = [await newCourier(), await server.person()];
    const { shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    await server.query('update shipments set receiver_id = $2 where id = $1', [shipments[0]?.id, receiver.id]);
    const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'recipient' }];
    const proof = { kind: 'photo', sha256: '0f'.repeat(32), type: 'image/jpeg', size: 9, taskIds: [task?.id] };
    const visit = fact({ stopId: task?.stopId, outcomes, proofs: [proof], recipient: 'Canary Name' });
    await tell(courier, 'visit', visit);
    await server.query(`update visit_proofs set storage_key = 'somewhere', received_at = now() where visit_id = $1`, [
      visit.id,
    ]);
    expect((await server.call('userAdmin.deleteUser', { id: receiver.id }, asManager)).outcome).toBe('ok');
    expect(await server.everythingStored()).not.toContain('Canary Name');
    expect(await server.query('select storage_key from visit_proofs where visit_id = $1', [visit.id])).toEqual([
      { storage_key: null },
    ]);
    expect(await server.query(`select data from pgboss.job where name = 'expired-proof'`)).toEqual([
      { data: { key: 'somewhere' } },
    ]);
  });

  it('has the stored pictures deleted by the job for it, as expired ones are by the hourly one', async () => {
    const host = await testServer({ worker: true, mails: { pollSeconds: 1 } });
    const desk = await host.signInAs('manager');
    const day = courierDay(host, desk);
    const [courier, receiver] = [await day.newCourier(), await host.person()];
    const { shipments } = await day.releasedRun(courier, [{}, {}]);
    const { tasks } = await day.loadAndStart(courier);
    const storeProofOf = async (task: (typeof tasks)[number] | undefined) => {
      const bytes = await picture();
      const sha256 = hashOf(bytes);
      const proof = { kind: 'photo', sha256, type: 'image/jpeg', size: bytes.length, taskIds: [task?.id] };
      const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'recipient' }];
      const visit = fact({ stopId: task?.stopId, outcomes, proofs: [proof] });
      await day.tell(courier, 'visit', visit);
      const sent = await host.request({
        method: 'PUT',
        url: paths.proof(visit.id, sha256),
        headers: { ...bearer(courier), 'content-type': 'image/jpeg' },
        payload: bytes,
      });
      expect(sent.statusCode).toBe(200);
      const [row] = await host.query<{ key: string }>(
        'select storage_key as key from visit_proofs where visit_id = $1',
        [visit.id],
      );
      const find = () => host.services.proofs.find(row?.key ?? '');
      expect(await find()).not.toBeNull();
      return { visitId: visit.id, find };
    };
    const [own, expired] = [await storeProofOf(tasks[0]), await storeProofOf(tasks[1])];
    await host.query('update shipments set receiver_id = $2 where id = $1', [shipments[0]?.id, receiver.id]);
    expect((await host.call('userAdmin.deleteUser', { id: receiver.id }, { as: desk })).outcome).toBe('ok');
    await expect.poll(own.find, { timeout: 15_000 }).toBeNull();

    expect(await host.query(`select cron from pgboss.schedule where name = $1`, [PROOFS_QUEUE])).toEqual([
      { cron: '7 * * * *' },
    ]);
    expect(await expired.find()).not.toBeNull();
    const age = `update visit_proofs set created_at = now() - interval '181 days' where visit_id = $1`;
    await host.query(age, [expired.visitId]);
    await host.services.jobs.sendLater(PROOFS_QUEUE, {}, { id: randomUUID(), seconds: 0 });
    await expect.poll(expired.find, { timeout: 15_000 }).toBeNull();
  });

  it('has no picture stored that was on its way', async () => {
    const [courier, receiver] = [await newCourier(), await server.person()];
    const [late, missing] = [await picture(), await picture()];
    const { visit, shipment, runId } = await visitWith(courier, [late, missing]);
    await server.query('update shipments set receiver_id = $2 where id = $1', [shipment?.id, receiver.id]);
    await tell(courier, 'visit', visit);
    await server.call('userAdmin.deleteUser', { id: receiver.id }, asManager);
    expect((await put(courier, visit.id, late)).statusCode).toBe(200);
    await server.query(`update visit_proofs set created_at = now() - interval '25 hours' where visit_id = $1`, [
      visit.id,
    ]);
    await tidyProofs(server.services);
    // Nobody waits for the other one any more.
    expect(await exceptionsOf(runId)).toEqual([]);
    expect(await proofsOf(visit.id)).toEqual([{ storage_key: null }, { storage_key: null }]);
    const managed = (await server.call('shipmentAdmin.getShipment', { id: shipment?.id }, asManager)).data;
    expect(managed.visits?.[0]?.proofs.map(({ state }) => state)).toEqual(['erased', 'erased']);
  });

  it('has no words or pictures kept of a visit that is reported later, until someone else receives it', async () => {
    const [courier, receiver, next] = [await newCourier(), await server.person(), await server.person()];
    const bytes = await picture();
    const { visit, shipment } = await visitWith(courier, [bytes]);
    const own = (more: object) => fact({ ...visit, id: randomUUID(), ...more });
    const setReceiver = (id: string) =>
      server.query('update shipments set receiver_id = $2 where id = $1', [shipment?.id, id]);
    await setReceiver(receiver.id);
    await server.call('userAdmin.deleteUser', { id: receiver.id }, asManager);
    const [late, later] = [own({ recipient: 'Late Canary', note: 'Late canary' }), own({ recipient: 'Somebody Else' })];
    await tell(courier, 'visit', late);
    expect((await put(courier, late.id, bytes)).statusCode).toBe(200);
    expect(await proofsOf(late.id)).toEqual([{ storage_key: null }]);
    expect(await server.everythingStored()).not.toMatch(/late canary/i);
    await setReceiver(next.id);
    await tell(courier, 'visit', later);
    expect((await put(courier, later.id, bytes)).statusCode).toBe(200);
    const managed = (await server.call('shipmentAdmin.getShipment', { id: shipment?.id }, asManager)).data;
    expect(managed.visits).toMatchObject([
      { recipient: '', note: '', proofs: [{ state: 'erased' }] },
      { recipient: 'Somebody Else', proofs: [{ state: 'received' }] },
    ]);
  });
});

describe('what a phone gets', () => {
  /** The first stop's name, and those of its parcels that have another. */
  async function receiversOf(courier: Person) {
    const [stop] = (await runOf(courier)).stops;
    return [stop?.name, ...(stop?.tasks.map(({ receiver }) => receiver) ?? [])];
  }

  it('is a whole run of 500 stops, and for 200 of them at most 100 kB, compressed', { timeout: 90_000 }, async () => {
    const courier = await newCourier();
    const parcels = Array.from({ length: 500 }, (_, index) => ({
      description: `Parcel ${randomUUID()}`,
      shipTo: `${randomUUID()} ${index}, 413 04 Gothenburg`,
      receiverName: randomUUID(),
    }));
    const { id, version } = await releasedRun(courier, parcels);
    const answer = await server.call('courier.getRun', { id: 'current' }, { as: courier });
    expect(answer.data?.stops).toHaveLength(500);
    expect(answer.body).not.toMatch(/@example\.com|:1840|:212\.5/);
    const stops = answer.data?.stops ?? [];
    const part = JSON.stringify({ ...answer.data, stops: stops.slice(0, 200) });
    expect(gzipSync(part).length).toBeLessThan(100_000);
    expect(brotliCompressSync(part).length).toBeLessThan(100_000);

    // One more is too many at once, and everything else takes the whole run.
    const stopIds = stops.map((stop) => stop.id).toReversed();
    const more = { id, version, stopIds: [...stopIds, randomUUID()] };
    expect((await server.call('runAdmin.reorder', more, asManager)).outcome).toBe('BAD_REQUEST');
    expect((await server.call('runAdmin.reorder', { id, version, stopIds }, asManager)).outcome).toBe('ok');
    const run = await loadAndStart(courier);
    expect(run.stops.map((stop) => stop.id)).toEqual(stopIds);
    expect((await server.call('runAdmin.get', { id }, asManager)).data.progress).toMatchObject({ loaded: 500 });
  });

  it('has no names, phones or addresses a day after the run was closed', async () => {
    const courier = await newCourier();
    const { id } = await releasedRun(courier, [{ receiverName: 'Bo Ek' }, {}, {}]);
    const { tasks } = await loadAndStart(courier);
    const outcomes = tasks.slice(0, 2).map((task) => ({ taskId: task.id, result: 'delivered', method: 'recipient' }));
    await tell(courier, 'visit', fact({ stopId: tasks[0]?.stopId, outcomes, proofs: [] }));
    expect(await receiversOf(courier)).toEqual(['Elin Strand', 'Bo Ek', null, null]);
    await tell(courier, 'close', fact({ runId: id }));
    await server.query(`update runs set closed_at = now() - interval '25 hours' where id = $1`, [id]);
    expect((await runOf(courier)).stops[0]).toMatchObject({ name: '', phone: '', address: '' });
    expect(await receiversOf(courier)).toEqual(['', null, null, null]);
  });

  it('does not say who gets a parcel that has left the run', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier, [{}, {}]);
    const [first] = shipments;
    await server.call('shipmentAdmin.updateShipment', { id: first?.id, status: 'cancelled' }, asManager);
    await server.query(`update shipments set receiver_name = 'Bo Ek' where id = $1`, [first?.id]);
    expect(await receiversOf(courier)).toEqual(['Elin Strand', null, null]);
  });
});

describe('a run that the desk cancels', () => {
  it('stays on the phone as cancelled, without names, and what was reported still lands', async () => {
    const courier = await newCourier();
    const { id, version, shipments } = await releasedRun(courier);
    const [task] = (await runOf(courier)).tasks;
    await server.call('runAdmin.cancel', { id, version }, asManager);
    const seen = await runOf(courier);
    expect([seen.id, seen.status, seen.stops[0]?.name]).toEqual([id, 'cancelled', '']);
    expect(seen.tasks.map(({ status }) => status)).toEqual(['cancelled']);
    const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'recipient' }];
    await tell(courier, 'visit', fact({ stopId: task?.stopId, outcomes, proofs: [] }));
    expect(await statusOf(shipments[0]?.id ?? '')).toEqual({ status: 'delivered' });
    expect(await exceptionsOf(id)).toEqual(['after-close']);
    // The next one takes its place; one that was never released was never seen.
    const next = await releasedRun(courier);
    expect((await runOf(courier)).id).toBe(next.id);
    const other = await newCourier();
    const plan = { day: 'today', name: 'Plan', courierId: other.id };
    const planned = (await server.call('runAdmin.create', plan, asManager)).data;
    await server.call('runAdmin.cancel', planned, asManager);
    expect((await server.call('courier.getRun', { id: 'current' }, { as: other })).data).toBeNull();
  });
});

describe('the time of a report', () => {
  it('of a clock that is off by three hours is a range, and an exception says so', async () => {
    const courier = await newCourier();
    const run = await releasedRun(courier, [{}, {}]);
    const { tasks } = await loadAndStart(courier);
    // All before the phone was last heard.
    await server.query(`update activities set occurred_at = now() - interval '9 hours' where shipment_id = any($1)`, [
      run.shipments.map(({ id }) => id),
    ]);
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const at = async (index: number, occurredAt: string) => {
      const outcomes = [{ taskId: tasks[index]?.id, result: 'delivered', method: 'recipient' }];
      const when = { occurredAt, notBefore: inHours(-2) };
      await tell(courier, 'visit', fact({ stopId: tasks[index]?.stopId, outcomes, proofs: [], ...when }));
    };
    await at(0, inHours(3));
    await at(1, inHours(-5));
    const { exceptions, stops, lastHeardAt } = (await server.call('runAdmin.get', { id: run.id }, asManager)).data;
    expect(exceptions.map(({ kind }) => kind)).toEqual(['clock-uncertain', 'clock-uncertain']);
    const visits = stops.flatMap((stop) => stop.tasks.flatMap((task) => task.visits));
    expect(visits).toHaveLength(2);
    for (const visit of visits) {
      expect(Date.parse(visit.earliestAt ?? '')).toBeCloseTo(Date.parse(inHours(-2)), -5);
      expect(visit.occurredAt).toBe(visit.earliestAt);
      expect(formatOccurrence(visit)).toMatch(/ between /);
    }
    // When it was received is certain, whatever the phone says.
    expect(Math.abs(Date.parse(lastHeardAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('is its own past midnight and through the change to summer time, and the run stays that of its day', async () => {
    const courier = await newCourier();
    const day = '2026-03-28';
    const shipments = [await server.parcel(), await server.parcel({ shipTo: 'Kungsgatan 1' })];
    await server.query(
      `update activities set created_at = '2026-03-27', occurred_at = '2026-03-27' where shipment_id = any($1)`,
      [shipments.map(({ id }) => id)],
    );
    const plan = { day, name: 'Night', courierId: courier.id, shipmentIds: shipments.map(({ id }) => id) };
    const { id, version } = (await server.call('runAdmin.create', plan, asManager)).data;
    await server.call('runAdmin.release', { id, version }, asManager);
    const night = await runOf(courier);
    const [one, two] = night.tasks;
    expect((await server.call('runAdmin.get', { id }, asManager)).data.lastHeardAt).toBeNull();
    const when = (occurredAt: string) => ({ occurredAt });
    await tell(courier, 'load', fact({ taskIds: [one?.id, two?.id], ...when('2026-03-28T22:30:00.000Z') }));
    await tell(courier, 'start', fact({ runId: id, ...when('2026-03-28T22:40:00.000Z') }));
    const visit = (task: typeof one, occurredAt: string) => {
      const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'recipient' }];
      return tell(courier, 'visit', fact({ stopId: task?.stopId, outcomes, proofs: [], occurredAt }));
    };
    // Two minutes apart, although the clock on the wall says 01:59 and 03:01.
    const [before, after] = ['2026-03-29T00:59:00.000Z', '2026-03-29T01:01:00.000Z'];
    await visit(one, before);
    await visit(two, after);

    expect(await runOf(courier)).toMatchObject({ id, day, status: 'active' });
    const boardOf = async (on: string) =>
      (await server.call('runAdmin.list', { day: on }, asManager)).data.runs.map((run) => run.id);
    expect(await boardOf('today')).toContain(id);
    await tell(courier, 'close', fact({ runId: id, ...when('2026-03-29T02:00:00.000Z') }));
    expect(await boardOf('today')).not.toContain(id);
    expect(await boardOf(day)).toContain(id);
    const { stops, exceptions } = (await server.call('runAdmin.get', { id }, asManager)).data;
    const times = stops.flatMap((stop) =>
      stop.tasks.flatMap((task) => task.visits.map(({ occurredAt }) => occurredAt)),
    );
    expect(times).toEqual([before, after]);
    expect(exceptions).toEqual([]);
  });
});

describe('two couriers with one parcel', () => {
  const asIf = (minutesAgo: number) => ({ occurredAt: new Date(Date.now() - minutesAgo * 60_000).toISOString() });
  const taskOf = async (courier: Person) => (await runOf(courier)).tasks[0];

  /** A parcel that the first courier has loaded, and that was given to the second one. */
  async function movedParcel() {
    const [one, other] = [await newCourier(), await newCourier()];
    const { id, version, shipments } = await releasedRun(one);
    const task = await taskOf(one);
    await tell(one, 'load', fact({ taskIds: [task?.id] }));
    await server.call('runAdmin.move', { id, version, courierId: other.id }, asManager);
    return { one, other, task, shipment: shipments[0], runId: id };
  }

  it('who both scanned it: the later scan has it, and both ways there is an exception', async () => {
    const first = await movedParcel();
    await tell(first.one, 'load', fact({ taskIds: [first.task?.id] }));
    expect([(await taskOf(first.one))?.status, (await taskOf(first.other))?.status]).toEqual(['loaded', 'moved']);
    expect((await openOf(first.shipment?.id)).map(({ kind }) => kind)).toEqual(['loaded-twice']);

    const second = await movedParcel();
    await tell(second.other, 'load', fact({ taskIds: [(await taskOf(second.other))?.id] }));
    await tell(second.one, 'load', fact({ taskIds: [second.task?.id], ...asIf(5) }));
    expect([(await taskOf(second.one))?.status, (await taskOf(second.other))?.status]).toEqual(['moved', 'loaded']);
    expect((await openOf(second.shipment?.id)).map(({ kind }) => kind)).toEqual(['loaded-twice']);
  });

  it('of whom only one scanned it after it was moved back: an old task of that phone is no second scan', async () => {
    for (const minutesAgo of [0, 5]) {
      const { one, other, task, shipment, runId } = await movedParcel();
      const theirs = await runOf(other);
      await server.call('runAdmin.move', { id: theirs.id, version: theirs.version, courierId: one.id }, asManager);
      await tell(one, 'load', fact({ taskIds: [task?.id], ...asIf(minutesAgo) }));
      expect(await openOf(shipment?.id)).toEqual([]);
      const { progress } = (await server.call('runAdmin.get', { id: runId }, asManager)).data;
      expect(progress).toMatchObject({ stops: 1, tasks: 1, open: 1 });
    }
  });

  it('who brings back what was moved away and back to them, by an old copy on the phone: it is back', async () => {
    for (const isScanned of [false, true]) {
      const { one, other, task, shipment, runId } = await movedParcel();
      const theirs = await runOf(other);
      await server.call('runAdmin.move', { id: theirs.id, version: theirs.version, courierId: one.id }, asManager);
      const statuses = async () => (await runOf(one)).tasks.map(({ status }) => status);
      const now = (await runOf(one)).tasks.find(({ id }) => id !== task?.id);
      if (isScanned) await tell(one, 'load', fact({ taskIds: [now?.id], ...asIf(-1) }));
      // A scan from before the move is about what was moved.
      await tell(one, 'return', fact({ taskIds: [task?.id], ...asIf(5) }));
      expect(await statuses()).toEqual(['moved', isScanned ? 'loaded' : 'assigned']);
      await tell(one, 'return', fact({ taskIds: [task?.id] }));
      expect(await statuses()).toEqual(['moved', 'returned']);
      expect(await statusOf(shipment?.id ?? '')).toEqual({ status: 'held' });
      await tell(one, 'close', fact({ runId }));
      expect(await openOf(shipment?.id)).toEqual([]);
    }
  });

  it('who brings it back today keeps what the desk has planned for them since', async () => {
    const courier = await newCourier();
    const { id, version, shipments } = await releasedRun(courier, [{}, {}]);
    const [task] = (await loadAndStart(courier)).tasks;
    await server.call('runAdmin.move', { id, version, taskIds: [task?.id] }, asManager);
    const plan = { day: 'today', name: 'Evening', courierId: courier.id, shipmentIds: [shipments[0]?.id] };
    const planned = (await server.call('runAdmin.create', plan, asManager)).data;
    await tell(courier, 'return', fact({ taskIds: [task?.id] }));
    const { progress } = (await server.call('runAdmin.get', { id: planned.id }, asManager)).data;
    expect(progress).toMatchObject({ open: 1 });
  });

  it.each([
    ['the earlier', [20, 10]],
    ['the later', [10, 20]],
  ])(
    'who both delivered it: both are kept, whichever report comes first (%s), and the parties hear of one',
    async (_, [own = 0, theirs = 0]) => {
      const { one, other, task, shipment } = await movedParcel();
      const report = async (courier: Person, at: typeof task, outcome: object, more = {}) => {
        const visit = fact({ stopId: at?.stopId, outcomes: [{ taskId: at?.id, ...outcome }], proofs: [], ...more });
        await tell(courier, 'visit', visit);
        return visit.id;
      };
      const now = await taskOf(other);
      const first = await report(one, task, { result: 'delivered', method: 'recipient' }, asIf(own));
      const second = await report(other, now, { result: 'delivered', method: 'mailbox' }, asIf(theirs));
      expect(await statusOf(shipment?.id ?? '')).toEqual({ status: 'delivered' });
      expect((await openOf(shipment?.id)).map(({ kind }) => kind)).toEqual(['delivered-twice']);
      expect(await mailsAbout(shipment?.id ?? '', 'status-changed')).toHaveLength(2);
      const visits = async () =>
        (await server.call('shipmentAdmin.getShipment', { id: shipment?.id }, asManager)).data.visits ?? [];
      expect((await visits()).map(({ result }) => result)).toEqual(['delivered', 'delivered']);
      const [earlier, later] = (await visits()).map(({ occurredAt }) => Date.parse(occurredAt));
      expect((later ?? 0) - (earlier ?? 0)).toBeCloseTo(600_000, -4);
      // The earlier one is the first that everyone reads.
      expect((await visits()).map(({ id }) => id)).toEqual(own > theirs ? [first, second] : [second, first]);

      // It counts until it is taken back, then the other one does.
      const wrong = { result: 'failed', reason: 'consignee_not_home' };
      const corrections = async () => (await mailsAbout(shipment?.id ?? '', 'delivery-corrected')).length;
      await report(one, task, { ...wrong, supersedes: first });
      expect([await statusOf(shipment?.id ?? ''), await corrections()]).toEqual([{ status: 'delivered' }, 0]);
      await report(other, now, { ...wrong, supersedes: second });
      expect([await statusOf(shipment?.id ?? ''), await corrections()]).toEqual([{ status: 'in-progress' }, 2]);
    },
  );

  it('and a second phone of one courier is no second delivery: all visits are kept, without an exception', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const task = await taskOf(courier);
    for (const [minutesAgo, method] of [
      [10, 'mailbox'],
      [20, 'recipient'],
      [5, 'mailbox'],
    ] as const) {
      const outcomes = [{ taskId: task?.id, result: 'delivered', method }];
      await tell(courier, 'visit', fact({ stopId: task?.stopId, outcomes, proofs: [], ...asIf(minutesAgo) }));
    }
    const managed = (await server.call('shipmentAdmin.getShipment', { id: shipments[0]?.id }, asManager)).data;
    expect(managed.visits?.map(({ method }) => method)).toEqual(['recipient', 'mailbox', 'mailbox']);
    // What both phones say is in the history once.
    expect(managed.activity.map(({ comment }) => comment).toSorted()).toEqual([
      'Delivered to the mailbox',
      'Delivered to the recipient',
      'Label created',
    ]);
    expect(await openOf(shipments[0]?.id)).toEqual([]);
    expect(await mailsAbout(shipments[0]?.id ?? '', 'status-changed')).toHaveLength(2);
  });
});

describe('an exception', () => {
  async function damagedParcel() {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier, [{}, {}]);
    const run = await loadAndStart(courier);
    const [task] = run.tasks;
    const outcomes = [{ taskId: task?.id, result: 'failed', reason: 'carrier_damaged_parcel' }];
    await tell(courier, 'visit', fact({ stopId: task?.stopId, outcomes, proofs: [], cameraFailed: true }));
    return { courier, runId: id, shipments };
  }

  it('shows on its shipment and in its run until a manager resolves it, with a word about it', async () => {
    const { runId, shipments } = await damagedParcel();
    const [damaged, other] = shipments;
    const open = await openOf(damaged?.id);
    expect(open.map(({ kind }) => kind)).toEqual(['damaged', 'camera-failed']);
    expect(await openOf(other?.id)).toEqual([]);
    expect(open[0]).toMatchObject({
      trackingId: damaged?.trackingId,
      shipmentId: damaged?.id,
      stop: 'Elin Strand',
      run: { id: runId, name: 'Centre' },
    });
    expect((await openOf()).map(({ id }) => id)).toEqual(expect.arrayContaining(open.map(({ id }) => id)));

    const before = (await server.call('runAdmin.get', { id: runId }, asManager)).data;
    const resolve = { id: open[0]?.id, note: 'The sender sends another' };
    expect((await server.call('runAdmin.resolve', resolve, asManager)).outcome).toBe('ok');
    expect((await openOf(damaged?.id)).map(({ kind }) => kind)).toEqual(['camera-failed']);
    const after = (await server.call('runAdmin.get', { id: runId }, asManager)).data;
    expect(after.progress.exceptions).toBe(before.progress.exceptions - 1);
    // Who is changing the run at this moment is not disturbed.
    expect(after.version).toBe(before.version);
    const resolved = { at: expect.any(String), by: 'Ada Lovelace', note: 'The sender sends another' };
    expect(after.exceptions.find(({ id }) => id === resolve.id)?.resolved).toEqual(resolved);
    expect(after.exceptions.find(({ id }) => id !== resolve.id)?.resolved).toBeUndefined();
  });

  it('is resolved by the first of two managers, and their second attempt after a lost answer is no other', async () => {
    const { shipments } = await damagedParcel();
    const [exception] = await openOf(shipments[0]?.id);
    const input = { id: exception?.id, note: 'Sent back' };
    const key = randomUUID();
    const once = () => server.call('runAdmin.resolve', input, { ...asManager, headers: { 'idempotency-key': key } });
    expect([(await once()).outcome, (await once()).outcome]).toEqual(['ok', 'ok']);
    const late = await server.call('runAdmin.resolve', { ...input, note: 'Thrown away' }, asManager);
    expect([late.outcome, late.error.message]).toEqual(['CONFLICT', 'Someone else has already resolved this.']);
    const history = await server.call('auditAdmin.getEntries', { shipmentId: shipments[0]?.id, page: {} }, asManager);
    const entries = history.data.data.filter(({ procedure }) => procedure === 'runAdmin.resolve');
    expect(entries.map(({ actor, before, after }) => [actor?.id, before, after])).toEqual([
      [manager.id, { exception: 'damaged' }, { exception: 'resolved' }],
    ]);
  });

  it('keeps its note as long as what couriers write, and no longer than the account of the receiver', async () => {
    const [first, second] = [await damagedParcel(), await damagedParcel()];
    for (const { shipments } of [first, second]) {
      const [exception] = await openOf(shipments[0]?.id);
      await server.call('runAdmin.resolve', { id: exception?.id, note: 'Canary of a note' }, asManager);
    }
    const receiver = await server.person();
    await server.query('update shipments set receiver_id = $2 where id = $1', [first.shipments[0]?.id, receiver.id]);
    await server.call('userAdmin.deleteUser', { id: receiver.id }, asManager);
    const notes = () => server.query(`select run_id from run_exceptions where note = 'Canary of a note'`);
    expect(await notes()).toEqual([{ run_id: second.runId }]);
    await server.query(`update run_exceptions set resolved_at = now() - interval '181 days' where note <> ''`);
    await tidyProofs(server.services);
    expect(await notes()).toEqual([]);
    expect(await server.everythingStored()).not.toContain('Canary of a note');
  });
});

describe('what proves a delivery', () => {
  it('is the brand’s policy, or the shipment’s own as the manager saw it', async () => {
    const { id } = await server.parcel();
    const set = async (input: object) =>
      (await server.call('shipmentAdmin.setProof', { id, ...input }, asManager)).outcome;
    const get = async () => (await server.call('shipmentAdmin.getShipment', { id }, asManager)).data;
    const brandProof = { photo: 'asked', signature: 'off', name: 'off' };
    expect(await get()).toMatchObject({ proof: null, brandProof });
    const [signed, named] = [
      { ...brandProof, signature: 'required' },
      { ...brandProof, name: 'required' },
    ];
    expect(await set({ proof: signed, base: null })).toBe('ok');
    expect(await set({ proof: named, base: null })).toBe('CONFLICT');
    expect(await get()).toMatchObject({ proof: signed, brandProof });
    expect(await set({ proof: named, base: signed })).toBe('ok');
    expect(await set({ base: named })).toBe('ok');
    expect(await get()).toMatchObject({ proof: null });
  });
});

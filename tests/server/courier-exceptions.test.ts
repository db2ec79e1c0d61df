/** What managers are to look at in a run: one parcel with two couriers, and what they resolve. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tidyProofs } from '../../server/operations/runs/erase-proofs.ts';
import { courierDay, DELIVERED, fact, NOT_HOME } from '../support/courier-day.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };

const { newCourier, releasedRun, runOf, tell, loadAndStart, statusOf, openOf, mailsAbout, visit, deskRun, shipmentOf } =
  courierDay(server, manager);

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
      const { progress } = await deskRun(runId);
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
    const { progress } = await deskRun(planned.id);
    expect(progress).toMatchObject({ open: 1 });
  });

  it.each([
    ['the earlier', [20, 10]],
    ['the later', [10, 20]],
  ])(
    'who both delivered it: both reports are kept, the parties get one email (%s)',
    async (_, [own = 0, theirs = 0]) => {
      const { one, other, task, shipment } = await movedParcel();
      const now = await taskOf(other);
      const first = await visit(one, task, DELIVERED, asIf(own));
      const second = await visit(other, now, { result: 'delivered', method: 'mailbox' }, asIf(theirs));
      expect(await statusOf(shipment?.id ?? '')).toEqual({ status: 'delivered' });
      expect((await openOf(shipment?.id)).map(({ kind }) => kind)).toEqual(['delivered-twice']);
      expect(await mailsAbout(shipment?.id ?? '', 'status-changed')).toHaveLength(2);
      const visits = async () => (await shipmentOf(shipment?.id)).visits ?? [];
      expect((await visits()).map(({ result }) => result)).toEqual(['delivered', 'delivered']);
      const [earlier, later] = (await visits()).map(({ occurredAt }) => Date.parse(occurredAt));
      expect((later ?? 0) - (earlier ?? 0)).toBeCloseTo(600_000, -4);
      // The earlier one is the first that everyone reads.
      expect((await visits()).map(({ id }) => id)).toEqual(own > theirs ? [first, second] : [second, first]);

      // It counts until it is taken back, then the other one does.
      const corrections = async () => (await mailsAbout(shipment?.id ?? '', 'delivery-corrected')).length;
      await visit(one, task, { ...NOT_HOME, supersedes: first });
      expect([await statusOf(shipment?.id ?? ''), await corrections()]).toEqual([{ status: 'delivered' }, 0]);
      await visit(other, now, { ...NOT_HOME, supersedes: second });
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
      await visit(courier, task, { result: 'delivered', method }, { ...asIf(minutesAgo) });
    }
    const managed = await shipmentOf(shipments[0]?.id);
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

describe('a search for a parcel', () => {
  const kindsOf = async (shipment: { id: string } | undefined) =>
    (await openOf(shipment?.id)).map(({ kind }) => kind).filter((kind) => kind !== 'after-close');
  const closeByDesk = async (id: string) => {
    const { version } = await deskRun(id);
    expect((await server.call('runAdmin.close', { id, version }, asManager)).outcome).toBe('ok');
  };

  /** A parcel that was in a run when the desk closed it, while the phone was silent. */
  async function missingParcel() {
    const courier = await newCourier();
    const { id: runId, shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    const beforeClose = { occurredAt: new Date().toISOString() };
    await closeByDesk(runId);
    expect(await kindsOf(shipments[0])).toEqual(['missing-parcel']);
    return { courier, runId, task, shipment: shipments[0], beforeClose };
  }

  /** What was missing has turned up, and is in the run of another courier. */
  async function plannedAgain({ shipment }: Awaited<ReturnType<typeof missingParcel>>) {
    const courier = await newCourier();
    const shipmentIds = [shipment?.id];
    const input = { day: 'today', name: 'Again', courierId: courier.id, shipmentIds, despite: shipmentIds };
    const planned = (await server.call('runAdmin.create', input, asManager)).data;
    await server.call('runAdmin.release', planned, asManager);
    const [task] = (await loadAndStart(courier)).tasks;
    return { courier, runId: planned.id, task };
  }

  it('ends when a phone reports that it was delivered, and begins again if that is taken back', async () => {
    const { courier, runId, task, shipment, beforeClose } = await missingParcel();
    const delivery = await visit(courier, task, DELIVERED, beforeClose);
    expect(await kindsOf(shipment)).toEqual([]);
    const { exceptions, progress } = await deskRun(runId);
    const resolved = { at: expect.any(String), by: null, note: '' };
    expect(exceptions.find(({ kind }) => kind === 'missing-parcel')).toMatchObject({ resolved });
    expect(progress.exceptions).toBe(1);
    await visit(courier, task, { ...NOT_HOME, supersedes: delivery });
    expect(await kindsOf(shipment)).toEqual(['missing-parcel']);
  });

  it('goes on if the delivery was taken back before it was reported', async () => {
    const { courier, task, shipment, beforeClose } = await missingParcel();
    const mistake = fact({ stopId: task?.stopId, proofs: [], ...beforeClose });
    await visit(courier, task, { ...NOT_HOME, supersedes: mistake.id });
    const outcomes = [{ taskId: task?.id, result: 'delivered', method: 'recipient' }];
    await tell(courier, 'visit', { ...mistake, outcomes });
    expect(await kindsOf(shipment)).toEqual(['missing-parcel']);
  });

  it('ends when it is scanned back at the depot', async () => {
    const { courier, task, shipment, beforeClose } = await missingParcel();
    await tell(courier, 'return', fact({ taskIds: [task?.id], ...beforeClose }));
    expect(await kindsOf(shipment)).toEqual([]);
  });

  it.each(['delivered', 'returned'])('in an earlier run ends when it is %s in a later one', async (result) => {
    const missing = await missingParcel();
    const now = await plannedAgain(missing);
    expect(await kindsOf(missing.shipment)).toEqual(['missing-parcel']);
    if (result === 'delivered') await visit(now.courier, now.task, { result, method: 'recipient' });
    else await tell(now.courier, 'return', fact({ taskIds: [now.task?.id] }));
    expect(await kindsOf(missing.shipment)).toEqual([]);
  });

  it('in a later run goes on when a phone reports that it had been back before', async () => {
    const missing = await missingParcel();
    const now = await plannedAgain(missing);
    await closeByDesk(now.runId);
    expect(await kindsOf(missing.shipment)).toEqual(['missing-parcel', 'missing-parcel']);
    await tell(missing.courier, 'return', fact({ taskIds: [missing.task?.id], ...missing.beforeClose }));
    expect((await openOf(missing.shipment?.id)).filter(({ kind }) => kind === 'missing-parcel')).toMatchObject([
      { run: { id: now.runId } },
    ]);
  });

  it('that was not in the vehicle ends when it is delivered after all', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    await visit(courier, task, { result: 'failed', reason: 'carrier_parcel_lost' });
    expect(await kindsOf(shipments[0])).toEqual(['not-in-vehicle']);
    await visit(courier, task, DELIVERED);
    expect(await kindsOf(shipments[0])).toEqual([]);
  });
});

describe('an exception', () => {
  async function damagedParcel() {
    const courier = await newCourier();
    const { id, shipments } = await releasedRun(courier, [{}, {}]);
    const run = await loadAndStart(courier);
    const [task] = run.tasks;
    await visit(courier, task, { result: 'failed', reason: 'carrier_damaged_parcel' }, { cameraFailed: true });
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

    const before = await deskRun(runId);
    const resolve = { id: open[0]?.id, note: 'The sender sends another' };
    expect((await server.call('runAdmin.resolve', resolve, asManager)).outcome).toBe('ok');
    expect((await openOf(damaged?.id)).map(({ kind }) => kind)).toEqual(['camera-failed']);
    const after = await deskRun(runId);
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

import { describe, expect, it } from 'vitest';
import { auditChanges, auditSentence } from '../../src/domain/audit.ts';
import { courierDay, fact, NOT_HOME } from '../support/courier-day.ts';
import { lockRow } from '../support/row-locks.ts';
import { PASSWORD, type Person, updateInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };

const acts = courierDay(server, manager);
const { newCourier, releasedRun, tell, loadAndStart, changeInfo, visit } = acts;
const { runOf, statusOf, mailsAbout, exceptionsOf, deskRun } = acts;

describe('a parcel that the desk adds to a run under way', () => {
  const early = { occurredAt: new Date(Date.now() - 600_000).toISOString() };
  const statusesOf = async (courier: Person) => (await runOf(courier)).tasks.map(({ status }) => status);

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
    const { version } = await deskRun(runId);
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

  /** The first parcel was cancelled, and the second one went to the pool. */
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
    const { progress: onTheWay } = await deskRun(id);
    expect(onTheWay).toMatchObject({ tasks: 1, open: 1, delivered: 0, recalled: 2 });
    await tell(courier, 'return', fact({ taskIds: tasks.map((task) => task.id) }));
    expect(await toBringBack(courier)).toEqual([]);
    const { stops, progress } = await deskRun(id);
    expect(stops[0]?.tasks.map(({ status }) => status)).toEqual(['returned', 'returned', 'returned']);
    expect(progress).toMatchObject({ returned: 3, open: 0, recalled: 0 });
    const statuses = await Promise.all(shipments.map((shipment) => statusOf(shipment.id)));
    expect(statuses).toEqual([{ status: 'cancelled' }, { status: 'held' }, { status: 'held' }]);
    await tell(courier, 'close', fact({ runId: id }));
    expect(await exceptionsOf(id)).toEqual([]);
  });

  it('is not to be brought back on the board once it is in the run of another courier, unlike one in the pool', async () => {
    const [courier, other] = [await newCourier(), await newCourier()];
    const { id, version } = await releasedRun(courier, [{}, {}, {}]);
    const { tasks } = await loadAndStart(courier);
    const recalled = async () => {
      const board = (await server.call('runAdmin.list', { day: 'today' }, asManager)).data.runs;
      const { progress } = await deskRun(id);
      return [board.find((run) => run.id === id)?.progress.recalled, progress.recalled];
    };
    const given = { id, version, taskIds: [tasks[0]?.id], courierId: other.id };
    expect((await server.call('runAdmin.move', given, asManager)).outcome).toBe('ok');
    expect(await recalled()).toEqual([0, 0]);
    const pooled = { id, version: version + 1, taskIds: [tasks[1]?.id] };
    expect((await server.call('runAdmin.move', pooled, asManager)).outcome).toBe('ok');
    expect(await recalled()).toEqual([1, 1]);
    const { id: otherId } = await runOf(other);
    await server.call('runAdmin.release', { id: otherId, version: 1 }, asManager);
    const { tasks: theirs } = await loadAndStart(other);
    expect(await recalled()).toEqual([1, 1]);
    await visit(other, theirs[0]);
    expect((await runOf(other)).tasks.map(({ status }) => status)).toEqual(['delivered']);
    expect(await recalled()).toEqual([1, 1]);
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
    const statuses = (await runOf(courier)).tasks.map(({ status }) => status);
    expect(statuses).toEqual(['cancelled', 'cancelled', 'moved', 'missing']);
  });
});

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
    // The first courier had it in hand and delivers it: the other one’s task closes.
    await visit(one, run.tasks[0]);
    expect((await runOf(other)).tasks.map(({ status }) => status)).toEqual(['moved']);
  });

  it('read who did what with a run, in its history', async () => {
    const [one, other] = [await newCourier(), await newCourier()];
    const [first, second, third] = [await server.parcel(), await server.parcel({ shipTo: 'A' }), await server.parcel()];
    const input = { day: 'today', name: 'Read', courierId: one.id, shipmentIds: [first.id] };
    const act = async (name: 'add' | 'reorder' | 'release' | 'move', more: object = {}) => {
      const { id, version } = await deskRun(run.id);
      expect((await server.call(`runAdmin.${name}`, { id, version, ...more }, asManager)).outcome).toBe('ok');
    };
    const run = (await server.call('runAdmin.create', input, asManager)).data;
    await act('add', { shipmentIds: [second.id, third.id] });
    const { stops } = await deskRun(run.id);
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
      expect.stringMatching(/^Day: \w+day \d+ \w+ \d{4}$/),
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
    const { stops } = await deskRun(id);
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
    const listOf = async (id: string) => {
      const { exceptions } = await deskRun(id);
      return exceptions.map(({ kind, trackingId }) => [kind, trackingId]);
    };
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
      const { exceptions, version } = await deskRun(run.id);
      expect(exceptions.every(({ kind }) => kind === 'courier-is-party')).toBe(true);
      return { version, flagged: exceptions.map(({ trackingId }) => trackingId) };
    };
    expect(await listOf()).toEqual({ version: run.version, flagged: [linked?.trackingId] });

    // Their email is corrected on one parcel, and another one is given to their account.
    const form = updateInput(corrected?.id ?? '', { receiverEmail: courier.email });
    expect((await server.call('shipmentAdmin.updateShipment', form, asManager)).outcome).toBe('ok');
    expect((await listOf()).flagged).toEqual([linked?.trackingId, corrected?.trackingId]);
    const account = { id: changed?.id, party: 'sender', email: courier.email };
    expect((await server.call('shipmentAdmin.changeAccount', account, asManager)).outcome).toBe('ok');
    const all = run.shipments.map(({ trackingId }) => trackingId);
    expect((await listOf()).flagged).toEqual(all);
    // They come once for each parcel, and for nobody else’s.
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
    const barred = (why: string) => ({ toDecide: [{ id: shipments[0]?.id, why, isBarred: true }] });
    const again = await server.call('runAdmin.create', input, asManager);
    expect(again.error.data).toMatchObject(barred('In another run'));
    await server.call('shipmentAdmin.updateShipment', { id: shipments[0]?.id, status: 'delivered' }, asManager);
    expect((await runOf(courier)).tasks.map(({ status }) => status)).toEqual(['cancelled']);
    const ended = await server.call('runAdmin.create', { ...input, despite: [shipments[0]?.id] }, asManager);
    expect(ended.error.data).toMatchObject(barred('Delivered'));
  });

  describe('change an address, and the parcel', () => {
    const changeAddress = (id: string | undefined, shipTo: string) =>
      changeInfo(id, { shipTo, deliveryDate: '2026-12-24T18:00:00.000Z' });
    const [old, next] = ['Linnégatan 8, 413 04 Gothenburg', 'Kungsgatan 1'];
    const addressesOf = async (courier: Person) =>
      (await runOf(courier)).stops.map(({ address, tasks }) => [address, tasks.length]);

    it.each([
      [
        'gets its own stop',
        [{}, {}],
        [
          [old, 1],
          [next, 1],
        ],
      ],
      ['takes its stop along if it is alone there', [{}], [[next, 1]]],
      ['joins the stop of that address', [{}, { shipTo: next }], [[next, 2]]],
    ])('%s', async (_, parcels, addresses) => {
      const courier = await newCourier();
      const { shipments } = await releasedRun(courier, parcels);
      const before = await runOf(courier);
      await changeAddress(shipments[0]?.id, next);
      expect(await addressesOf(courier)).toEqual(addresses);
      const { version, stops } = await runOf(courier);
      expect([version, stops[0]?.id]).toEqual([before.version + 1, before.stops.at(-1)?.id]);
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

    it('gets a new stop even if others were tried at the old one, which stays as the courier read it', async () => {
      const courier = await newCourier();
      const { shipments } = await releasedRun(courier, [{}, {}, {}]);
      const { tasks, version } = await loadAndStart(courier);
      await visit(courier, tasks[2], NOT_HOME);
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
      await visit(courier, tasks[0], NOT_HOME);
      await changeAddress(shipments[0]?.id, next);
      expect(await addressesOf(courier)).toEqual([[old, 2]]);
      expect((await runOf(courier)).version).toBe(version + 1);
      expect((await deskRun(id)).version).toBe(version + 1);
    });
  });

  it('keeps out who has left: runs, sessions and links end, and the rest comes back', async () => {
    const [courier, driving] = [await newCourier(), await newCourier()];
    const [run, active] = [await releasedRun(courier), await releasedRun(driving)];
    await loadAndStart(driving);
    const programs = (await server.call('userAdmin.getPrograms', { id: courier.id }, asManager)).data;
    expect(programs).toMatchObject({ runs: [{ id: run.id, name: 'Centre' }], sessions: 1 });
    const act = (name: 'deactivateUser' | 'reactivateUser', id: string) =>
      server.call(`userAdmin.${name}`, { id }, asManager);
    for (const { id } of [courier, driving, courier]) expect((await act('deactivateUser', id)).outcome).toBe('ok');
    expect((await deskRun(run.id)).status).toBe('cancelled');
    expect((await deskRun(active.id)).status).toBe('closed');
    expect(await exceptionsOf(active.id)).toEqual(['missing-parcel']);
    const profile = () => server.call('auth.profile', undefined, { as: courier });
    const { email } = courier;
    const logIn = () => server.call('auth.login', { email, password: PASSWORD }, { address: server.newAddress() });
    expect([(await profile()).outcome, (await logIn()).outcome]).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED']);
    const person = async () => (await server.call('userAdmin.getUser', { id: courier.id }, asManager)).data;
    expect(await person()).toMatchObject({ deactivated: true, hasOpen: false, roles: [], courier: false, email });
    const left = await server.call('userAdmin.getUsers', { page: { role: 'deactivated' } }, asManager);
    expect(left.data.data.map(({ id }) => id).toSorted()).toEqual([courier.id, driving.id].toSorted());
    const roles = await server.call('userAdmin.setRoles', { id: courier.id, roles: ['courier'] }, asManager);
    expect(roles.error.message).toBe('Reactivate this account first.');
    expect((await act('reactivateUser', courier.id)).outcome).toBe('ok');
    expect([(await logIn()).outcome, (await profile()).outcome]).toEqual(['ok', 'UNAUTHORIZED']);
    expect(await person()).toMatchObject({ deactivated: false, roles: ['courier'] });
    const history = await server.call('auditAdmin.getEntries', { userId: courier.id, page: {} }, asManager);
    expect(history.data.data.map(auditSentence)).toEqual(
      expect.arrayContaining(['Ada Lovelace deactivated the account', 'Ada Lovelace reactivated the account']),
    );
    expect((await act('deactivateUser', manager.id)).error.message).toBe('You can’t deactivate yourself.');
  });

  it('cannot take the role or the account of someone who has a run, and the history says who gave or took it', async () => {
    const courier = await newCourier();
    const run = await releasedRun(courier);
    const named = /still has the run “Centre”/;
    const taken = await server.call('userAdmin.setRoles', { id: courier.id, roles: [] }, asManager);
    expect([taken.outcome, taken.error.message]).toEqual(['PRECONDITION_FAILED', expect.stringMatching(named)]);
    const deleted = await server.call('userAdmin.deleteUser', { id: courier.id }, asManager);
    expect(deleted.error.message).toMatch(named);
    await server.call('runAdmin.cancel', { id: run.id, version: run.version }, asManager);
    const setRoles = (roles: string[]) => server.call('userAdmin.setRoles', { id: courier.id, roles }, asManager);
    expect([(await setRoles([])).outcome, (await setRoles(['courier'])).outcome]).toEqual(['ok', 'ok']);
    const history = await server.call('auditAdmin.getEntries', { userId: courier.id, page: {} }, asManager);
    expect(history.data.data.slice(0, 2).map(auditSentence)).toEqual([
      'Ada Lovelace gave the user the courier role',
      'Ada Lovelace took the courier role from the user',
    ]);
    expect((await server.call('userAdmin.deleteUser', { id: courier.id }, asManager)).outcome).toBe('ok');
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
    await visit(courier, task);
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

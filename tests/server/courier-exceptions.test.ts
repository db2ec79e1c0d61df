/** Exceptions of a run, and how managers resolve them. Reports that cause them: courier-interleavings. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tidyProofs } from '../../server/runs/proofs/erase-proofs.ts';
import { courierDay, DELIVERED, fact, NOT_HOME } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };

const { newCourier, releasedRun, tell, loadAndStart, openOf, visit, deskRun } = courierDay(server, manager);

describe('a search for a parcel', () => {
  const kindsOf = async (shipment: { id: string } | undefined) =>
    (await openOf(shipment?.id)).map(({ kind }) => kind).filter((kind) => kind !== 'after-close');
  const closeByDesk = async (id: string) => {
    const { version } = await deskRun(id);
    expect((await server.call('runAdmin.close', { id, version }, asManager)).outcome).toBe('ok');
  };

  /** A parcel in a run that the desk closed while the phone was silent. */
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
    // Someone who is changing the run at this moment is not disturbed.
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

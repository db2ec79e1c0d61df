import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { shiftDay } from '../../src/domain/day.ts';
import type { ScanResult } from '../../src/domain/desk-scan.ts';
import { composeTrackingId } from '../../src/domain/tracking-id.ts';
import { courierDay, fact } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };
const { newCourier, releasedRun, shipmentOf, deskRun, mailsAbout } = courierDay(server, manager);

const scanOf = (trackingId: string, more: object) => ({ scanId: randomUUID(), trackingId, ...more });
const HERE = { act: 'receive', address: 'Leeds depot' };
/** Tablets of 0.2.0 and older send this. */
const HELD = { ...HERE, status: 'held' };
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function send(...scans: object[]): Promise<ScanResult[]> {
  const answer = await server.call('deskAdmin.scan', { scans }, asManager);
  expect(answer.outcome, answer.body).toBe('ok');
  return answer.data.results;
}

const historyOf = async (id: string) =>
  (await shipmentOf(id)).activity
    .filter(({ kind }) => kind !== 'created')
    .map(({ status, comment, address }) => [status, comment || address]);

it('receives a parcel: it is here, with the status it had, and nobody gets an email', async () => {
  const { id, trackingId } = await server.parcel();
  const { receiverName } = await shipmentOf(id);
  const scan = scanOf(trackingId.toLowerCase(), HERE);
  expect(await send(scan)).toEqual([{ scanId: scan.scanId, outcome: 'done', receiver: receiverName }]);
  expect(await historyOf(id)).toEqual([['in-progress', 'Leeds depot']]);
  expect(
    await server.query("select from mails where about->>'shipmentId' = $1 and kind <> 'shipment-created'", [id]),
  ).toEqual([]);
});

it('emails both ends where a parcel is if so chosen, unless the scan is undone first', async () => {
  const { id, trackingId } = await server.parcel();
  const scan = scanOf(trackingId, { ...HERE, emails: true });
  await send(scan, { ...scan, scanId: randomUUID() });
  const arrived = await server.query<{ id: string }>(
    "select id from mails where kind = 'arrived' and about->>'shipmentId' = $1",
    [id],
  );
  expect(arrived).toHaveLength(2);
  const next = async () => (await server.call('mail.getMail', { id: arrived[0]?.id }, asManager)).data.next?.text;
  expect(await next()).toContain('has arrived at Leeds depot');
  await send(scanOf(trackingId, { act: 'undo', undoes: scan.scanId }));
  expect(await next()).toBeUndefined();
});

it('emails about a scanned status after a minute, and about neither once the scan is undone within it', async () => {
  const { id, trackingId } = await server.parcel();
  const scan = scanOf(trackingId, { act: 'status', status: 'shipped' });
  await send(scan);
  const mails = await server.query<{ id: string; wait: number }>(
    `select mails.id, round(extract(epoch from start_after - created_on))::int as wait
     from mails join pgboss.job on data->>'mailId' = mails.id::text
     where kind = 'status-changed' and about->>'shipmentId' = $1`,
    [id],
  );
  expect(mails.map(({ wait }) => wait)).toEqual([60, 60]);
  const next = async () => (await server.call('mail.getMail', { id: mails[0]?.id }, asManager)).data.next?.text;
  expect(await next()).toContain('Shipped');
  const undo = { act: 'undo', undoes: scan.scanId };
  await send(scanOf(trackingId, undo));
  expect(await next()).toBeUndefined();
  expect(await mailsAbout(id, 'status-changed')).toHaveLength(2);
  // Later the email has gone out, and another says what is right.
  const later = scanOf(trackingId, { act: 'status', status: 'held' });
  await send(later);
  await server.query(`update idempotency_keys set answer = jsonb_set(answer, '{undo,status,at}', '0') where key = $1`, [
    later.scanId,
  ]);
  await send(scanOf(trackingId, { ...undo, undoes: later.scanId }));
  expect(await mailsAbout(id, 'status-changed')).toHaveLength(6);
});

it('sets the status that an older tablet sends and shows with what it received', async () => {
  const { id, trackingId } = await server.parcel();
  await send(scanOf(trackingId, HELD));
  expect(await historyOf(id)).toEqual([
    ['held', 'Status changed to Held'],
    ['held', 'Leeds depot'],
  ]);
});

it('takes the label of any parcel of a shipment for the shipment', async () => {
  const { id, trackingId } = await server.parcel({ parcels: 3 });
  const place = { act: 'place', address: 'Leeds depot' };
  expect(await send(scanOf(`${trackingId}-3`, place))).toMatchObject([{ outcome: 'done', parcels: 3 }]);
  expect(await historyOf(id)).toEqual([['in-progress', 'Leeds depot']]);
});

it.each([HERE, HELD, { act: 'place', address: 'Leeds depot' }])('counts once what two desks scan: %j', async (act) => {
  const { id, trackingId } = await server.parcel({ parcels: 3 });
  await send(scanOf(`${trackingId}-2`, act));
  const before = await historyOf(id);
  const [second] = await send(scanOf(`${trackingId}-2`, act));
  expect(second).toMatchObject({ outcome: 'unchanged', parcels: 3 });
  expect(await historyOf(id)).toEqual(before);
  expect(await send(scanOf(trackingId, { ...act, address: 'York depot' }))).toMatchObject([{ outcome: 'done' }]);
  expect(await send(scanOf(trackingId, act))).toMatchObject([{ outcome: 'done' }]);
});

it('counts a scan once, however often and with whichever others it is sent', async () => {
  const parcels = [await server.parcel(), await server.parcel()];
  const [first, second] = parcels.map(({ trackingId }) => scanOf(trackingId, HELD));
  if (!first || !second) throw new Error('Two parcels');
  const responses = await Promise.all([send(first, second), send(second), send(first), send(second, first)]);
  expect(responses.flat().every(({ outcome }) => outcome === 'done')).toBe(true);
  // Results are kept for a week.
  await server.query('delete from idempotency_keys');
  await send(first);
  for (const { id } of parcels) expect(await historyOf(id)).toHaveLength(2);
  const [other] = await send({ ...first, address: 'York depot' });
  expect(other?.problem?.reason).toBe('CONFLICT');
});

it('gives way to a status that occurred later', async () => {
  const { id, trackingId } = await server.parcel();
  await server.query("update shipments set created_at = now() - interval '1 day' where id = $1", [id]);
  const status = (word: string, minutes: number) =>
    scanOf(trackingId, { act: 'status', status: word, occurredAt: ago(minutes) });
  expect(await send(status('delivery', 5))).toMatchObject([{ outcome: 'done' }]);
  expect(await send(status('held', 60), status('delivery', 1))).toMatchObject([
    { outcome: 'overtaken' },
    { outcome: 'unchanged' },
  ]);
  expect((await shipmentOf(id)).status).toBe('delivery');
  expect(await historyOf(id)).toEqual([
    ['held', 'Status changed to Held'],
    ['delivery', 'Status changed to Delivery'],
  ]);
  expect(await mailsAbout(id, 'status-changed')).toHaveLength(2);
});

it('says of each scan why it does not count, and applies the others', async () => {
  const { id, trackingId } = await server.parcel();
  const unknown = composeTrackingId(
    'W',
    new Uint8Array(10).map(() => Math.random() * 256),
  );
  const place = { act: 'place', comment: 'On shelf 4' };
  const results = await send(scanOf(unknown, place), scanOf('W48207K159X1', place), scanOf(trackingId, place));
  expect(results.map(({ problem, outcome }) => problem?.message ?? outcome)).toEqual([
    'No shipment has this tracking ID.',
    'No shipment has this tracking ID.',
    'done',
  ]);
  expect(await historyOf(id)).toEqual([['in-progress', 'On shelf 4']]);
  const before = await server.fingerprint();
  for (const [more, message] of [
    [{ act: 'receive', comment: 'Box torn' }, 'Enter a place.'],
    [{ act: 'status' }, 'Choose a status.'],
    [{ act: 'place', address: ' ' }, 'Enter a place or a comment.'],
    [{ act: 'run' }, 'Choose a run.'],
    [{ act: 'undo' }, 'Choose a scan.'],
  ] as const) {
    const refused = await server.call('deskAdmin.scan', { scans: [scanOf(trackingId, more)] }, asManager);
    expect(Object.values(refused.error.data.fieldErrors ?? {})).toEqual([[message]]);
  }
  expect(await server.fingerprint()).toEqual(before);
});

it('adds to a run what needs no decision, whichever version the run has', async () => {
  const { id: runId } = await releasedRun(await newCourier());
  const { trackingId } = await server.parcel();
  const refused = await server.parcel();
  await server.call('shipmentAdmin.updateShipment', { id: refused.id, status: 'failed' }, asManager);
  const toRun = (scanned: string, more: object = {}) => scanOf(scanned, { act: 'run', runId, ...more });
  const results = await send(toRun(trackingId), toRun(trackingId), toRun(refused.trackingId));
  expect(results.map(({ problem, outcome }) => problem?.message ?? outcome)).toEqual([
    'done',
    'unchanged',
    'Failed. Decide on this parcel before it goes into a run.',
  ]);
  expect((await deskRun(runId)).progress.tasks).toBe(2);
  expect(await send(toRun(refused.trackingId, { despite: true }))).toMatchObject([{ outcome: 'done' }]);
  expect((await deskRun(runId)).progress.tasks).toBe(3);
});

it('undoes a scan with entries that correct it, unless something has happened since', async () => {
  const { id, trackingId } = await server.parcel();
  const received = scanOf(trackingId, HELD);
  await send(received);
  const undo = (undoes: string) => scanOf(trackingId, { act: 'undo', undoes });
  expect(await send(undo(received.scanId))).toMatchObject([{ outcome: 'done' }]);
  expect((await historyOf(id)).slice(2)).toEqual([
    ['in-progress', 'Status changed to In progress'],
    ['in-progress', 'Scanned by mistake: Leeds depot'],
  ]);
  const again = scanOf(trackingId, HELD);
  await send(again);
  await server.call('shipmentAdmin.updateShipment', { id, status: 'delivered' }, asManager);
  const [late] = await send(undo(again.scanId));
  expect(late?.problem?.message).toBe('Someone else changed the status to Delivered.');
  const [unknown] = await send(undo(randomUUID()));
  expect(unknown?.problem?.reason).toBe('NOT_FOUND');

  const other = await server.parcel();
  await send(scanOf(other.trackingId, HELD));
  const ofOther = scanOf(trackingId, HELD);
  await server.call('shipmentAdmin.updateShipment', { id, status: 'in-progress' }, asManager);
  await send(ofOther);
  const before = await historyOf(other.id);
  const [wrong] = await send(scanOf(other.trackingId, { act: 'undo', undoes: ofOther.scanId }));
  expect([wrong?.problem?.reason, await historyOf(other.id)]).toEqual(['NOT_FOUND', before]);

  const { id: runId } = await releasedRun(await newCourier());
  const parcel = await server.parcel();
  const added = scanOf(parcel.trackingId, { act: 'run', runId });
  await send(added);
  await send(scanOf(parcel.trackingId, { act: 'undo', undoes: added.scanId }));
  expect((await deskRun(runId)).progress.tasks).toBe(1);
});

it('sorts by van, by the stop that the courier sees, and by postal area', async () => {
  const courier = await newCourier();
  const { id: runId, shipments } = await releasedRun(courier, [
    { shipTo: '12 Kirkstall Road, Leeds LS10 1AB', receiverName: 'Ida Berg' },
    { shipTo: 'Linnégatan 8, 413 04 Gothenburg' },
    { shipTo: 'Linnégatan 8, 413 04 Gothenburg' },
  ]);
  const { parcels, runs, day } = (await server.call('runAdmin.sortMap', { day: 'today' }, asManager)).data;
  const run = { id: runId, name: 'Centre', courier: expect.stringContaining('Bo') };
  expect(runs).toContainEqual({ ...run, day });
  const own = parcels.filter((parcel) => parcel.runId === runId);
  expect(own.map(({ trackingId, stop, zone }) => [trackingId, stop, zone])).toEqual([
    [shipments[0]?.trackingId, 1, 'LS10'],
    [shipments[1]?.trackingId, 2, '413'],
    [shipments[2]?.trackingId, 2, '413'],
  ]);
  expect(own[0]?.receiver).toBe('Ida Berg');
  await server.query('update runs set day = day + 1 where id = $1', [runId]);
  const { data: coming } = await server.call('runAdmin.sortMap', { day: 'coming' }, asManager);
  expect(coming.runs).toContainEqual({ ...run, day: shiftDay(day, 1) });
  expect(coming.parcels.filter((parcel) => parcel.runId === runId)).toEqual(own);
});

it('a cancelled parcel that is here is somebody’s work, once, however many scan it, until it is given back', async () => {
  const open = async (id: string) =>
    (await server.call('runAdmin.exceptions', { shipmentId: id }, asManager)).data.flatMap(({ kind, resolved }) =>
      resolved ? [] : kind,
    );
  const listed = async () => {
    const { data } = await server.call('shipmentAdmin.getShipments', { page: { work: 'give-back' } }, asManager);
    return data.data.map(({ trackingId }) => trackingId);
  };
  const cancel = (id: string) =>
    server.call('shipmentAdmin.updateShipment', { id, status: 'cancelled' as const }, asManager);
  const parcel = await server.parcel();
  await cancel(parcel.id);
  const scan = scanOf(parcel.trackingId, HERE);
  await send(scan);
  await send(scanOf(parcel.trackingId, { ...HERE, address: 'York depot' }));
  expect([await open(parcel.id), await listed()]).toEqual([['arrived-cancelled'], [parcel.trackingId]]);
  const { data } = await server.call('deskAdmin.getWork', {}, asManager);
  expect(data.work).toContainEqual({ kind: 'give-back', count: 1, oldest: expect.any(String) });
  await send(scanOf(parcel.trackingId, { act: 'undo', undoes: scan.scanId }));
  expect(await open(parcel.id)).toEqual([]);

  const courier = await newCourier();
  const [loaded] = (await releasedRun(courier)).shipments;
  const run = (await server.call('courier.getRun', { id: 'current' }, { as: courier })).data;
  await cancel(loaded?.id ?? '');
  const taskIds = run?.stops.flatMap(({ tasks }) => tasks.map(({ id }) => id));
  for (const _ of [1, 2])
    expect((await server.call('courier.load', fact({ taskIds }), { as: courier })).outcome).toBe('ok');
  expect([await open(loaded?.id ?? ''), await listed()]).toEqual([['arrived-cancelled'], [loaded?.trackingId]]);
  // It goes out after all.
  const again = { id: loaded?.id, status: 'in-progress' as const };
  expect((await server.call('shipmentAdmin.updateShipment', again, asManager)).outcome).toBe('ok');
  expect(await open(loaded?.id ?? '')).toEqual([]);
});

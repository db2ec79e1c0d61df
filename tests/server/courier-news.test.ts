/** What the phone, the parties, and people who only hold a tracking ID learn of a run. */
import { randomUUID } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { tellParties } from '../../server/messages/tell-parties.ts';
import { findShipment } from '../../server/shipments/store/shipments.ts';
import type { MessageEvent } from '../../src/domain/messages.ts';
import { copyShipments } from '../support/copy-shipments.ts';
import { courierDay, fact, NOT_HOME } from '../support/courier-day.ts';
import { pushSubscription } from '../support/push-service.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const asManager = { as: manager };

const { newCourier, releasedRun, runOf, tell, loadAndStart, changeInfo, mailsAbout, visit, deskRun } = courierDay(
  server,
  manager,
);

const pushesAbout = (shipmentId: string | undefined) =>
  server.query<{ endpoint: string; kind: string | null }>(
    `select d.endpoint, j.data->>'kind' as kind from pgboss.job j
     join push_devices d on d.id::text = j.data->>'deviceId'
     where j.name = 'push' and j.data->>'shipmentId' = $1`,
    [shipmentId],
  );

describe('news of an attempt', () => {
  it('goes to the parties and their own devices, never to devices that follow the tracking ID alone', async () => {
    const [courier, owner] = [await newCourier(), await server.signInAs('customer')];
    const { shipments } = await releasedRun(courier, [{ receiverEmail: owner.email }]);
    const [task] = (await loadAndStart(courier)).tasks;
    const [own, alone] = [pushSubscription(), pushSubscription()];
    const { trackingId } = shipments[0] ?? {};
    await server.call('push.followOwn', { subscription: own }, { as: owner });
    await server.call('push.follow', { subscription: alone, trackingId }, { address: server.newAddress() });
    await visit(courier, task, NOT_HOME);
    expect(await pushesAbout(shipments[0]?.id)).toEqual([{ endpoint: own.endpoint, kind: 'delivery-attempted' }]);
  });
});

describe('news that a delivery was a mistake', () => {
  it('is sent to everyone who was notified of the delivery, and says that it was a mistake', async () => {
    const courier = await newCourier();
    const [eager, other] = [await server.signInAs('customer'), await server.signInAs('customer')];
    const [own, others, follower] = [pushSubscription(), pushSubscription(), pushSubscription()];
    const { shipments } = await releasedRun(courier, [{ receiverEmail: eager.email, senderEmail: other.email }]);
    const { id = '', trackingId } = shipments[0] ?? {};
    const prefer = (as: Person, event: MessageEvent) =>
      server.call('message.saveChoices', { choices: { mail: [event], sms: [], push: [event] } }, { as });
    expect((await prefer(eager, 'delivered')).outcome).toBe('ok');
    expect((await prefer(other, 'out')).outcome).toBe('ok');
    await server.call('push.followOwn', { subscription: own }, { as: eager });
    await server.call('push.followOwn', { subscription: others }, { as: other });
    await server.call('push.follow', { subscription: follower, trackingId }, { address: server.newAddress() });
    const [task] = (await loadAndStart(courier)).tasks;
    await server.query(`delete from pgboss.job where name = 'push'`);
    const mistake = await visit(courier, task);
    await visit(courier, task, { ...NOT_HOME, supersedes: mistake });

    const mails = await mailsAbout(id, 'status-changed');
    const delivered = mails.filter(({ about }) => (about as { status: string }).status === 'delivered');
    const corrected = await mailsAbout(id, 'delivery-corrected');
    for (const list of [delivered, corrected]) expect(list.map(({ receiver }) => receiver)).toEqual([eager.email]);
    const pushed = await pushesAbout(id);
    const to = (wanted: string | null) =>
      pushed.flatMap(({ endpoint, kind }) => (kind === wanted ? endpoint : [])).toSorted();
    expect(to(null)).toEqual([own.endpoint, follower.endpoint].toSorted());
    expect(to('delivery-corrected')).toEqual(to(null));
    expect(pushed).toHaveLength(4);
  });
});

describe('someone who only holds a tracking ID', () => {
  it('learns no name, address or note from what couriers and the desk do with a parcel', async () => {
    const courier = await newCourier();
    const [owner, stranger] = [await server.signInAs('customer'), await server.signInAs('customer')];
    const { id, shipments } = await releasedRun(courier);
    const [task] = (await loadAndStart(courier)).tasks;
    const words = { recipient: 'Nils Canary', note: 'Canary door' };
    const mistake = await visit(courier, task, { result: 'delivered', method: 'neighbour' }, words);
    const deliveryDate = '2026-12-24T18:00:00.000Z';
    await changeInfo(shipments[0]?.id, { receiverName: 'Bo Canary', shipTo: 'Canary 1', deliveryDate });
    await server.call('shipmentAdmin.updateShipment', { id: shipments[0]?.id, status: 'cancelled' }, asManager);
    const wrong = { result: 'failed', reason: 'carrier_parcel_lost', supersedes: mistake };
    await visit(courier, task, wrong, words);
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

describe('what a phone gets', () => {
  /** The first stop's name, and those of its parcels that have another. */
  async function receiversOf(courier: Person) {
    const [stop] = (await runOf(courier)).stops;
    return [stop?.name, ...(stop?.tasks.map(({ receiver }) => receiver) ?? [])];
  }

  it('is a whole run of 500 stops, and for 200 of them at most 100 kB, compressed', { timeout: 90_000 }, async () => {
    const courier = await newCourier();
    const shipmentIds = await copyShipments(server, (await server.parcel()).id, 500, (place) => ({
      description: `Parcel ${randomUUID()}`,
      ship_to: `${randomUUID()} ${place}, 413 04 Gothenburg`,
      receiver_name: randomUUID(),
    }));
    const input = { day: 'today', name: 'Centre', courierId: courier.id, shipmentIds };
    const planned = (await server.call('runAdmin.create', input, asManager)).data;
    const { id, version } = (await server.call('runAdmin.release', planned, asManager)).data;
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
    expect((await deskRun(id)).progress).toMatchObject({ loaded: 500 });
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

it('news of fifty parcels reads devices and choices as often as of one', async () => {
  const owner = await server.signInAs('customer');
  const { id, trackingId } = await server.parcel({ receiverEmail: owner.email });
  const [own, follower, none] = [pushSubscription(), pushSubscription(), pushSubscription()];
  await server.call('push.followOwn', { subscription: own }, { as: owner });
  await server.call('push.follow', { subscription: follower, trackingId }, { address: server.newAddress() });
  await server.call('push.followOwn', { subscription: none }, { as: await server.signInAs('customer') });
  const copies = await copyShipments(server.database, id, 50);
  const about = { status: 'shipped' as const, occurredAt: new Date().toISOString() };
  const countReads = async (ids: readonly string[]) => {
    const shipments = await Promise.all(ids.map((one) => findShipment(server.services.db, one)));
    const news = shipments.flatMap((shipment) =>
      shipment ? [{ shipment, news: { kind: 'status-changed' as const, about } }] : [],
    );
    const [statements = []] = await server.transactionsOf(() => server.inUnit((unit) => tellParties(unit, news)));
    return statements.filter((text) => /push_devices|push_follows|message_choices/.test(text)).length;
  };
  expect(await countReads(copies)).toBe(await countReads([id]));
  expect((await pushesAbout(id)).map(({ endpoint }) => endpoint).toSorted()).toEqual(
    [own.endpoint, follower.endpoint].toSorted(),
  );
  expect((await pushesAbout(copies[7])).map(({ endpoint }) => endpoint)).toEqual([own.endpoint]);
});

import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { MailDelivery } from '../../server/jobs/queues.ts';
import { isPushService } from '../../server/push/services/push-services.ts';
import { deleteShipment } from '../../server/shipments/delete-shipment.ts';
import { updateShipment } from '../../server/shipments/update-shipment.ts';
import { DEFAULT_CHOICES, eventOfStatus } from '../../src/domain/messages.ts';
import { MAX_PUSH_SUBSCRIPTIONS, type PushMessage } from '../../src/domain/push.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { copyShipments } from '../support/copy-shipments.ts';
import { courierDay } from '../support/courier-day.ts';
import { newPushDevice, type PushDevice, startPushService } from '../support/push-service.ts';
import { type Parcel, type Person, SECRET_KEY } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const service = await startPushService();
afterAll(() => service.stop());

const QUICK = { attempts: 4, retryDelaySeconds: 1, maxRetryDelaySeconds: 1, pollSeconds: 0.5 } satisfies MailDelivery;
const server = await testServer({ worker: true, environment: { PUSH_SERVICES: service.url }, mails: QUICK });

const described = ({ endpoint, keys }: PushDevice) => ({ endpoint, keys });
const setStatus = (parcel: Parcel, status: ShipmentStatus) =>
  server.inUnit((unit) => updateShipment(unit, { id: parcel.id, status }));
const toldTo = (device: PushDevice) => service.received.filter((request) => request.device === device);
const told = (device: PushDevice, count = 1) =>
  until('the device was notified', () => toldTo(device).length >= count && toldTo(device));
/** Every push was sent or given up. */
const settled = () =>
  until('the queue is empty', async () => {
    const rows = await server.query(
      "select 1 from pgboss.job where name = 'push' and state in ('created','retry','active')",
    );
    return rows.length === 0;
  });

async function follow(device: PushDevice, parcel: Pick<Parcel, 'trackingId'>, as?: Pick<Person, 'token'>) {
  const input = { subscription: described(device), trackingId: parcel.trackingId };
  return server.call('push.follow', input, { as, address: server.newAddress() });
}

async function followOwn(device: PushDevice, as: Pick<Person, 'token'>) {
  return server.call('push.followOwn', { subscription: described(device) }, { as, address: server.newAddress() });
}

const stateOf = async ({ endpoint }: PushDevice) => (await server.call('push.getDevice', { endpoint })).data;
const isKnown = async ({ endpoint }: PushDevice) =>
  (await server.query('select 1 from push_devices where endpoint = $1', [endpoint])).length > 0;

describe('a visit that failed', () => {
  it('is pushed to each party’s own device with what happens next in their words', async () => {
    const manager = await server.signInAs('manager');
    const { newCourier, releasedRun, loadAndStart, visit } = courierDay(server, manager);
    const [courier, sender, receiver] = [
      await newCourier(),
      await server.signInAs('customer'),
      await server.signInAs('customer'),
    ];
    const [atSender, atReceiver] = [service.device(), service.device()];
    await followOwn(atSender, sender);
    await followOwn(atReceiver, receiver);
    await releasedRun(courier, [{ senderEmail: sender.email, receiverEmail: receiver.email }]);
    const [task] = (await loadAndStart(courier)).tasks;
    await visit(courier, task, { result: 'failed', reason: 'consignee_refused' });
    const saysTo = (device: PushDevice) =>
      until(
        'the device heard of the visit',
        () =>
          toldTo(device)
            .map(({ message }) => message as PushMessage)
            .find(({ kind }) => kind === 'delivery-attempted')?.says,
      );
    expect(await saysTo(atSender)).toMatch(/^It goes back to our depot\. You decide until /);
    expect(await saysTo(atReceiver)).toMatch(/^It goes back to our depot\. The sender decides until /);
  });
});

describe('a new status', () => {
  it('is pushed to a device that follows the shipment, encrypted for it alone, with stored keys', async () => {
    const [parcel, device] = [await server.parcel({ receiverName: 'Canary Receiver' }), service.device()];
    expect((await follow(device, parcel)).outcome).toBe('ok');
    expect(await stateOf(device)).toEqual({ own: false, trackingIds: [parcel.trackingId] });

    await setStatus(parcel, 'held');

    const [request] = await told(device);
    expect(request?.message).toEqual({ kind: 'status-changed', trackingId: parcel.trackingId });
    expect(request?.body.toString('latin1')).not.toContain(parcel.trackingId);
    expect(request?.headers.ttl).toBe('86400');
    expect(request?.headers.topic).toBe(parcel.trackingId);
    expect(request?.sender.subject).toBe('mailto:support@waybill.test');

    const { data } = await server.call('push.getKey');
    expect(request?.sender.publicKey).toBe(data.publicKey);
    const another = await testServer({ database: server.database, mails: QUICK, environment: { SECRET_KEY } });
    expect((await another.call('push.getKey')).data).toEqual(data);
    const [kept] = await server.query<{ private_key: Buffer }>('select private_key from vapid_keys');
    expect(kept?.private_key).toHaveLength(12 + 43 + 16);
  });

  it('is pushed for every shipment a user sends or receives, until they stop it, and for no others', async () => {
    const [me, device] = [await server.signedIn(), service.device()];
    expect((await followOwn(device, me)).outcome).toBe('ok');
    expect(await stateOf(device)).toEqual({ own: true, trackingIds: [] });
    const [sent, received, others] = [
      await server.parcel({ senderEmail: me.email }),
      await server.parcel({ receiverEmail: me.email }),
      await server.parcel(),
    ];

    for (const parcel of [others, sent, received]) await setStatus(parcel, 'shipped');
    const messages = (await told(device, 2)).map(({ message }) => message);
    expect(messages).toHaveLength(2);
    for (const { trackingId } of [sent, received])
      expect(messages).toContainEqual({ kind: 'status-changed', trackingId });

    await server.call('push.stop', { endpoint: device.endpoint });
    expect(await isKnown(device)).toBe(false);
    await setStatus(sent, 'held');
    await settled();
    expect(toldTo(device)).toHaveLength(2);
  });

  it('reaches a device once, even if it follows a shipment that is its user’s own anyway', async () => {
    const [me, device] = [await server.signedIn(), service.device()];
    const parcel = await server.parcel({ receiverEmail: me.email, senderEmail: me.email });
    await followOwn(device, me);
    await follow(device, parcel, me);

    await setStatus(parcel, 'held');

    await told(device);
    await settled();
    expect(toldTo(device)).toHaveLength(1);
    await server.call('push.stop', { endpoint: device.endpoint, trackingId: parcel.trackingId });
    expect(await stateOf(device)).toEqual({ own: true, trackingIds: [] });
  });

  it('is not sent where the change was made', async () => {
    const [parcel, device] = [await server.parcel(), service.device()];
    await follow(device, parcel);
    const failed = server.inUnit(async (unit) => {
      await updateShipment(unit, { id: parcel.id, status: 'held' });
      throw new Error('not this time');
    });
    await expect(failed).rejects.toThrow('not this time');
    await setStatus(parcel, 'in-progress');
    await settled();
    expect(toldTo(device)).toEqual([]);
  });

  it('is retried while the push service fails, and the device is kept', async () => {
    const [parcel, device] = [await server.parcel(), service.device()];
    await follow(device, parcel);
    service.answerNext(500, 429);
    const before = service.asked();

    await setStatus(parcel, 'held');

    await told(device);
    expect(service.asked() - before).toBe(3);
    expect(await isKnown(device)).toBe(true);
  });

  it.each([404, 410])('forgets a device of which the push service says %i', async (status) => {
    const [parcel, device] = [await server.parcel(), service.device()];
    await follow(device, parcel);
    service.answerNext(status);
    const before = service.asked();

    await setStatus(parcel, 'held');

    await until('the device is forgotten', async () => !(await isKnown(device)));
    await settled();
    expect(service.asked() - before).toBe(1);
  });

  it('of a shipment deleted before its turn is not sent', async () => {
    const [parcel, device] = [await server.parcel(), service.device()];
    await follow(device, parcel);
    await server.inUnit(async (unit) => {
      await updateShipment(unit, { id: parcel.id, status: 'held' });
      await deleteShipment(unit, { id: parcel.id });
    });
    await settled();
    expect(toldTo(device)).toEqual([]);
    expect((await stateOf(device)).trackingIds).toEqual([]);
  });
});

describe('a device with a new address from its push service', () => {
  const move = (from: PushDevice, to: PushDevice) =>
    server.call('push.move', { from: from.endpoint, subscription: described(to) }, { address: server.newAddress() });

  it('gets its pushes there, and none at the old address', async () => {
    const [me, parcel, before, after] = [
      await server.signedIn(),
      await server.parcel(),
      service.device(),
      service.device(),
    ];
    await follow(before, parcel, me);
    await followOwn(before, me);

    expect((await move(before, after)).outcome).toBe('ok');

    expect(await isKnown(before)).toBe(false);
    expect(await stateOf(after)).toEqual({ own: true, trackingIds: [parcel.trackingId] });
    await setStatus(parcel, 'held');
    await told(after);
    await settled();
    expect(toldTo(before)).toEqual([]);
    await server.call('auth.logout', undefined, { as: me });
    expect(await isKnown(after)).toBe(false);
  });

  it('keeps what it already follows at the new one', async () => {
    const [me, before, after] = [await server.signedIn(), service.device(), service.device()];
    const [first, second] = [await server.parcel(), await server.parcel()];
    for (const parcel of [first, second]) await follow(before, parcel);
    await followOwn(before, me);
    await follow(after, second);

    await move(before, after);

    const { own, trackingIds } = await stateOf(after);
    expect([own, ...trackingIds.toSorted()]).toEqual([true, ...[first.trackingId, second.trackingId].toSorted()]);
    expect(await isKnown(before)).toBe(false);
  });

  it('is ignored if the old address is unknown or the new one is unusable', async () => {
    const [before, after, parcel] = [service.device(), service.device(), await server.parcel()];
    expect((await move(before, after)).outcome).toBe('ok');
    expect(await isKnown(after)).toBe(false);

    await follow(before, parcel);
    expect((await move(before, newPushDevice('http://169.254.169.254/x'))).outcome).toBe('BAD_REQUEST');
    expect(await isKnown(before)).toBe(true);
    expect((await move(before, before)).outcome).toBe('ok');
    expect(await isKnown(before)).toBe(true);
  });
});

describe('notification preferences', () => {
  const kinds = (receiver: string) =>
    server
      .query<{ status: string }>(
        "select about->>'status' as status from mails where receiver = $1 and kind = 'status-changed' order by id",
        [receiver],
      )
      .then((rows) => rows.map(({ status }) => status));

  it('are everything, by email and by push, by default', async () => {
    const me = await server.signedIn();
    const { data } = await server.call('message.getChoices', {}, { as: me });
    expect(data).toEqual({ choices: DEFAULT_CHOICES, isOwn: false, texted: [] });
    const events = SHIPMENT_STATUSES.map(eventOfStatus);
    for (const channel of ['mail', 'push'] as const)
      expect(DEFAULT_CHOICES[channel]).toEqual(expect.arrayContaining(events));
  });

  it('decide between push, email and neither; codes and bills always come by email', async () => {
    const [me, device] = [await server.signedIn(), service.device()];
    const other = `${randomUUID()}@example.com`;
    await followOwn(device, me);
    const choices = { mail: ['delivered', 'delivered'], sms: ['delivered'], push: ['ready', 'delivered'] };
    expect((await server.call('message.saveChoices', { choices }, { as: me })).outcome).toBe('ok');
    const kept = (await server.call('message.getChoices', {}, { as: me })).data;
    // Each once, and only what a channel can carry.
    expect(kept.choices).toEqual({ mail: ['delivered'], sms: [], push: ['ready', 'delivered'] });

    const parcel = await server.parcel({ receiverEmail: me.email, senderEmail: other });
    for (const status of ['shipped', 'held', 'delivered'] as const) await setStatus(parcel, status);
    await settled();

    expect(toldTo(device)).toHaveLength(2);
    expect(await kinds(me.email)).toEqual(['delivered']);
    // Whoever has no account has not said anything.
    expect(await kinds(other)).toEqual(['shipped', 'held', 'delivered']);
    const manager = await server.signedIn({ manager: true });
    const bill = { userId: me.id, amount: 10, summary: 'Duty', trackingId: parcel.trackingId };
    await server.call('billAdmin.addBill', bill, { as: manager });
    const asked = "select kind from mails where receiver = $1 and kind <> 'status-changed' order by id";
    const rest = await server.query(asked, [me.email]);
    expect(rest.map(({ kind }) => kind)).toEqual(['shipment-created', 'payment-required']);
  });

  it('of apps from before are kept by status, with what those apps do not know', async () => {
    const me = await server.signedIn();
    const choices = { mail: ['out', 'two-stops'], sms: ['ready'], push: [] };
    await server.call('message.saveChoices', { choices }, { as: me });
    const former = await server.call('user.getNotifications', undefined, { as: me });
    expect(former.data).toEqual({ mail: ['delivery'], push: [] });
    const update = { mail: ['shipped', 'delivery'], push: ['delivered'] };
    expect((await server.call('user.updateNotifications', update, { as: me })).outcome).toBe('ok');
    const kept = async () => (await server.call('message.getChoices', {}, { as: me })).data.choices;
    expect(await kept()).toEqual({
      mail: ['shipped', 'out', 'missed', 'two-stops'],
      sms: ['ready'],
      push: ['delivered'],
    });
    // A server of the release before writes them here.
    await server.query(
      "insert into notification_preferences (user_id, mail, push) values ($1, '{held}', '{delivery}')",
      [me.id],
    );
    expect(await kept()).toEqual({ mail: ['ready'], sms: ['ready'], push: ['out', 'missed'] });
  });

  it('apply to a person who both sends and receives', async () => {
    const me = await server.signedIn();
    await server.call('message.saveChoices', { choices: { mail: ['ready'], sms: [], push: [] } }, { as: me });
    const parcel = await server.parcel({ receiverEmail: me.email, senderEmail: me.email });
    for (const status of ['shipped', 'held'] as const) await setStatus(parcel, status);
    expect(await kinds(me.email)).toEqual(['held']);
  });
});

describe('a device of someone who is signed in', () => {
  it.each([
    ['signs out', async (me: Person) => server.call('auth.logout', undefined, { as: me })],
    [
      'is signed out by a manager',
      async ({ id }: Person) =>
        server.call('userAdmin.endSessions', { id }, { as: await server.signedIn({ manager: true }) }),
    ],
  ])('is forgotten when the person %s', async (_, end) => {
    const [me, device] = [await server.signedIn(), service.device()];
    const parcel = await server.parcel();
    await followOwn(device, me);
    await follow(device, parcel, me);

    await end(me);

    expect(await isKnown(device)).toBe(false);
    await setStatus(parcel, 'held');
    await settled();
    expect(toldTo(device)).toEqual([]);
  });

  it('gets nothing once the session has expired, even before it is deleted', async () => {
    const [me, device] = [await server.signedIn(), service.device()];
    await followOwn(device, me);
    const parcel = await server.parcel({ receiverEmail: me.email });
    const theirs = await server.parcel();
    await follow(device, theirs, me);
    await server.query("update sessions set last_seen_at = now() - interval '8 days' where user_id = $1", [me.id]);
    await setStatus(parcel, 'held');
    await setStatus(theirs, 'held');
    await settled();
    expect(toldTo(device)).toEqual([]);
  });

  it("that was a visitor's before belongs to the person, with all it follows", async () => {
    const [me, device, parcel] = [await server.signedIn(), service.device(), await server.parcel()];
    await follow(device, parcel);
    await followOwn(device, me);
    expect(await stateOf(device)).toEqual({ own: true, trackingIds: [parcel.trackingId] });
    await server.call('auth.logout', undefined, { as: me });
    expect(await isKnown(device)).toBe(false);
  });
});

describe('a subscriber', () => {
  it.each([
    'https://push.example.com/send/1',
    'http://169.254.169.254/latest/meta-data',
    'http://user:secret@127.0.0.1/x',
    'http://127.0.0.1:1/push',
    'file:///etc/passwd',
    'http://[::1]/x',
    'nonsense',
  ])('cannot make the server call %s', async (endpoint) => {
    const parcel = await server.parcel();
    const answer = await follow(newPushDevice(endpoint), parcel);
    expect(answer.outcome).toBe('BAD_REQUEST');
    expect(Object.keys(answer.error.data.fieldErrors ?? {})).toEqual(['subscription.endpoint']);
  });

  it("by default uses the browsers' services, and no lookalike host", () => {
    const PUSH_SERVICES = ['https://fcm.googleapis.com', 'https://*.push.apple.com'];
    expect(isPushService('https://fcm.googleapis.com/fcm/send/x', PUSH_SERVICES)).toBe(true);
    expect(isPushService('https://web.push.apple.com/x', PUSH_SERVICES)).toBe(true);
    const google = ['com.evil.example/x', 'com:8443/x', 'com@evil.example/x'].map(
      (end) => `https://fcm.googleapis.${end}`,
    );
    const apple = ['https://evilpush.apple.com/x', 'https://push.apple.com/x'];
    for (const url of ['http://fcm.googleapis.com/x', ...google, ...apple])
      expect(isPushService(url, PUSH_SERVICES), url).toBe(false);
  });

  it('needs valid encryption keys', async () => {
    const [parcel, device] = [await server.parcel(), service.device()];
    const point = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url');
    const keys = { ...device.keys, p256dh: point };
    const answer = await follow({ ...device, keys }, parcel);
    expect(answer.outcome).toBe('BAD_REQUEST');
    expect(await isKnown(device)).toBe(false);
  });

  it('cannot find out which tracking IDs exist', async () => {
    const [device, address] = [service.device(), server.newAddress()];
    const miss = { subscription: described(device), trackingId: 'W00000000000' };
    expect((await server.call('push.follow', miss, { address })).outcome).toBe('NOT_FOUND');
    expect(await isKnown(device)).toBe(false);
  });

  it('cannot follow more shipments than a device may', async () => {
    const [device, parcel] = [service.device(), await server.parcel()];
    await follow(device, parcel);
    const copies = await copyShipments(server, parcel.id, MAX_PUSH_SUBSCRIPTIONS - 2);
    await server.query(
      `insert into push_follows (device_id, shipment_id)
       select id, unnest($2::uuid[]) from push_devices where endpoint = $1`,
      [device.endpoint, copies],
    );
    expect((await follow(device, await server.parcel())).outcome).toBe('ok');
    const answer = await follow(device, await server.parcel());
    expect(answer.outcome).toBe('PRECONDITION_FAILED');
    expect((await stateOf(device)).trackingIds).toHaveLength(MAX_PUSH_SUBSCRIPTIONS);
  });
});

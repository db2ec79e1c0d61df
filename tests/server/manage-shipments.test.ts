import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addActivity } from '../../server/operations/activities/add-activity.ts';
import { createShipment } from '../../server/operations/shipments/create-shipment.ts';
import { deleteShipment } from '../../server/operations/shipments/delete-shipment.ts';
import { updateShipment } from '../../server/operations/shipments/update-shipment.ts';
import { auditSentence } from '../../src/domain/audit.ts';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { buildTimeline } from '../../src/domain/timeline.ts';
import { isTrackingId } from '../../src/domain/tracking-id.ts';
import { courierDay } from '../support/courier-day.ts';
import { type Parcel, parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { IMAGE_HOST: 'https://images.example.com' } });
const manager = await server.signInAs('manager');
const as = manager;

const get = async (id: string) => (await server.call('shipmentAdmin.getShipment', { id }, { as })).data;
const setStatus = (id: string, status: ShipmentStatus, more: object = {}) =>
  server.call('shipmentAdmin.updateShipment', { id, status, ...more }, { as });
const under = (key: string) => ({ headers: { 'idempotency-key': key } });
const updateInput = (id: string, details: Partial<CreateShipment> = {}) => ({
  ...parcelInput({ deliveryDate: '2026-11-27T09:00:00.000Z', ...details }),
  id,
});
const NOBODY = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';

describe('creating a shipment', () => {
  it('keeps every field as entered', async () => {
    const input = parcelInput({
      value: 10_000_000,
      fee: 0.07,
      payer: 'both',
      service: 'Freight Fowarding',
      deliveryDate: '2026-12-01T10:30:00.000Z',
      images: ['https://images.example.com/one.webp', 'https://images.example.com/two.webp'],
      description: "O'Brien; drop table shipments; -- <b>“Kiln”</b> 🚚",
    });
    const created = await server.call('shipmentAdmin.createShipment', input, { as });
    expect(Object.keys(created.data).toSorted()).toEqual(['id', 'trackingId']);
    const shipment = await get(created.data.id);
    expect(shipment).toMatchObject({ ...input, status: 'in-progress', statusVersion: 1, ...created.data });
  });

  it.each([[{ payer: '' }], [{ payer: undefined }]])('takes %j for the default, the receiver', async (given) => {
    const created = await server.call('shipmentAdmin.createShipment', { ...parcelInput(), ...given }, { as });
    expect(await get(created.data.id)).toMatchObject({ payer: 'receiver' });
  });

  it('creates a well-formed tracking ID and two different private codes', async () => {
    const parcels = [await server.parcel(), await server.parcel()];
    for (const { trackingId, senderCode, receiverCode } of parcels) {
      expect(trackingId).toMatch(/^W/);
      expect(isTrackingId(trackingId)).toBe(true);
      expect(senderCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
      expect(receiverCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    }
    const drawn = parcels.flatMap(({ trackingId, senderCode, receiverCode }) => [trackingId, senderCode, receiverCode]);
    expect(new Set(drawn).size).toBe(6);
  });

  it('stores private codes only encrypted, in every table', async () => {
    const parcel = await server.parcel();
    const stored = await server.everythingStored();
    expect(stored).toContain(parcel.trackingId);
    for (const code of [parcel.senderCode, parcel.receiverCode]) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(Buffer.from(code).toString('hex'));
    }
    // The same code twice is not the same bytes twice.
    const { secrets } = server.services;
    expect(secrets.encryptCode('K7Q2N9XD4RTM').equals(secrets.encryptCode('K7Q2N9XD4RTM'))).toBe(false);
  });

  it('starts the activity with Label created', async () => {
    const parcel = await server.parcel();
    const { activity, createdAt } = await get(parcel.id);
    expect(activity).toMatchObject([
      { comment: 'Label created', address: '', status: 'in-progress', occurredAt: createdAt },
    ]);
  });

  it('records the change that wrote each entry', async () => {
    const parcel = await server.parcel();
    await setStatus(parcel.id, 'held');
    await server.call(
      'shipmentAdmin.updateShipmentActivity',
      { id: parcel.id, comment: 'Status changed to Shipped', address: '' },
      { as },
    );
    const { activity } = await get(parcel.id);
    expect(activity.map(({ kind }) => kind)).toEqual(['created', 'status', 'location']);
  });

  it('makes a verified user with that address the owner, ignoring case, and nobody else', async () => {
    const verified = await server.person();
    const unverified = await server.person({ verified: false });
    const gone = await server.person();
    await server.query('update users set deleted_at = now() where id = $1', [gone.id]);
    const owners = async (senderEmail: string, receiverEmail: string) => {
      const input = parcelInput({ senderEmail, receiverEmail });
      const { id } = (await server.call('shipmentAdmin.createShipment', input, { as })).data;
      const { senderId, receiverId } = await get(id);
      return [senderId, receiverId];
    };
    expect(await owners(verified.email.toUpperCase(), unverified.email)).toEqual([verified.id, null]);
    expect(await owners(gone.email, verified.email)).toEqual([null, verified.id]);
    expect(await owners(verified.email, verified.email)).toEqual([verified.id, verified.id]);
  });

  it('queues one email for each party, with a job for each', async () => {
    const input = parcelInput({ senderEmail: 'queue-sender@example.com', receiverEmail: 'Queue-Receiver@example.com' });
    const { id } = (await server.call('shipmentAdmin.createShipment', input, { as })).data;
    const mails = await server.query(
      "select id, kind, receiver, about, state from mails where about->>'shipmentId' = $1",
      [id],
    );
    expect(mails).toMatchObject([
      { kind: 'shipment-created', receiver: 'queue-sender@example.com', about: { party: 'sender' }, state: 'queued' },
      {
        kind: 'shipment-created',
        receiver: 'queue-receiver@example.com',
        about: { party: 'receiver' },
        state: 'queued',
      },
    ]);
    const jobs = await server.query("select data from pgboss.job where name = 'mail' and data->>'mailId' = any($1)", [
      mails.map((mail) => mail.id),
    ]);
    expect(jobs).toHaveLength(2);
  });

  it('that fails at its last step leaves nothing: no shipment, count, audit row, email or job', async () => {
    await server.query(`
      create function fail_on_purpose() returns trigger language plpgsql as
      $$ begin raise exception 'a canary of the database'; end $$;
      create trigger fail_on_purpose before insert on mails for each row
      when (new.receiver = 'last-step@example.com') execute function fail_on_purpose()`);
    const before = await server.fingerprint();
    const input = parcelInput({ receiverEmail: 'last-step@example.com' });
    const answer = await server.call('shipmentAdmin.createShipment', input, { as });
    expect(answer.status).toBe(500);
    expect(answer.error.message).toBe(
      `Something went wrong on our side. Please try again. (Request ${answer.headers['x-request-id']})`,
    );
    expect(answer.body).not.toMatch(/canary|mails|insert|query|trigger/i);
    expect(await server.fingerprint()).toEqual(before);
    const undone = server.inUnit(async (unit) => {
      await createShipment(unit, parcelInput());
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await server.fingerprint()).toEqual(before);
  });
});

describe('a manager finding a shipment', () => {
  it('gets everything, codes included, by ID and by a tracking ID in any spelling', async () => {
    const parcel = await server.parcel();
    const typed = parcel.trackingId.toLowerCase().replace(/(.{4})(?=.)/g, '$1 ');
    for (const by of [
      { id: parcel.id },
      { id: parcel.id.toUpperCase() },
      { trackingId: parcel.trackingId },
      { trackingId: typed },
    ]) {
      const { data } = await server.call('shipmentAdmin.getShipment', by, { as });
      const { senderCode, receiverCode, ...known } = parcel;
      expect(data).toMatchObject(known);
      expect(Object.keys(data).toSorted()).toEqual([
        'activity',
        'brandProof',
        'createdAt',
        'deliveryDate',
        'description',
        'dimensions',
        'fee',
        'id',
        'images',
        'payer',
        'proof',
        'receiverCountry',
        'receiverEmail',
        'receiverId',
        'receiverName',
        'receiverPhone',
        'reference',
        'senderCountry',
        'senderEmail',
        'senderId',
        'senderName',
        'senderPhone',
        'service',
        'shipDate',
        'shipTo',
        'status',
        'statusVersion',
        'trackingId',
        'value',
        'visits',
        'weight',
      ]);
    }
  });

  it('gets an error if there is none', async () => {
    for (const by of [{ id: NOBODY }, { trackingId: 'nonsense' }, { trackingId: '' }])
      expect((await server.call('shipmentAdmin.getShipment', by, { as })).error.message).toBe('Shipment not found');
  });
});

describe('the list of shipments', () => {
  it('is newest first: five without a page, ten with one, with exact totals and neighbors', async () => {
    await server.query('update shipments set deleted_at = now() where deleted_at is null');
    const made: string[] = [];
    for (let index = 0; index < 23; index += 1) made.unshift((await server.parcel()).id);
    const list = async (page: object) => {
      const { data } = await server.call('shipmentAdmin.getShipments', { page }, { as });
      return { ids: data.data.map(({ id }) => id), total: data.total, pagination: data.pagination };
    };
    expect(await list({})).toEqual({ ids: made.slice(0, 5), total: 23, pagination: { prev: null, next: 2 } });
    expect(await list({ page: 1 })).toEqual({ ids: made.slice(0, 10), total: 23, pagination: { prev: null, next: 2 } });
    expect(await list({ page: 2 })).toEqual({ ids: made.slice(10, 20), total: 23, pagination: { prev: 1, next: 3 } });
    expect(await list({ page: 3 })).toEqual({ ids: made.slice(20), total: 23, pagination: { prev: 2, next: null } });
    expect(await list({ page: 99 })).toEqual({ ids: [], total: 23, pagination: { prev: 3, next: null } });
    const [first = ''] = made;
    await server.call('shipmentAdmin.deleteShipment', { id: first }, { as });
    expect(await list({})).toMatchObject({ ids: made.slice(1, 6), total: 22 });
  });

  it('shows sender, receiver and the latest activity, and no codes', async () => {
    const parcel = await server.parcel({ reference: 'SO-4711' });
    const entry = { id: parcel.id, comment: 'Arrived at transit hub', address: 'Bremen Airport, Germany' };
    await server.call('shipmentAdmin.updateShipmentActivity', entry, { as });
    const early = { ...entry, comment: 'Told late', occurredAt: '2026-01-01T00:00:00Z' };
    await server.call('shipmentAdmin.updateShipmentActivity', early, { as });
    const answer = await server.call('shipmentAdmin.getShipments', { page: {} }, { as });
    expect(answer.data.data[0]).toEqual({
      id: parcel.id,
      trackingId: parcel.trackingId,
      reference: 'SO-4711',
      description: 'Ceramic kiln parts, 2 cartons',
      status: 'in-progress',
      createdAt: expect.any(String),
      senderName: 'Tomás Pereira',
      receiverName: 'Elin Strand',
      latestActivity: { comment: entry.comment, address: entry.address, occurredAt: expect.any(String) },
    });
    expect(answer.body).not.toContain(parcel.senderCode);
  });
});

describe('changing the status', () => {
  it('to any other adds exactly one entry and one version', async () => {
    const parcel = await server.parcel();
    let entries = 1;
    for (const status of [...SHIPMENT_STATUSES, 'failed', 'shipped', 'in-progress'] as const) {
      const before = await get(parcel.id);
      await setStatus(parcel.id, status);
      const after = await get(parcel.id);
      if (before.status !== status) entries += 1;
      expect([after.status, after.activity.length, after.statusVersion]).toEqual([status, entries, entries]);
      if (before.status !== status) expect(after.activity.at(-1)).toMatchObject({ status, address: '' });
    }
  });

  it('to the current one adds nothing', async () => {
    const parcel = await server.parcel();
    await setStatus(parcel.id, 'held');
    const before = await server.fingerprint();
    expect((await setStatus(parcel.id, 'held')).data).toEqual({ ok: true });
    expect((await setStatus(parcel.id, 'held', { baseStatusVersion: 0 })).data).toEqual({ ok: true });
    expect(await server.fingerprint()).toEqual(before);
  });

  it('is a conflict if someone else changed it since it was seen, and changes nothing then', async () => {
    const parcel = await server.parcel();
    const { statusVersion: seen } = await get(parcel.id);
    expect((await setStatus(parcel.id, 'shipped', { baseStatusVersion: seen })).outcome).toBe('ok');
    const before = await server.fingerprint();
    const late = await setStatus(parcel.id, 'delivered', { baseStatusVersion: seen });
    expect([late.status, late.outcome, late.error.message]).toEqual([
      409,
      'CONFLICT',
      'Someone else changed the status to Shipped.',
    ]);
    expect(await server.fingerprint()).toEqual(before);
    expect((await setStatus(parcel.id, 'delivered', { baseStatusVersion: seen + 1 })).outcome).toBe('ok');
    expect((await setStatus(parcel.id, 'cancelled')).outcome).toBe('ok');
  });

  it('by many who all saw the same version succeeds for one of them', async () => {
    const parcel = await server.parcel();
    const wanted = ['shipped', 'delivery', 'held', 'delivered', 'cancelled', 'failed'] as const;
    const responses = await Promise.all(wanted.map((status) => setStatus(parcel.id, status, { baseStatusVersion: 1 })));
    expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual([...Array(5).fill('CONFLICT'), 'ok']);
    const { activity, statusVersion } = await get(parcel.id);
    expect([activity.length, statusVersion]).toEqual([2, 2]);
  });

  it('is not undone by other work: adding a location or changing fields adds no version', async () => {
    const parcel = await server.parcel();
    await server.call('shipmentAdmin.updateShipmentActivity', { id: parcel.id, comment: 'x', address: '' }, { as });
    await server.call('shipmentAdmin.updateShipment', updateInput(parcel.id), { as });
    expect((await get(parcel.id)).statusVersion).toBe(1);
  });
});

describe('the time of an entry', () => {
  it("is the device's, but never in the future", async () => {
    const parcel = await server.parcel();
    const future = '2150-01-01T00:00:00.000Z';
    const past = '2026-01-02T03:04:05.000Z';
    const entry = { id: parcel.id, comment: 'x', address: '' };
    await setStatus(parcel.id, 'shipped', { occurredAt: past });
    await setStatus(parcel.id, 'held', { occurredAt: future });
    await server.call('shipmentAdmin.updateShipmentActivity', { ...entry, comment: 'past', occurredAt: past }, { as });
    await server.call(
      'shipmentAdmin.updateShipmentActivity',
      { ...entry, comment: 'ahead', occurredAt: future },
      { as },
    );
    await server.call('shipmentAdmin.updateShipmentActivity', { ...entry, comment: 'now' }, { as });
    const { activity } = await get(parcel.id);
    const now = Date.now();
    for (const { occurredAt, createdAt } of activity) {
      expect(new Date(occurredAt).getTime()).toBeLessThanOrEqual(now);
      expect(new Date(createdAt).getTime()).toBeLessThanOrEqual(now);
    }
    expect(activity.filter(({ occurredAt }) => occurredAt === past)).toMatchObject([
      { status: 'shipped' },
      { status: 'shipped', comment: 'past' },
    ]);
  });
});

describe('an entry for an earlier action', () => {
  const MINUTE = 60_000;
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
  const addLocation = (id: string, comment: string, time: object, key: string = randomUUID()) =>
    server.call('shipmentAdmin.updateShipmentActivity', { id, comment, address: '', ...time }, { as, ...under(key) });
  const find = async (id: string, comment: string) =>
    (await get(id)).activity.find((entry) => entry.comment === comment);
  /**
   * A shipment that was made ten hours ago, shipped eight, held five and out for delivery two hours
   * ago.
   */
  async function travelled() {
    const { id } = await server.parcel();
    await server.query("update activities set occurred_at = now() - interval '10 hours' where shipment_id = $1", [id]);
    await setStatus(id, 'shipped', { occurredAt: ago(480) });
    await setStatus(id, 'held', { occurredAt: ago(300) });
    await setStatus(id, 'delivery', { occurredAt: ago(120) });
    return id;
  }

  it.each([
    [590, 'in-progress'],
    [400, 'shipped'],
    [200, 'held'],
    [60, 'delivery'],
    [0, 'delivery'],
  ])('%i minutes ago has the status of that time: %s', async (minutes, status) => {
    const id = await travelled();
    await addLocation(id, 'Told now', { occurredAt: ago(minutes), notBefore: ago(minutes + 5) });
    expect(await find(id, 'Told now')).toMatchObject({ status });
    expect(await get(id)).toMatchObject({ status: 'delivery', statusVersion: 4 });
  });

  it('takes the status of a change, not of a location received before the change', async () => {
    const id = await travelled();
    await addLocation(id, 'First', { occurredAt: ago(90) });
    await setStatus(id, 'failed', { occurredAt: ago(100) });
    await addLocation(id, 'Second', { occurredAt: ago(80) });
    expect([(await find(id, 'First'))?.status, (await find(id, 'Second'))?.status]).toEqual(['delivery', 'failed']);
  });

  it('takes the status of changes, not of a location whose comment reads like one', async () => {
    const id = await travelled();
    await addLocation(id, 'Status changed to Held', { occurredAt: ago(250) });
    await setStatus(id, 'failed', { occurredAt: ago(280) });
    await addLocation(id, 'Told now', { occurredAt: ago(240) });
    expect(await find(id, 'Told now')).toMatchObject({ status: 'failed' });
  });

  it('takes the status of changes whose comments are worded in another way', async () => {
    const id = await travelled();
    await server.query("update activities set comment = 'Now: ' || status where shipment_id = $1", [id]);
    await addLocation(id, 'Told now', { occurredAt: ago(400), notBefore: ago(410) });
    expect(await find(id, 'Told now')).toMatchObject({ status: 'shipped' });
  });

  it("is at the step of its status, in the receiver's view", async () => {
    const id = await travelled();
    await addLocation(id, 'On the ferry', { occurredAt: ago(400), notBefore: ago(410) });
    const { status, activity } = await get(id);
    const steps = buildTimeline(status, activity);
    expect(steps.map(({ key }) => key)).toEqual(['delivered', 'delivery', 'held', 'shipped', 'in-progress']);
    expect(steps[1]?.status).toBe('pending');
    expect(steps[3]?.activity.map(({ comment }) => comment)).toEqual(['Status changed to Shipped', 'On the ferry']);
  });

  it.each([
    ['was set back by three hours', ago(240)],
    ['says 2015', '2015-01-01T00:00:00.000Z'],
    ['is eight days ahead', new Date(Date.now() + 8 * 24 * 60 * MINUTE).toISOString()],
    ['says nothing', undefined],
  ])('by a clock that %s is placed at the earliest time and marked', async (_, occurredAt) => {
    const id = await travelled();
    const notBefore = ago(60);
    await addLocation(id, 'By a wrong clock', { occurredAt, notBefore });
    const entry = await find(id, 'By a wrong clock');
    if (occurredAt === undefined) expect(entry).not.toHaveProperty('earliestAt');
    else expect(entry).toMatchObject({ occurredAt: notBefore, earliestAt: notBefore, status: 'delivery' });
  });

  it("never comes before its device's previous entry, whatever the clock says", async () => {
    const id = await travelled();
    const [front, notBefore] = [randomUUID(), ago(500)];
    await addLocation(id, 'In front', { occurredAt: ago(60), notBefore }, front);
    await addLocation(id, 'Behind', { occurredAt: ago(180), notBefore, after: front });
    const { activity } = await get(id);
    expect(activity.slice(-2).map(({ comment }) => comment)).toEqual(['In front', 'Behind']);
    expect(activity.at(-1)).toMatchObject({ occurredAt: activity.at(-2)?.occurredAt, earliestAt: expect.any(String) });
  });

  it('follows only entries that the same person made for the same shipment', async () => {
    const [id, other] = [await travelled(), await travelled()];
    const [elsewhere, time] = [randomUUID(), { occurredAt: ago(180), notBefore: ago(500) }];
    await addLocation(other, 'Elsewhere', { occurredAt: ago(1), notBefore: ago(2) }, elsewhere);
    for (const after of [elsewhere, randomUUID()]) await addLocation(id, `After ${after}`, { ...time, after });
    for (const { occurredAt } of (await get(id)).activity.slice(-3, -1)) expect(occurredAt).toBe(time.occurredAt);
  });
});

describe('the private codes', () => {
  it('are shown for one shipment at a time, and its history names who saw them', async () => {
    const parcel = await server.parcel();
    const { data } = await server.call('shipmentAdmin.showCodes', { id: parcel.id }, { as, ...under(randomUUID()) });
    expect(data).toEqual({ senderCode: parcel.senderCode, receiverCode: parcel.receiverCode });
    const stored = await server.everythingStored();
    for (const code of [parcel.senderCode, parcel.receiverCode]) expect(stored).not.toContain(code);
    const history = await server.call('auditAdmin.getEntries', { shipmentId: parcel.id, page: {} }, { as });
    expect(history.data.data[0]).toMatchObject({ procedure: 'shipmentAdmin.showCodes', after: {} });
    expect(history.data.data.map(auditSentence)[0]).toMatch(/ viewed the private codes of the shipment$/);
  });

  it('of an unknown shipment are not shown', async () => {
    expect((await server.call('shipmentAdmin.showCodes', { id: NOBODY }, { as })).outcome).toBe('NOT_FOUND');
  });
});

describe('adding a location', () => {
  it('adds an entry with the status of that moment', async () => {
    const parcel = await server.parcel();
    const entry = { id: parcel.id, comment: 'Handed over', address: 'Linnégatan 8, Gothenburg' };
    await setStatus(parcel.id, 'delivered');
    expect((await server.call('shipmentAdmin.updateShipmentActivity', entry, { as })).data).toEqual({ ok: true });
    const { activity, status } = await get(parcel.id);
    expect(status).toBe('delivered');
    expect(activity.at(-1)).toMatchObject({ comment: entry.comment, address: entry.address, status: 'delivered' });
    expect(activity).toHaveLength(3);
  });

  it('needs an address or a comment', async () => {
    const { id } = await server.parcel();
    const empty = await server.call('shipmentAdmin.updateShipmentActivity', { id, comment: ' ', address: '' }, { as });
    expect(empty.error.data.fieldErrors).toEqual({ comment: ['Enter an address or a comment.'] });
    for (const given of [
      { comment: 'x', address: '' },
      { comment: '', address: 'x' },
    ])
      expect((await server.call('shipmentAdmin.updateShipmentActivity', { id, ...given }, { as })).outcome).toBe('ok');
  });
});

describe('changing the details', () => {
  it('writes only the fields of the form', async () => {
    const parcel = await server.parcel();
    const before = await get(parcel.id);
    const input = {
      id: parcel.id,
      description: 'Another',
      service: 'Special Cargo' as const,
      dimensions: '1 x 1',
      weight: '1 kg',
      value: 0,
      fee: 1.1,
      payer: 'sender' as const,
      shipTo: 'Elsewhere',
      shipDate: '2026-12-01T00:00:00.000Z',
      deliveryDate: '2026-12-24T18:00:00.000Z',
      senderName: 'Someone Else',
      senderEmail: 'else@example.com',
      senderPhone: '+1 555 0100',
      senderCountry: 'Norway',
      receiverName: 'Another One',
      receiverEmail: 'another@example.com',
      receiverPhone: '+1 555 0101',
      receiverCountry: 'Denmark',
      images: ['https://images.example.com/three.webp'],
    };
    expect((await server.call('shipmentAdmin.updateShipment', input, { as })).data).toEqual({ ok: true });
    expect(await get(parcel.id)).toEqual({ ...before, ...input });
  });

  it.each([
    'description',
    'weight',
    'dimensions',
    'service',
    'value',
    'fee',
    'payer',
    'shipTo',
    'shipDate',
    'deliveryDate',
    'senderName',
    'senderEmail',
    'senderPhone',
    'receiverName',
    'receiverEmail',
    'receiverPhone',
  ])('needs %s, and says so at that field alone', async (field) => {
    const parcel = await server.parcel();
    const { [field as 'weight']: _, ...rest } = updateInput(parcel.id);
    const answer = await server.call('shipmentAdmin.updateShipment', rest, { as });
    expect(Object.keys(answer.error.data.fieldErrors ?? {})).toEqual([field]);
  });

  it('gives a corrected address its own account, and leaves one that was linked otherwise', async () => {
    const [ada, ben, unverified] = [
      await server.person(),
      await server.person(),
      await server.person({ verified: false }),
    ];
    const parcel = await server.parcel({ senderEmail: ada.email });
    const change = async (senderEmail: string, receiverEmail: string) => {
      const input = updateInput(parcel.id, { senderEmail, receiverEmail });
      await server.call('shipmentAdmin.updateShipment', input, { as });
      const { senderId, receiverId } = await get(parcel.id);
      return [senderId, receiverId];
    };
    expect(await change(ben.email, unverified.email)).toEqual([ben.id, null]);
    expect(await change(ben.email.toUpperCase(), ben.email.toUpperCase())).toEqual([ben.id, ben.id]);
    expect(await change('nobody@example.com', ada.email)).toEqual([null, ada.id]);
    await server.query('update shipments set receiver_id = $2 where id = $1', [parcel.id, ben.id]);
    expect(await change('nobody@example.com', 'neither@example.com')).toEqual([null, ben.id]);
  });

  it('writes only changed fields, and nothing over what someone else has changed since', async () => {
    const parcel = await server.parcel();
    const { weight, shipTo, description, shipDate, images } = await get(parcel.id);
    const base = { weight, shipTo, description, shipDate, images };
    const theirs = updateInput(parcel.id, { weight: '99 kg', shipTo: 'Hall 4', shipDate, images, description });
    await server.call('shipmentAdmin.updateShipment', theirs, { as });

    // Everything but the description is unchanged: another manager's edits stay.
    const mine = { ...updateInput(parcel.id, { weight, shipTo, shipDate, images, description: 'Mine' }), base };
    expect((await server.call('shipmentAdmin.updateShipment', mine, { as })).data).toEqual({ ok: true });
    expect(await get(parcel.id)).toMatchObject({ weight: '99 kg', shipTo: 'Hall 4', description: 'Mine' });

    const over = { ...updateInput(parcel.id, { weight: '5 kg', shipTo: 'Hall 4', description: 'Over' }), base };
    const answer = await server.call('shipmentAdmin.updateShipment', over, { as });
    expect([answer.status, answer.error.data.fieldErrors]).toEqual([
      409,
      {
        weight: ['Someone else changed this to “99 kg”. Save again to replace it.'],
        description: ['Someone else changed this to “Mine”. Save again to replace it.'],
      },
    ]);
    expect(await get(parcel.id)).toMatchObject({ weight: '99 kg', description: 'Mine' });

    const seen = { ...base, weight: '99 kg', description: 'Mine' };
    expect((await server.call('shipmentAdmin.updateShipment', { ...over, base: seen }, { as })).outcome).toBe('ok');
    expect(await get(parcel.id)).toMatchObject({ weight: '5 kg', shipTo: 'Hall 4', description: 'Over' });
  });

  it('by two people does not deliver it before it is shipped', async () => {
    const parcel = await server.parcel({ deliveryDate: '2026-11-27T09:00:00.000Z' });
    const { shipDate, deliveryDate } = await get(parcel.id);
    const input = updateInput(parcel.id, { shipDate, deliveryDate: deliveryDate ?? '' });
    const later = { ...input, shipDate: '2026-11-26T09:00:00.000Z' };
    expect((await server.call('shipmentAdmin.updateShipment', later, { as })).outcome).toBe('ok');

    const sooner = { ...input, deliveryDate: '2026-11-25T09:00:00.000Z', base: { shipDate, deliveryDate } };
    const answer = await server.call('shipmentAdmin.updateShipment', sooner, { as });
    expect([answer.status, answer.error.data.fieldErrors]).toEqual([
      400,
      { deliveryDate: ['Delivery date can’t be before the ship date.'] },
    ]);
    expect(await get(parcel.id)).toMatchObject({ deliveryDate, shipDate: later.shipDate });
  });

  it('of an unknown shipment is an error', async () => {
    for (const answer of [
      await server.call('shipmentAdmin.updateShipment', updateInput(NOBODY), { as }),
      await setStatus(NOBODY, 'held'),
      await server.call('shipmentAdmin.updateShipmentActivity', { id: NOBODY, comment: 'x', address: '' }, { as }),
      await server.call('shipmentAdmin.deleteShipment', { id: NOBODY }, { as }),
    ])
      expect([answer.status, answer.error.message]).toEqual([404, 'This shipment no longer exists.']);
  });
});

describe('deleting a shipment', () => {
  it('hides it from every list and rejects further changes, and keeps the row', async () => {
    const parcel = await server.parcel();
    expect((await server.call('shipmentAdmin.deleteShipment', { id: parcel.id }, { as })).data).toEqual({ ok: true });
    const { data } = await server.call('shipmentAdmin.getShipments', { page: {} }, { as });
    expect(data.data.map(({ id }) => id)).not.toContain(parcel.id);
    const before = await server.fingerprint();
    for (const answer of [
      await server.call('shipmentAdmin.deleteShipment', { id: parcel.id }, { as }),
      await server.call('shipmentAdmin.updateShipment', updateInput(parcel.id), { as }),
      await server.call('shipmentAdmin.updateShipmentActivity', { id: parcel.id, comment: 'x', address: '' }, { as }),
      await setStatus(parcel.id, 'held'),
    ])
      expect(answer.outcome).toBe('NOT_FOUND');
    expect(await server.fingerprint()).toEqual(before);
    expect(await server.query('select id from shipments where id = $1', [parcel.id])).toHaveLength(1);
  });
});

describe('the audit trail', () => {
  const trail = (entityId: string) =>
    server.query(
      'select actor_id, procedure, entity, before, after, request_id from audit_entries where entity_id = $1 order by created_at, id',
      [entityId],
    );

  it('records who did what to what, in which request, and the values before and after', async () => {
    const created = await server.call('shipmentAdmin.createShipment', parcelInput(), { as });
    const { id } = created.data;
    const status = await setStatus(id, 'held');
    const entry = { id, comment: 'Waiting', address: 'Hall 4' };
    const location = await server.call('shipmentAdmin.updateShipmentActivity', entry, { as });
    const fields = await server.call('shipmentAdmin.updateShipment', updateInput(id, { weight: '2 kg', fee: 1.5 }), {
      as,
    });
    const deleted = await server.call('shipmentAdmin.deleteShipment', { id }, { as });

    const who = { actor_id: manager.id, entity: 'shipment' };
    const entries = await trail(id);
    expect(entries).toHaveLength(5);
    expect(entries).toMatchObject([
      {
        ...who,
        procedure: 'shipmentAdmin.createShipment',
        before: null,
        after: { id, weight: '31.4 kg', feeCents: '21250', status: 'in-progress' },
        request_id: created.headers['x-request-id'],
      },
      {
        ...who,
        procedure: 'shipmentAdmin.updateShipment',
        before: { status: 'in-progress' },
        after: { status: 'held' },
        request_id: status.headers['x-request-id'],
      },
      {
        ...who,
        procedure: 'shipmentAdmin.updateShipmentActivity',
        after: { comment: 'Waiting', address: 'Hall 4' },
        request_id: location.headers['x-request-id'],
      },
      {
        ...who,
        procedure: 'shipmentAdmin.updateShipment',
        before: { weight: '31.4 kg', feeCents: '21250' },
        after: { weight: '2 kg', feeCents: '150' },
        request_id: fields.headers['x-request-id'],
      },
      {
        ...who,
        procedure: 'shipmentAdmin.deleteShipment',
        before: { id, weight: '2 kg' },
        after: null,
        request_id: deleted.headers['x-request-id'],
      },
    ]);
  });

  it('holds no private code, not even encrypted', async () => {
    const parcel = await server.parcel();
    await server.call('shipmentAdmin.updateShipment', updateInput(parcel.id), { as });
    await server.call('shipmentAdmin.deleteShipment', { id: parcel.id }, { as });
    const [row] = await server.query<{ sender_code: Buffer }>('select sender_code from shipments where id = $1', [
      parcel.id,
    ]);
    const text = JSON.stringify(await trail(parcel.id));
    expect(text).toContain(parcel.trackingId);
    for (const secret of [parcel.senderCode, parcel.receiverCode, row?.sender_code.toString('hex') ?? '', 'Code"'])
      expect(text).not.toContain(secret);
  });

  it('masks everything named password, code, token or hash', async () => {
    const person = await server.person();
    await server.inUnit((unit) =>
      unit.audit({
        entity: 'user',
        entityId: person.id,
        before: { password: 'canary-1', passwordHash: 'canary-2', receiverCode: 'canary-3' },
        after: { token: 'canary-4', tokenHash: 'canary-5', city: 'Gothenburg' },
      }),
    );
    const text = JSON.stringify(await trail(person.id));
    expect(text).toContain('Gothenburg');
    expect(text).not.toContain('canary');
  });

  it('has no row for a rejected call', async () => {
    const customer = await server.signInAs('customer');
    const parcel = await server.parcel();
    const before = await trail(parcel.id);
    await server.call('shipmentAdmin.deleteShipment', { id: parcel.id }, { as: customer });
    await setStatus(parcel.id, 'held', { baseStatusVersion: 7 });
    expect(await trail(parcel.id)).toEqual(before);
  });
});

describe('append-only tables', () => {
  it.each([
    ['audit_entries', 'created_at = now()', 'id = id'],
    ['ledger_entries', 'created_at = now()', 'id = id'],
    ['courier_facts', 'created_at = now()', 'id = id'],
    ['fact_outcomes', `result = 'left'`, 'fact_id = fact_id'],
  ])('%s refuses UPDATE, DELETE and TRUNCATE', async (table, change, noChange) => {
    const person = await server.person();
    await server.query(
      `with made as (
         insert into transactions (id, user_id, type, amount_cents, status, summary)
         values (gen_random_uuid(), $1, 'deposit', 100, 'successful', 'x') returning id)
       insert into ledger_entries (id, user_id, transaction_id, total_cents, held_cents, reason)
       select gen_random_uuid(), $1, id, 100, 0, 'x' from made`,
      [person.id],
    );
    const { newCourier, releasedRun, loadAndStart } = courierDay(server, manager);
    const courier = await newCourier();
    await releasedRun(courier);
    await loadAndStart(courier);
    expect(await server.query(`select from ${table} limit 1`)).toHaveLength(1);
    const before = await server.fingerprint();
    for (const statement of [
      `update ${table} set ${change}`,
      `update ${table} set ${noChange}`,
      `delete from ${table}`,
      // PostgreSQL itself truncates no table that others refer to, unless they are too.
      ...(table === 'courier_facts' ? [] : [`truncate ${table}`]),
      `truncate ${table} cascade`,
      'truncate users cascade',
    ])
      await expect(server.query(statement), statement).rejects.toThrow('is append-only');
    expect(await server.fingerprint()).toEqual(before);
  });

  it('shipments are never removed', async () => {
    const parcel = await server.parcel();
    await expect(server.query('delete from shipments where id = $1', [parcel.id])).rejects.toThrow('is append-only');
  });
});

describe('the counters', () => {
  const kept = () =>
    server.query(`select owner_id, relation, status, day::text, sum(count)::int as count from shipment_counts
                  group by 1, 2, 3, 4 having sum(count) <> 0 order by 1, 2, 3, 4`);
  const recounted = () =>
    server.query(`select owner_id, relation, status, day::text, count(*)::int as count
                  from shipments cross join lateral (values
                    ('00000000-0000-0000-0000-000000000000'::uuid, 'all', '-infinity'::date),
                    ('00000000-0000-0000-0000-000000000000'::uuid, 'day', (created_at at time zone 'UTC')::date),
                    (sender_id, 'sender', '-infinity'), (receiver_id, 'receiver', '-infinity'),
                    (sender_id, 'either', '-infinity'), (nullif(receiver_id, sender_id), 'either', '-infinity')
                  ) as side (owner_id, relation, day)
                  where owner_id is not null and deleted_at is null
                  group by 1, 2, 3, 4 order by 1, 2, 3, 4`);

  it('equal a recount after any mix of concurrent changes to shipments', async () => {
    const people = [await server.person(), await server.person()];
    const emails = [...people.map(({ email }) => email), 'nobody@example.com'];
    const parcels: Parcel[] = [await server.parcel()];
    const any = (index: number) => parcels[index % parcels.length] as Parcel;

    const email = fc.constantFrom(...emails);
    const which = fc.nat(1_000);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('create' as const), sender: email, receiver: email }),
      fc.record({ kind: fc.constant('status' as const), which, status: fc.constantFrom(...SHIPMENT_STATUSES) }),
      fc.record({ kind: fc.constant('fields' as const), which, sender: email, receiver: email }),
      fc.record({ kind: fc.constant('delete' as const), which }),
      fc.record({ kind: fc.constant('location' as const), which }),
      fc.record({ kind: fc.constant('relink' as const), which, person: fc.nat(1) }),
      fc.record({ kind: fc.constant('undone' as const), which }),
    );
    type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

    async function run(now: Step): Promise<void> {
      switch (now.kind) {
        case 'create': {
          parcels.push(await server.parcel({ senderEmail: now.sender, receiverEmail: now.receiver }));
          return;
        }
        case 'status': {
          const { id } = any(now.which);
          return server.inUnit((unit) => updateShipment(unit, { id, status: now.status }));
        }
        case 'fields': {
          const details = {
            senderEmail: now.sender,
            receiverEmail: now.receiver,
            deliveryDate: '2026-12-01T00:00:00Z',
          };
          const input = { ...parcelInput(details), id: any(now.which).id, deliveryDate: details.deliveryDate };
          return server.inUnit((unit) => updateShipment(unit, input));
        }
        case 'delete':
          return server.inUnit((unit) => deleteShipment(unit, any(now.which)));
        case 'location':
          return server.inUnit((unit) => addActivity(unit, { id: any(now.which).id, comment: 'x', address: '' }));
        case 'relink': {
          // Several rows in one statement, as unlinking a deleted person will be.
          const owner = people[now.person]?.id;
          await server.query('update shipments set sender_id = receiver_id, receiver_id = $1 where sender_id = $1', [
            owner,
          ]);
          return;
        }
        case 'undone':
          return server.inUnit(async (unit) => {
            await deleteShipment(unit, any(now.which));
            throw new Error('undo');
          });
      }
    }

    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
        async (rounds) => {
          for (const steps of rounds) await Promise.allSettled(steps.map(run));
          expect(await kept()).toEqual(await recounted());
        },
      ),
      { numRuns: 15 },
    );
    expect((await recounted()).length).toBeGreaterThan(0);
  });
});

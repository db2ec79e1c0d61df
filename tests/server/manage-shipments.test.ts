import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createShipment } from '../../server/shipments/create-shipment.ts';
import { deleteShipment } from '../../server/shipments/delete-shipment.ts';
import { updateShipment } from '../../server/shipments/update-shipment.ts';
import { addActivity } from '../../server/timeline/add-activity.ts';
import { auditSentence } from '../../src/domain/audit.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { isTrackingId } from '../../src/domain/tracking-id.ts';
import { courierDay } from '../support/courier-day.ts';
import { type Parcel, parcelInput, updateInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { IMAGE_HOST: 'https://images.example.com' } });
const manager = await server.signInAs('manager');
const as = manager;

const get = async (id: string) => (await server.call('shipmentAdmin.getShipment', { id }, { as })).data;
const setStatus = (id: string, status: ShipmentStatus, more: object = {}) =>
  server.call('shipmentAdmin.updateShipment', { id, status, ...more }, { as });
const under = (key: string) => ({ headers: { 'idempotency-key': key } });
const addLocation = (id: string, entry: object, key: string = randomUUID()) =>
  server.call(
    'shipmentAdmin.updateShipmentActivity',
    { id, comment: '', address: '', ...entry },
    { as, ...under(key) },
  );
const trail = (entityId: string) =>
  server.query(
    `select actor_id, procedure, entity, before, after, request_id from audit_entries where entity_id = $1
     order by created_at, id`,
    [entityId],
  );
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

  it('stores private codes only encrypted, whatever happens to the shipment', async () => {
    const { id, trackingId, ...codes } = await server.parcel();
    const shown = await server.call('shipmentAdmin.showCodes', { id }, { as, ...under(randomUUID()) });
    expect(shown.data).toEqual(codes);
    const history = (await server.call('auditAdmin.getEntries', { shipmentId: id, page: {} }, { as })).data.data;
    expect(history.map(auditSentence)[0]).toMatch(/ viewed the private codes of the shipment$/);
    await server.call('shipmentAdmin.updateShipment', updateInput(id), { as });
    await server.call('shipmentAdmin.deleteShipment', { id }, { as });
    const stored = await server.everythingStored();
    expect(stored).toContain(trackingId);
    for (const code of Object.values(codes)) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(Buffer.from(code).toString('hex'));
    }
    // The history has them not even encrypted.
    const [row] = await server.query("select encode(sender_code, 'hex') as code from shipments where id = $1", [id]);
    const audited = JSON.stringify(await trail(id));
    expect(audited).toContain(trackingId);
    for (const secret of [row?.code, 'Code"']) expect(audited).not.toContain(secret);
    // The same code twice is not the same bytes twice.
    const { secrets } = server.services;
    expect(secrets.encryptCode('K7Q2N9XD4RTM').equals(secrets.encryptCode('K7Q2N9XD4RTM'))).toBe(false);
  });

  it('starts the activity with Label created, and records the change that wrote each entry', async () => {
    const { id } = await server.parcel();
    await setStatus(id, 'held');
    await addLocation(id, { comment: 'Status changed to Shipped' });
    const { activity, createdAt } = await get(id);
    expect(activity).toMatchObject([
      { kind: 'created', comment: 'Label created', address: '', status: 'in-progress', occurredAt: createdAt },
      { kind: 'status' },
      { kind: 'location' },
    ]);
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
  it('gets everything but the codes, by ID and by a tracking ID in any spelling', async () => {
    const { id, trackingId, senderCode } = await server.parcel();
    const typed = trackingId.toLowerCase().replace(/(.{4})(?=.)/g, '$1 ');
    for (const by of [{ id }, { id: id.toUpperCase() }, { trackingId }, { trackingId: typed }]) {
      const answer = await server.call('shipmentAdmin.getShipment', by, { as });
      expect(answer.data).toMatchObject({ id, trackingId });
      expect(answer.body).not.toContain(senderCode);
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
    const entry = { comment: 'Arrived at transit hub', address: 'Bremen Airport, Germany' };
    await addLocation(parcel.id, entry);
    await addLocation(parcel.id, { comment: 'Told late', occurredAt: '2026-01-01T00:00:00Z' });
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
      shipTo: expect.stringContaining('413 04 Gothenburg'),
      latestActivity: { ...entry, occurredAt: expect.any(String) },
      work: null,
      statusVersion: 1,
      statusSince: expect.any(String),
      printed: false,
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

  it('is a conflict if someone else changed it since it was seen, and changes nothing then', async () => {
    const parcel = await server.parcel();
    const { statusVersion: seen } = await get(parcel.id);
    expect((await setStatus(parcel.id, 'shipped', { baseStatusVersion: seen })).outcome).toBe('ok');
    const before = await server.fingerprint();
    expect((await setStatus(parcel.id, 'shipped', { baseStatusVersion: seen })).data).toEqual({ ok: true });
    const late = await setStatus(parcel.id, 'delivered', { baseStatusVersion: seen });
    expect([late.status, late.error.message]).toEqual([409, 'Someone else changed the status to Shipped.']);
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
    await addLocation(parcel.id, { comment: 'x' });
    await server.call('shipmentAdmin.updateShipment', updateInput(parcel.id), { as });
    expect((await get(parcel.id)).statusVersion).toBe(1);
  });
});

it("the time of an entry is the device's, but never in the future", async () => {
  const { id } = await server.parcel();
  await server.query("update shipments set created_at = '2026-01-01' where id = $1", [id]);
  const [future, past] = ['2150-01-01T00:00:00.000Z', '2026-01-02T03:04:05.000Z'];
  await setStatus(id, 'shipped', { occurredAt: past });
  await setStatus(id, 'held', { occurredAt: future });
  await addLocation(id, { comment: 'past', occurredAt: past });
  await addLocation(id, { comment: 'ahead', occurredAt: future });
  await addLocation(id, { comment: 'now' });
  const { activity } = await get(id);
  for (const time of activity.flatMap(({ occurredAt, createdAt }) => [occurredAt, createdAt]))
    expect(new Date(time).getTime()).toBeLessThanOrEqual(Date.now());
  expect(activity.filter(({ occurredAt }) => occurredAt === past)).toMatchObject([
    { status: 'shipped' },
    { status: 'shipped', comment: 'past' },
  ]);
});

describe('an entry for an earlier action', () => {
  const MINUTE = 60_000;
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
  const tell = (id: string, comment: string, time: object, key?: string) => addLocation(id, { comment, ...time }, key);
  const find = async (id: string, comment: string) =>
    (await get(id)).activity.find((entry) => entry.comment === comment);
  /** Made ten hours ago, shipped eight, held five and out for delivery two hours ago. */
  async function travelled() {
    const { id } = await server.parcel();
    await server.query("update activities set occurred_at = now() - interval '10 hours' where shipment_id = $1", [id]);
    await server.query("update shipments set created_at = now() - interval '10 hours' where id = $1", [id]);
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
    await tell(id, 'Told now', { occurredAt: ago(minutes), notBefore: ago(minutes + 5) });
    expect(await find(id, 'Told now')).toMatchObject({ status });
    expect(await get(id)).toMatchObject({ status: 'delivery', statusVersion: 4 });
  });

  it('takes the status of a change, not of a location, whatever their comments say', async () => {
    const id = await travelled();
    await server.query("update activities set comment = 'Now: ' || status where shipment_id = $1", [id]);
    await tell(id, 'Status changed to Held', { occurredAt: ago(90) });
    await setStatus(id, 'failed', { occurredAt: ago(100) });
    await tell(id, 'Later', { occurredAt: ago(80) });
    await tell(id, 'Earlier', { occurredAt: ago(400), notBefore: ago(410) });
    const told = ['Status changed to Held', 'Later', 'Earlier'].map(
      async (comment) => (await find(id, comment))?.status,
    );
    expect(await Promise.all(told)).toEqual(['delivery', 'failed', 'shipped']);
  });

  it.each([
    ['was set back by three hours', ago(240)],
    ['says 2015', '2015-01-01T00:00:00.000Z'],
    ['is eight days ahead', new Date(Date.now() + 8 * 24 * 60 * MINUTE).toISOString()],
    ['says nothing', undefined],
  ])('by a clock that %s is placed at the earliest time and marked', async (_, occurredAt) => {
    const id = await travelled();
    const notBefore = ago(60);
    await tell(id, 'By a wrong clock', { occurredAt, notBefore });
    const entry = await find(id, 'By a wrong clock');
    if (occurredAt === undefined) expect(entry).not.toHaveProperty('earliestAt');
    else expect(entry).toMatchObject({ occurredAt: notBefore, earliestAt: notBefore, status: 'delivery' });
  });

  it("never comes before its device's previous entry, whatever the clock says", async () => {
    const id = await travelled();
    const [front, notBefore] = [randomUUID(), ago(500)];
    await tell(id, 'In front', { occurredAt: ago(60), notBefore }, front);
    await tell(id, 'Behind', { occurredAt: ago(180), notBefore, after: front });
    const { activity } = await get(id);
    expect(activity.slice(-2).map(({ comment }) => comment)).toEqual(['In front', 'Behind']);
    expect(activity.at(-1)).toMatchObject({ occurredAt: activity.at(-2)?.occurredAt, earliestAt: expect.any(String) });
  });

  it('follows only entries that the same person made for the same shipment', async () => {
    const [id, other] = [await travelled(), await travelled()];
    const [elsewhere, time] = [randomUUID(), { occurredAt: ago(180), notBefore: ago(500) }];
    await tell(other, 'Elsewhere', { occurredAt: ago(1), notBefore: ago(2) }, elsewhere);
    for (const after of [elsewhere, randomUUID()]) await tell(id, `After ${after}`, { ...time, after });
    for (const { occurredAt } of (await get(id)).activity.slice(-3, -1)) expect(occurredAt).toBe(time.occurredAt);
  });
});

it('a location is added with the status of that moment', async () => {
  const { id } = await server.parcel();
  const entry = { comment: 'Handed over', address: 'Linnégatan 8, Gothenburg' };
  await setStatus(id, 'delivered');
  expect((await addLocation(id, entry)).data).toEqual({ ok: true });
  const { activity, status } = await get(id);
  expect([status, activity.length]).toEqual(['delivered', 3]);
  expect(activity.at(-1)).toMatchObject({ ...entry, status: 'delivered' });
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

  it('gives an address its verified account, new or corrected, and leaves one that was linked otherwise', async () => {
    const [ada, ben, gone] = [await server.person(), await server.person(), await server.person()];
    const unverified = await server.person({ verified: false });
    await server.query('update users set deleted_at = now() where id = $1', [gone.id]);
    const { id } = await server.parcel({ senderEmail: ada.email.toUpperCase(), receiverEmail: unverified.email });
    const owners = async () => {
      const { senderId, receiverId } = await get(id);
      return [senderId, receiverId];
    };
    const change = async (senderEmail: string, receiverEmail: string) => {
      await server.call('shipmentAdmin.updateShipment', updateInput(id, { senderEmail, receiverEmail }), { as });
      return owners();
    };
    expect(await owners()).toEqual([ada.id, null]);
    expect(await change(ben.email, gone.email)).toEqual([ben.id, null]);
    expect(await change(ben.email.toUpperCase(), ben.email.toUpperCase())).toEqual([ben.id, ben.id]);
    expect(await change('nobody@example.com', ada.email)).toEqual([null, ada.id]);
    await server.query('update shipments set receiver_id = $2 where id = $1', [id, ben.id]);
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
    expect(answer.status).toBe(409);
    expect(answer.error.data.fieldErrors).toEqual({
      weight: ['Someone else changed this to “99 kg”. Save again to replace it.'],
      description: ['Someone else changed this to “Mine”. Save again to replace it.'],
    });
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
    expect(answer.status).toBe(400);
    expect(answer.error.data.fieldErrors).toEqual({ deliveryDate: ['Delivery date can’t be before the ship date.'] });
    expect(await get(parcel.id)).toMatchObject({ deliveryDate, shipDate: later.shipDate });
  });
});

describe('correcting a party', () => {
  const correct = (id: string, party: 'sender' | 'receiver', more: object) =>
    server.call('shipmentAdmin.correctParty', { id, party, ...more }, { as });

  it('of a parcel without a delivery date changes what was sent and nothing else', async () => {
    const { id } = await server.parcel();
    const before = await get(id);
    expect((await correct(id, 'receiver', { phone: '+46 31 555 0199', shipTo: 'Hall 4' })).data).toEqual({ ok: true });
    expect(await get(id)).toEqual({ ...before, receiverPhone: '+46 31 555 0199', shipTo: 'Hall 4' });
    const changes = (await trail(id)).at(-1);
    expect(changes).toMatchObject({
      procedure: 'shipmentAdmin.correctParty',
      after: { receiverPhone: '+46 31 555 0199', shipTo: 'Hall 4' },
    });
  });

  it('replaces the code with the address, and links its verified account', async () => {
    const ada = await server.person();
    const { id, senderCode } = await server.parcel();
    const codes = () => server.call('shipmentAdmin.showCodes', { id }, { as });
    const { receiverCode } = (await codes()).data;
    expect((await correct(id, 'receiver', { email: ada.email.toUpperCase() })).outcome).toBe('ok');
    expect(await get(id)).toMatchObject({ receiverEmail: ada.email, receiverId: ada.id });
    expect((await codes()).data).toEqual({ senderCode, receiverCode: expect.not.stringMatching(receiverCode) });
  });

  it('overwrites nothing that someone else has corrected since it was seen', async () => {
    const { id } = await server.parcel();
    const { senderName: name, senderPhone: phone } = await get(id);
    await correct(id, 'sender', { phone: '+1 555 0100' });
    const base = { name, phone };
    const answer = await correct(id, 'sender', { name: 'Mine', phone: '+1 555 0101', base });
    expect([answer.status, answer.error.data.fieldErrors]).toEqual([
      409,
      { phone: ['Someone else changed this to “+1 555 0100”. Save again to replace it.'] },
    ]);
    expect(await get(id)).toMatchObject({ senderName: name, senderPhone: '+1 555 0100' });
    expect((await correct(id, 'sender', { name: 'Mine', phone, base })).outcome).toBe('ok');
    expect(await get(id)).toMatchObject({ senderName: 'Mine', senderPhone: '+1 555 0100' });
  });

  it('gives a sender no delivery address', async () => {
    const { id } = await server.parcel();
    const { error } = await correct(id, 'sender', { shipTo: 'Hall 4' });
    expect(error.data.fieldErrors).toEqual({ shipTo: ['A sender has no delivery address.'] });
  });
});

describe('deleting a shipment', () => {
  const changes = async (id: string) => [
    await server.call('shipmentAdmin.updateShipment', updateInput(id), { as }),
    await setStatus(id, 'held'),
    await addLocation(id, { comment: 'x' }),
    await server.call('shipmentAdmin.deleteShipment', { id }, { as }),
  ];

  it('hides it from every list, keeps its row, and it changes no more than one that never was', async () => {
    const { id } = await server.parcel();
    expect((await server.call('shipmentAdmin.deleteShipment', { id }, { as })).data).toEqual({ ok: true });
    const { data } = await server.call('shipmentAdmin.getShipments', { page: {} }, { as });
    expect(data.data.map((shipment) => shipment.id)).not.toContain(id);
    const before = await server.fingerprint();
    for (const answer of [...(await changes(id)), ...(await changes(NOBODY))])
      expect([answer.status, answer.error.message]).toEqual([404, 'This shipment no longer exists.']);
    expect(await server.fingerprint()).toEqual(before);
    await expect(server.query('delete from shipments where id = $1', [id])).rejects.toThrow('is append-only');
  });
});

describe('the audit trail', () => {
  it('records who did what to what, in which request, and the values before and after', async () => {
    const created = await server.call('shipmentAdmin.createShipment', parcelInput(), { as });
    const { id } = created.data;
    const status = await setStatus(id, 'held');
    const entry = { comment: 'Waiting', address: 'Hall 4' };
    const location = await addLocation(id, entry);
    const changed = updateInput(id, { weight: '2 kg', fee: 1.5 });
    const fields = await server.call('shipmentAdmin.updateShipment', changed, { as });
    const deleted = await server.call('shipmentAdmin.deleteShipment', { id }, { as });

    const old = { weight: '31.4 kg', feeCents: '21250' };
    const expected = [
      ['createShipment', created, { before: null, after: { id, ...old, status: 'in-progress' } }],
      ['updateShipment', status, { before: { status: 'in-progress' }, after: { status: 'held' } }],
      ['updateShipmentActivity', location, { after: entry }],
      ['updateShipment', fields, { before: old, after: { weight: '2 kg', feeCents: '150' } }],
      ['deleteShipment', deleted, { before: { id, weight: '2 kg' }, after: null }],
    ] as const;
    expect(await trail(id)).toMatchObject(
      expected.map(([name, { headers }, values]) => ({
        actor_id: manager.id,
        entity: 'shipment',
        procedure: `shipmentAdmin.${name}`,
        request_id: headers['x-request-id'],
        ...values,
      })),
    );
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
      ...(['courier_facts', 'ledger_entries'].includes(table) ? [] : [`truncate ${table}`]),
      `truncate ${table} cascade`,
      'truncate users cascade',
    ])
      await expect(server.query(statement), statement).rejects.toThrow('is append-only');
    expect(await server.fingerprint()).toEqual(before);
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
                    ('00000000-0000-0000-0000-000000000000'::uuid, work, '-infinity'),
                    (sender_id, 'sender', '-infinity'), (receiver_id, 'receiver', '-infinity'),
                    (sender_id, 'either', '-infinity'), (nullif(receiver_id, sender_id), 'either', '-infinity')
                  ) as side (owner_id, relation, day)
                  where owner_id is not null and relation is not null and deleted_at is null
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
          const details = { senderEmail: now.sender, receiverEmail: now.receiver };
          return server.inUnit((unit) => updateShipment(unit, updateInput(any(now.which).id, details)));
        }
        case 'delete':
          return server.inUnit((unit) => deleteShipment(unit, any(now.which)));
        case 'location':
          await server.inUnit((unit) => addActivity(unit, { id: any(now.which).id, comment: 'x', address: '' }));
          return;
        case 'relink':
          // Several rows in one statement, as unlinking a deleted person will be.
          await server.query('update shipments set sender_id = receiver_id, receiver_id = $1 where sender_id = $1', [
            people[now.person]?.id,
          ]);
          return;
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

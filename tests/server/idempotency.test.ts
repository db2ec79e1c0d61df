import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deleteOldAnswers } from '../../server/auth/store/idempotency-keys.ts';
import { contract, type ProcedureName, procedureNames } from '../support/contract.ts';
import { type CallOptions, parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { inputOf, outcomesOf, stageFor } from './procedure-table.ts';

const server = await testServer();
const manager = await server.signInAs('manager');

const ALREADY_SENT = 'This was already sent with other details. Reload the page to see what was saved.';
const under = (key: string, as: CallOptions['as'] = manager): CallOptions => ({
  as,
  headers: { 'idempotency-key': key },
});
const create = (input: object, options: CallOptions) => server.call('shipmentAdmin.createShipment', input, options);
const addLocation = (id: string, comment: string, options: CallOptions) =>
  server.call('shipmentAdmin.updateShipmentActivity', { id, comment, address: '' }, options);
const setStatus = (id: string, status: string, options: CallOptions) =>
  server.call('shipmentAdmin.updateShipment', { id, status }, options);

const kept = () => server.query('select user_id, key from idempotency_keys');
const shipmentsOf = (senderEmail: string) =>
  server.query('select id from shipments where sender_email = $1', [senderEmail]);
const activityOf = async (id: string) =>
  (await server.call('shipmentAdmin.getShipment', { id }, { as: manager })).data.activity.map(({ comment }) => comment);

/** An address that only this test's shipment bears, to find it by. */
let count = 0;
const ownInput = () => {
  count += 1;
  return parcelInput({ senderEmail: `idempotent-${count}@example.com` });
};

describe('a repeated key', () => {
  it('with the same input, in any order, gets the stored response, and takes effect once', async () => {
    const [key, input] = [randomUUID(), ownInput()];
    const first = await create(input, under(key));
    const before = await server.fingerprint();
    const turned = Object.fromEntries(Object.entries(input).reverse());
    for (const [sent, options] of [
      [input, under(key)],
      [input, under(key.toUpperCase())],
      [turned, under(key)],
    ] as const)
      expect((await create(sent, options)).data).toEqual(first.data);
    expect(await server.fingerprint()).toEqual(before);
    expect(await shipmentsOf(input.senderEmail)).toHaveLength(1);
  });

  it('sent twenty times at once takes effect once, with twenty equal responses', async () => {
    const [key, input] = [randomUUID(), ownInput()];
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(input, under(key))));
    const [first] = responses;
    for (const answer of responses) expect(answer.data).toEqual(first?.data);
    const [shipment, ...others] = await shipmentsOf(input.senderEmail);
    expect(others).toEqual([]);
    expect(await server.query("select 1 from mails where about->>'shipmentId' = $1", [shipment?.id])).toHaveLength(2);
    expect(await server.query('select 1 from audit_entries where entity_id = $1', [shipment?.id])).toHaveLength(1);
  });

  it('with another input is a conflict and does nothing', async () => {
    const [key, input] = [randomUUID(), ownInput()];
    await create(input, under(key));
    const before = await server.fingerprint();
    const answer = await create({ ...input, weight: '31.5 kg' }, under(key));
    expect([answer.status, answer.error.message]).toEqual([409, ALREADY_SENT]);
    expect(await server.fingerprint()).toEqual(before);
  });

  it('for another procedure is a conflict and does nothing', async () => {
    const key = randomUUID();
    const parcel = await server.parcel();
    const input = { id: parcel.id, status: 'held' };
    await server.call('shipmentAdmin.updateShipment', input, under(key));
    const before = await server.fingerprint();
    const other = await server.call('shipmentAdmin.updateShipmentActivity', input, under(key));
    expect(other.outcome).toBe('CONFLICT');
    expect((await server.call('shipmentAdmin.deleteShipment', { id: parcel.id }, under(key))).outcome).toBe('CONFLICT');
    expect(await server.fingerprint()).toEqual(before);
  });

  it('of another person is another key', async () => {
    const [key, input, other] = [randomUUID(), ownInput(), await server.signInAs('manager')];
    const one = await create(input, under(key));
    const two = await create(input, under(key, other));
    expect(two.data.id).not.toBe(one.data.id);
    expect(await shipmentsOf(input.senderEmail)).toHaveLength(2);
  });

  it('of another person is another key for an entry of activity too', async () => {
    const [key, parcel, other] = [randomUUID(), await server.parcel(), await server.signInAs('manager')];
    expect((await addLocation(parcel.id, 'by the one', under(key))).outcome).toBe('ok');
    expect((await addLocation(parcel.id, 'by the other', under(key, other))).outcome).toBe('ok');
    expect(await activityOf(parcel.id)).toEqual(['Label created', 'by the one', 'by the other']);
  });

  it('returns nothing to a caller who has lost the right to call', async () => {
    const [key, parcel, leaving] = [randomUUID(), await server.parcel(), await server.signInAs('manager')];
    await addLocation(parcel.id, 'x', under(key, leaving));
    await server.query('update users set manager = false where id = $1', [leaving.id]);
    expect((await addLocation(parcel.id, 'x', under(key, leaving))).outcome).toBe('FORBIDDEN');
  });
});

it('without a key two calls are two actions', async () => {
  const input = ownInput();
  const before = await kept();
  await create(input, { as: manager });
  await create(input, { as: manager });
  await create(input, under(''));
  expect(await shipmentsOf(input.senderEmail)).toHaveLength(3);
  expect(await kept()).toEqual(before);
});

describe('a failure', () => {
  it('stores nothing: the key can be used again', async () => {
    const [key, parcel] = [randomUUID(), await server.parcel()];
    const before = await kept();
    const missing = randomUUID();
    expect((await addLocation(missing, 'x', under(key))).outcome).toBe('NOT_FOUND');
    expect((await addLocation(parcel.id, '', under(key))).outcome).toBe('BAD_REQUEST');
    expect(await kept()).toEqual(before);
    expect((await addLocation(parcel.id, 'at last', under(key))).outcome).toBe('ok');
    expect(await activityOf(parcel.id)).toEqual(['Label created', 'at last']);
  });

  it('of the database stores nothing either, and the repeated call does the work', async () => {
    await server.query(`
      create function fail_on_purpose() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger fail_on_purpose before insert on activities for each row execute function fail_on_purpose()`);
    const [key, input] = [randomUUID(), ownInput()];
    expect((await create(input, under(key))).status).toBe(500);
    await server.query('drop function fail_on_purpose cascade');
    expect((await create(input, under(key))).outcome).toBe('ok');
    expect(await shipmentsOf(input.senderEmail)).toHaveLength(1);
  });
});

describe('a key that is no UUID', () => {
  const [short, long, bare] = [randomUUID().slice(1), `${randomUUID()}0`, randomUUID().replaceAll('-', '')];
  it.each(['x', '1', 'null', short, long, bare, `{${randomUUID()}}`, "' or 1=1"])(
    'is rejected before anything is done: %s',
    async (key) => {
      const before = await server.fingerprint();
      const answer = await create(parcelInput(), under(key));
      expect([answer.status, answer.error.message]).toEqual([400, 'The idempotency key must be a UUID.']);
      expect(await server.fingerprint()).toEqual(before);
    },
  );
});

describe('never stored', () => {
  it('are responses about signing in, for any caller', async () => {
    const names = procedureNames.filter((name) => name.startsWith('auth.'));
    expect(names.length).toBeGreaterThan(2);
    const before = await kept();
    for (const name of names.filter((one) => contract[one].kind === 'mutation')) {
      const person = await server.signInAs('unverified');
      const input = await inputOf(name, await stageFor(server, person));
      const options = { ...under(randomUUID(), person), address: server.newAddress() };
      expect([name, (await server.call(name, input, options)).outcome]).toEqual([name, outcomesOf(name).unverified]);
    }
    expect(await kept()).toEqual(before);
  });

  it('are responses that sign in or out, set a password or show private codes, with any key', async () => {
    const before = await kept();
    const person = await server.person();
    const parcel = await server.parcel();
    const { email, password } = person;
    for (const key of [randomUUID(), 'no UUID']) {
      const headers = { 'idempotency-key': key };
      const signIn = () => server.call('auth.login', { email, password }, { headers, address: server.newAddress() });
      const [one, two] = [await signIn(), await signIn()];
      expect(one.data.token).not.toBe(two.data.token);

      const code = { id: parcel.id, code: parcel.senderCode };
      const asOne = { headers, as: one.data.token };
      expect((await server.call('shipment.verifyShipmentCode', code, asOne)).outcome).toBe('ok');
      for (const as of [one.data.token, two.data.token])
        expect((await server.call('auth.logout', undefined, { headers, as })).outcome).toBe('ok');

      const reset = { token: await server.linkToken(person), password };
      expect((await server.call('auth.resetPassword', reset, { headers })).outcome).toBe('ok');
      expect((await server.call('auth.resetPassword', reset, { headers })).outcome).toBe('BAD_REQUEST');
    }
    expect(await kept()).toEqual(before);
  });

  it('reading', async () => {
    const [before, parcel] = [await kept(), await server.parcel()];
    await server.call('shipmentAdmin.getShipment', { id: parcel.id }, under(randomUUID()));
    expect(await kept()).toEqual(before);
  });
});

describe('after seven days', () => {
  it('a response is deleted, a newer one is not', async () => {
    const [old, young, input] = [randomUUID(), randomUUID(), ownInput()];
    await create(input, under(old));
    await create(input, under(young));
    const age = 'update idempotency_keys set created_at = now() - $2::interval where key = $1';
    await server.query(age, [old, '7 days 1 minute']);
    await server.query(age, [young, '6 days 23 hours']);
    await deleteOldAnswers(server.services.db);
    const keys = (await kept()).map(({ key }) => key);
    expect(keys).toContain(young);
    expect(keys).not.toContain(old);
  });

  const forget = (key: string) => server.query('delete from idempotency_keys where key = $1', [key]);

  it.each(['a location', 'a status', 'a shipment'])('the key of %s is for nothing else', async (what) => {
    const [key, parcel, other, input] = [randomUUID(), await server.parcel(), await server.parcel(), ownInput()];
    if (what === 'a location') await addLocation(parcel.id, 'once', under(key));
    if (what === 'a status') await setStatus(parcel.id, 'held', under(key));
    if (what === 'a shipment') await create({ ...input, weight: '1 kg' }, under(key));
    await forget(key);
    const before = await server.fingerprint();
    const send = (procedure: ProcedureName, sent: object) => server.call(procedure, sent, under(key));
    const responses = [
      await addLocation(parcel.id, 'another', under(key)),
      await addLocation(other.id, 'once', under(key)),
      await setStatus(parcel.id, 'delivered', under(key)),
      await setStatus(other.id, 'held', under(key)),
      await create(input, under(key)),
      await send('shipmentAdmin.deleteShipment', { id: parcel.id }),
      await send('mail.send', { receiver: 'somebody@example.com', subject: 'A parcel', body: 'It waits.' }),
    ];
    for (const answer of responses) expect([answer.status, answer.error.message]).toEqual([409, ALREADY_SENT]);
    expect(await server.fingerprint()).toEqual(before);
  });

  it('an entry of activity is still written once, also if other inputs come at the same time, which are conflicts', async () => {
    const [key, parcel] = [randomUUID(), await server.parcel()];
    await addLocation(parcel.id, 'once', under(key));
    await forget(key);
    const comments = ['once', 'other', 'once', 'another'];
    const responses = await Promise.all(comments.map((comment) => addLocation(parcel.id, comment, under(key))));
    expect(responses.map(({ outcome }) => outcome)).toEqual(['ok', 'CONFLICT', 'ok', 'CONFLICT']);
    expect(await activityOf(parcel.id)).toEqual(['Label created', 'once']);
  });

  it('a shipment is still created once, and the repeated call returns its id', async () => {
    const [key, input] = [randomUUID(), ownInput()];
    const first = await create(input, under(key));
    await forget(key);
    expect((await create(input, under(key))).data).toEqual(first.data);
    expect(await shipmentsOf(input.senderEmail)).toHaveLength(1);
    expect(await activityOf(first.data.id)).toEqual(['Label created']);
  });

  it('a status change is still made once, and does not undo later ones', async () => {
    const [key, parcel] = [randomUUID(), await server.parcel()];
    const held = () =>
      server.call('shipmentAdmin.updateShipment', { id: parcel.id, status: 'held', baseStatusVersion: 1 }, under(key));
    expect((await held()).outcome).toBe('ok');
    await setStatus(parcel.id, 'delivered', { as: manager });
    await forget(key);
    expect((await held()).outcome).toBe('ok');
    const { data } = await server.call('shipmentAdmin.getShipment', { id: parcel.id }, { as: manager });
    expect([data.status, data.activity.length]).toEqual(['delivered', 3]);
  });
});

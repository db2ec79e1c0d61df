import { describe, expect, it } from 'vitest';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import { SHIPMENT_STATUSES } from '../../src/domain/shipment-status.ts';
import type { TransactionStatus, TransactionType } from '../../src/domain/transaction.ts';
import { type Person, parcelInput, SECRET_KEY, type TestServer } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { withdrawalInput } from './procedure-table.ts';

const server = await testServer();

/** Moves money as a manager's procedures will, through the ledger. */
const post = (person: Pick<Person, 'id'>, type: TransactionType, status: TransactionStatus, amountCents: bigint) =>
  server.inUnit((unit) => postTransaction(unit, { userId: person.id, type, status, amountCents, summary: type }));

const balanceOf = async (token: string) => (await server.call('transaction.getBalance', undefined, { as: token })).data;

describe('a customer’s shipments', () => {
  it('are listed by role, newest first, five without a page and ten with one', async () => {
    const me = await server.signedIn();
    const sent = [];
    for (let count = 0; count < 12; count += 1)
      sent.push(
        await server.parcel({
          senderEmail: me.email,
          description: `Sent ${count}`,
          payer: count === 11 ? 'sender' : 'receiver',
        }),
      );
    const received = await server.parcel({ receiverEmail: me.email, description: 'Received' });
    await server.parcel();
    const list = (page: object, rel: string) => server.call('shipment.getShipments', { page, rel }, { as: me.token });
    const preview = (await list({}, 'sender')).data;
    expect(preview.total).toBe(12);
    const newest = sent.slice(-5).toReversed();
    expect(preview.data).toMatchObject(newest.map(({ trackingId }) => ({ trackingId })));
    // What someone sends says where to, and what they pay for it; nobody else’s fee is shown.
    const { receiverName: name, fee } = parcelInput();
    const to = { name, town: '413 04 Gothenburg' };
    expect(preview.data[0]).toMatchObject({ to, fee });
    expect(preview.data[1]).toMatchObject({ to });
    expect(preview.data[1]).not.toHaveProperty('fee');
    const [other] = (await list({}, 'receiver')).data.data;
    expect(other).not.toHaveProperty('to');
    expect(other).not.toHaveProperty('fee');
    expect((await list({ page: 2 }, 'sender')).data).toMatchObject({ total: 12, pagination: { prev: 1, next: null } });
    expect((await list({ page: 1 }, 'receiver')).data).toMatchObject({
      total: 1,
      data: [
        { trackingId: received.trackingId, description: 'Received', latestActivity: { comment: 'Label created' } },
      ],
    });
  });

  it('are found only by their owner, by part of the ID, description or name, by status and by day', async () => {
    const me = await server.signedIn();
    const kiln = await server.parcel({
      receiverEmail: me.email,
      description: '100% kiln_parts',
      senderName: 'Zacharias Quill',
    });
    await server.parcel({ receiverEmail: me.email, description: 'Something else' });
    await server.parcel({ description: '100% kiln_parts of others' });
    const find = async (page: object) => {
      const input = { page: { page: 1, ...page }, rel: 'receiver' };
      const { data } = (await server.call('shipment.getShipments', input, { as: me.token })).data;
      return data.map(({ trackingId }) => trackingId);
    };
    for (const q of ['kiln_', '100%', 'quill', kiln.trackingId.slice(2, 9).toLowerCase()])
      expect(await find({ q }), q).toEqual([kiln.trackingId]);
    for (const q of ['%', '_', '\\']) expect(await find({ q }), q).toEqual([]);
    expect(await find({ status: 'held' })).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await find({ from: today, to: today })).toHaveLength(2);
    expect(await find({ to: '2020-01-01' })).toEqual([]);
  });

  it('are counted by status, and one sent to oneself counts once', async () => {
    const me = await server.signedIn();
    const manager = await server.person({ manager: true });
    const token = await server.newSession(manager);
    const zero = await server.call('shipment.getShipmentsStats', undefined, { as: me.token });
    expect(zero.data).toEqual({ inProgress: 0, delivered: 0, cancelled: 0, failed: 0 });
    for (const status of SHIPMENT_STATUSES) {
      const parcel = await server.parcel({ senderEmail: me.email, receiverEmail: me.email });
      await server.call('shipmentAdmin.updateShipment', { id: parcel.id, status }, { as: token });
    }
    const stats = await server.call('shipment.getShipmentsStats', undefined, { as: me.token });
    expect(stats.data).toEqual({ inProgress: 4, delivered: 1, cancelled: 1, failed: 1 });
  });
});

describe('linking a shipment', () => {
  it('takes both codes, however they are typed, and makes the person its receiver', async () => {
    const me = await server.signedIn();
    const parcel = await server.parcel();
    const codes = { receiverCode: parcel.receiverCode.toLowerCase(), senderCode: ` ${parcel.senderCode} ` };
    const input = { id: parcel.id, ...codes };
    expect((await server.call('shipment.linkShipment', input, { as: me.token })).outcome).toBe('ok');
    const { trackingId } = parcel;
    const seen = await server.call('shipment.getShipmentByTrackingId', { trackingId }, { as: me.token });
    expect(seen.data).toMatchObject({ viewer: 'owner', receiverLinked: true });
    const again = await server.call('shipment.linkShipment', input, { as: (await server.signedIn()).token });
    expect(again.outcome).toBe('CONFLICT');
    expect(again.error.message).toBe('This shipment is already linked to an account.');
  });

  it('returns the same error whichever code is wrong, and changes nothing', async () => {
    const me = await server.signedIn();
    const parcel = await server.parcel();
    const right = { id: parcel.id, receiverCode: parcel.receiverCode, senderCode: parcel.senderCode };
    const wrong = [
      { ...right, receiverCode: parcel.senderCode },
      { ...right, senderCode: parcel.receiverCode },
      { ...right, id: '019c0000-0000-7000-8000-000000000000' },
    ];
    for (const input of wrong) {
      const options = { as: me.token, address: server.newAddress() };
      const { error } = await server.call('shipment.linkShipment', input, options);
      expect(error.message).toBe('Those codes don’t match this shipment.');
    }
    const [row] = await server.query('select receiver_id from shipments where id = $1', [parcel.id]);
    expect(row?.receiver_id).toBeNull();
  });

  it('succeeds for one of twenty concurrent tries', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => server.signedIn()));
    const parcel = await server.parcel();
    const input = { id: parcel.id, receiverCode: parcel.receiverCode, senderCode: parcel.senderCode };
    const responses = await Promise.all(
      people.map(({ token }) =>
        server.call('shipment.linkShipment', input, { as: token, address: server.newAddress() }),
      ),
    );
    expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual([...Array(19).fill('CONFLICT'), 'ok']);
  });
});

it('money can be withdrawn up to the available balance, which a pending withdrawal reduces at once', async () => {
  const me = await server.signedIn();
  await post(me, 'deposit', 'successful', 10_000n);
  await post(me, 'fee', 'pending', 1_000n);
  expect(await balanceOf(me.token)).toEqual({ total: 100, available: 90 });
  const ask = (amount: unknown) => server.call('transaction.withdraw', withdrawalInput({ amount }), { as: me.token });
  expect((await ask(90.01)).error.data.fieldErrors).toEqual({ amount: ['You can withdraw up to $90.00.'] });
  expect((await ask(60)).outcome).toBe('ok');
  expect(await balanceOf(me.token)).toEqual({ total: 100, available: 30 });
  expect((await ask(60)).error.data.fieldErrors).toEqual({ amount: ['You can withdraw up to $30.00.'] });
  const listed = await server.call('transaction.getTransactions', undefined, { as: me.token });
  expect(listed.data).toMatchObject([
    { type: 'withdrawal', status: 'pending', amount: 60, summary: 'To savings' },
    { type: 'fee' },
    { type: 'deposit' },
  ]);
});

it('of fifty withdrawals at the same time at two servers, ten get the money for ten', async () => {
  const other = await testServer({ database: server.database, environment: { SECRET_KEY } });
  const me = await server.signedIn();
  await post(me, 'deposit', 'successful', 25_000n);
  // The last in line may wait too long, be sent away, and try again.
  async function ask(at: TestServer): Promise<string> {
    const { outcome } = await at.call('transaction.withdraw', withdrawalInput({ amount: 25 }), { as: me.token });
    return outcome === 'SERVICE_UNAVAILABLE' ? ask(at) : outcome;
  }
  const outcomes = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(index % 2 ? other : server)));
  expect(outcomes.toSorted()).toEqual([...Array(40).fill('BAD_REQUEST'), ...Array(10).fill('ok')]);
  expect(await balanceOf(me.token)).toEqual({ total: 250, available: 0 });
});

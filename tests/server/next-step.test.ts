/** What happens next to a parcel that was refused, couldn’t be paid, is damaged or has a wrong address, and who decides. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOURLY_STEPS } from '../../server/housekeeping.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import type { V1Created } from '../../src/domain/v1/create-shipment.ts';
import type { V1Shipment } from '../../src/domain/v1/shipments.ts';
import { courierDay, DELIVERED, fact, NOT_HOME } from '../support/courier-day.ts';
import { type Shop, shops, v1Parcel } from '../support/shop.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { DISCARD: '1' } });
const prepaid = await testServer({ database: server.database, environment: { PREPAID_SHIPPING: '1' } });
const manager = await server.signInAs('manager');
const dispatcher = await server.signedIn({ roles: ['dispatcher'] });
const { newCourier, loadAndStart, visit, tell, shipmentOf, mailsAbout } = courierDay(server, manager);

const today = dayIn('UTC', new Date());
const tomorrow = shiftDay(today, 1);
const REFUSED = { result: 'failed', reason: 'consignee_refused' };
const SENDER_DECIDES = { kind: 'sender', reason: 'Refused', until: shiftDay(today, 7), otherwise: 'bring-back' };

interface Refused {
  shop: Shop;
  courier: Person;
  id: string;
  trackingId: string;
  runId: string;
  task: { id: string; stopId: string };
}
type Holder = { as: Person } | { headers: Record<string, string> };

beforeAll(() => shops(server).newRate({ returnFeeCents: 450n }));

async function newShop(): Promise<Shop> {
  const shop = await shops(server).newShop();
  const address = ['Kaj 1', 'Göteborg', 'VG', shop.id];
  await server.query('update users set address = $1, city = $2, state = $3 where id = $4', address);
  return shop;
}

async function newParcel(shop: Shop) {
  const payload = v1Parcel({ reference: randomUUID() });
  const made = await shops(server).ask<V1Created>(shop.key, '/v1/shipments', { method: 'POST', payload });
  expect(made.status, made.text).toBe(201);
  return { id: made.body.id, trackingId: made.body.tracking_id };
}

/** Puts a parcel into a run and loads it. */
async function takeOut(id: string, despite: readonly string[] = []) {
  const courier = await newCourier();
  const input = { day: 'today' as const, name: 'Centre', courierId: courier.id, shipmentIds: [id], despite };
  const planned = await server.call('runAdmin.create', input, { as: manager });
  expect(planned.outcome, planned.body).toBe('ok');
  expect((await server.call('runAdmin.release', planned.data, { as: manager })).outcome).toBe('ok');
  const { tasks } = await loadAndStart(courier);
  const [task] = tasks;
  if (!task) throw new Error('The run has no task');
  return { courier, runId: planned.data.id, task };
}

/** A shop’s parcel that was refused, and is back at the depot unless the courier still has it. */
async function refused({ outcome = REFUSED, isInVan = false, shop = null as Shop | null } = {}): Promise<Refused> {
  const of = shop ?? (await newShop());
  const parcel = await newParcel(of);
  const out = await takeOut(parcel.id);
  await visit(out.courier, out.task, outcome);
  if (!isInVan) await tell(out.courier, 'return', fact({ taskIds: [out.task.id] }));
  return { shop: of, ...parcel, ...out };
}

async function holderOf({ id }: Pick<Refused, 'id'>, party: 'sender' | 'receiver'): Promise<Holder> {
  const codes = (await server.call('shipmentAdmin.showCodes', { id }, { as: manager })).data;
  const input = { id, code: codes[`${party}Code`] };
  const { grant } = (await server.call('shipment.verifyShipmentCode', input, { address: server.newAddress() })).data;
  return { headers: { 'x-shipment-grant': grant } };
}
const decide = ({ id }: Pick<Refused, 'id'>, holder: Holder, decision: object = {}, on = server) =>
  on.call(
    'choice.decide',
    { id, decisionId: randomUUID(), act: 'bring-back', ...decision },
    { address: server.newAddress(), ...holder },
  );
const decideAtDesk = ({ id }: Pick<Refused, 'id'>, as: Person, decision: object = {}) =>
  server.call('choiceAdmin.decide', { id, decisionId: randomUUID(), act: 'bring-back', ...decision }, { as });
async function seen({ trackingId }: Pick<Refused, 'trackingId'>, holder: Holder) {
  const { data } = await server.call('shipment.getShipmentByTrackingId', { trackingId }, holder);
  if (data.access !== 'detailed') throw new Error('Not the details');
  return data;
}
const workOf = async ({ id }: Pick<Refused, 'id'>) =>
  (await server.query<{ work: string | null }>('select work from shipments where id = $1', [id]))[0]?.work;
const returnsOf = ({ id }: Pick<Refused, 'id'>) =>
  server.query<{ id: string; status: string; fee_cents: string; payer: string; receiver_id: string; work: string | null }>(
    `select s.id, s.status, s.fee_cents, s.payer, s.receiver_id, s.work from returns r join shipments s on s.id = r.return_id
     where r.shipment_id = $1`,
    [id],
  );
const inPool = async (id: string) =>
  (await server.call('runAdmin.pool', { page: {} }, { as: manager })).data.data.some((one) => one.id === id);
const choosable = async (parcel: Refused) => (await seen(parcel, { as: parcel.shop })).nextStep?.days.at(-1) ?? '';

describe('the sender of a refused parcel', () => {
  it('reads that they decide, until when, what it costs and what happens otherwise', async () => {
    const parcel = await refused();
    const acts = [{ act: 'bring-back', fee: 4.5 }, { act: 'try-again' }, { act: 'another-address' }, { act: 'discard' }];
    for (const holder of [{ as: parcel.shop }, await holderOf(parcel, 'sender')])
      expect((await seen(parcel, holder)).nextStep).toMatchObject({ ...SENDER_DECIDES, acts });
    expect((await seen(parcel, await holderOf(parcel, 'receiver'))).nextStep).toEqual({
      ...SENDER_DECIDES,
      acts: [],
      days: [],
    });
    expect((await shipmentOf(parcel.id)).nextStep).toMatchObject({ ...SENDER_DECIDES, acts });
  });

  it('has it brought back by us, for the return fee: the parcel is at the depot and nobody collects it', async () => {
    const parcel = await refused();
    const receiver = await holderOf(parcel, 'receiver');
    expect(await workOf(parcel)).toBe('decide');
    const done = await decide(parcel, { as: parcel.shop }, { fee: 4.5 });
    expect(done.outcome, done.body).toBe('ok');
    const [back, ...more] = await returnsOf(parcel);
    expect([back, more]).toMatchObject([
      { status: 'held', fee_cents: '450', payer: 'receiver', receiver_id: parcel.shop.id, work: null },
      [],
    ]);
    expect(await workOf(parcel)).toBeNull();
    expect((await shipmentOf(parcel.id)).status).toBe('failed');
    expect([await inPool(parcel.id), await inPool(back?.id ?? '')]).toEqual([false, true]);
    const { nextStep } = await seen(parcel, { as: parcel.shop });
    expect(nextStep).toMatchObject({ kind: 'over', decision: { kind: 'bring-back' }, acts: [] });
    const managed = await shipmentOf(back?.id);
    expect(managed.activity.map(({ comment }) => comment)).toContain('At the depot, goes back to its sender');
    expect(managed.returns?.collectable).toBeUndefined();
    // Nobody is asked to put a label on what we have.
    expect(await mailsAbout(back?.id ?? '', 'shipment-created')).toEqual([]);
    const told = await mailsAbout(parcel.id, 'status-changed');
    expect(told.filter(({ about }) => (about as { status: string }).status === 'failed')).toHaveLength(2);
    expect((await seen(parcel, receiver)).nextStep).toMatchObject({ kind: 'over', acts: [] });
    const run = await server.call(
      'runAdmin.create',
      { day: 'today', name: 'Back', courierId: parcel.courier.id, shipmentIds: [parcel.id], despite: [parcel.id] },
      { as: manager },
    );
    expect(run.error.data.toDecide).toMatchObject([{ why: 'Goes back to its sender', isBarred: true }]);
  });
});

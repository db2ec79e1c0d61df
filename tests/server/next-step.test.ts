import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOURLY_STEPS } from '../../server/background/housekeeping.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { sayAfterVisit } from '../../src/domain/next-step.ts';
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
const { newCourier, loadAndStart, visit, tell, runOf, shipmentOf, mailsAbout } = courierDay(server, manager);

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
  const { id, tracking_id: trackingId } = made.body;
  const scan = { scanId: randomUUID(), trackingId, act: 'receive', address: 'Depot' };
  expect((await server.call('deskAdmin.scan', { scans: [scan] }, { as: manager })).outcome).toBe('ok');
  return { id, trackingId };
}

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

/** It is back at the depot unless the courier still has it. */
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
  server.query<{
    id: string;
    status: string;
    fee_cents: string;
    payer: string;
    receiver_id: string;
    work: string | null;
  }>(
    `select s.id, s.status, s.fee_cents, s.payer, s.receiver_id, s.work from returns r join shipments s on s.id = r.return_id
     where r.shipment_id = $1`,
    [id],
  );
const toDecideIn = (answer: { error: { data: object } }) => (answer.error.data as { toDecide?: object[] }).toDecide;
const inPool = async (id: string) =>
  (await server.call('runAdmin.pool', { page: {} }, { as: manager })).data.data.some((one) => one.id === id);
/** It is on one line. */
async function mailTo(party: string, { id }: Pick<Refused, 'id'>, kind = 'delivery-attempted') {
  const mails = await server.query<{ id: string; about: { party: string } }>(
    "select id, about from mails where about->>'shipmentId' = $1 and kind = $2 order by created_at",
    [id, kind],
  );
  const mail = mails.findLast(({ about }) => about.party === party);
  const { next } = (await server.call('mail.getMail', { id: mail?.id }, { as: manager })).data;
  return next?.text.replaceAll('\n', ' ') ?? '';
}
const choosable = async (parcel: Refused) => (await seen(parcel, { as: parcel.shop })).nextStep?.days.at(-1) ?? '';

describe('the sender of a refused parcel', () => {
  it('reads that they decide, until when, what it costs and what happens otherwise', async () => {
    const parcel = await refused();
    const acts = [
      { act: 'bring-back', fee: 4.5 },
      { act: 'try-again' },
      { act: 'another-address' },
      { act: 'discard' },
    ];
    for (const holder of [{ as: parcel.shop }, await holderOf(parcel, 'sender')])
      expect((await seen(parcel, holder)).nextStep).toMatchObject({ ...SENDER_DECIDES, acts });
    expect((await seen(parcel, await holderOf(parcel, 'receiver'))).nextStep).toEqual({
      ...SENDER_DECIDES,
      says: expect.stringMatching(/^The sender decides until .+ After that, it goes back to the sender\.$/),
      acts: [],
      days: [],
    });
    expect((await shipmentOf(parcel.id)).nextStep).toMatchObject({ ...SENDER_DECIDES, acts });
  });

  it('finds it on the page where its day begins, until it is decided', async () => {
    const parcel = await refused();
    const undecided = async (as: Person) => (await server.call('shipper.getUndecided', undefined, { as })).data;
    expect(await undecided(parcel.shop)).toMatchObject([{ trackingId: parcel.trackingId, reason: 'Refused' }]);
    expect(await undecided(await newShop())).toEqual([]);
    await decide(parcel, { as: parcel.shop });
    expect(await undecided(parcel.shop)).toEqual([]);
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
    expect(toDecideIn(run)).toMatchObject([{ why: 'It goes back to the sender.', isBarred: true }]);
  });
});

describe('a decision', () => {
  it('is the sender’s: by account or private link, not the receiver’s, another shop’s or a visitor’s', async () => {
    const parcel = await refused();
    const others = [await holderOf(parcel, 'receiver'), { as: await newShop() }, { headers: {} }];
    for (const holder of others) expect((await decide(parcel, holder)).outcome).toBe('NOT_FOUND');
    expect((await decideAtDesk(parcel, parcel.shop)).outcome).toBe('FORBIDDEN');
    expect(await returnsOf(parcel)).toEqual([]);
    expect((await decide(parcel, await holderOf(parcel, 'sender'))).outcome).toBe('ok');
    expect(await returnsOf(parcel)).toHaveLength(1);
  });

  it.each([
    ['a dispatcher', dispatcher],
    ['a manager', manager],
  ])('is made by %s for the sender, and the trail says who it was', async (_, as) => {
    const parcel = await refused();
    expect((await decideAtDesk(parcel, as)).outcome).toBe('ok');
    const trail = await server.query(
      `select actor_id, after->>'decision' as decision, after->>'decidedBy' as by from audit_entries
       where entity_id = $1 and procedure = 'choiceAdmin.decide' and after ? 'decision'`,
      [parcel.id],
    );
    expect(trail).toEqual([{ actor_id: as.id, decision: 'bring-back', by: 'desk' }]);
    expect((await decide(parcel, { as: parcel.shop })).error.message).toBe(
      'This is decided already. It goes back to you.',
    );
  });

  it.each(['consignee_refused', 'refuses_to_pay', 'carrier_damaged_parcel', 'consignee_incorrect_address'])(
    'is the sender’s after a visit that failed as %s',
    async (reason) => {
      const parcel = await refused({ outcome: { result: 'failed', reason } });
      expect((await seen(parcel, { as: parcel.shop })).nextStep).toMatchObject({ kind: 'sender' });
      expect((await decide(parcel, { as: parcel.shop })).outcome).toBe('ok');
      expect(await workOf(parcel)).toBeNull();
    },
  );

  it.each([NOT_HOME, { result: 'failed', reason: 'couldnt_pay' }])(
    'is not needed where we try again, but a sender can have it brought back: $reason',
    async (outcome) => {
      const parcel = await refused({ outcome });
      const { nextStep } = await seen(parcel, { as: parcel.shop });
      expect(nextStep).toMatchObject({
        kind: 'again',
        acts: [{ act: 'bring-back' }, { act: 'try-again' }, { act: 'another-address' }],
      });
      expect((await decide(parcel, { as: parcel.shop })).outcome).toBe('ok');
    },
  );

  it('is not needed while nothing has failed, and is the desk’s about a lost one', async () => {
    const shop = await newShop();
    const fresh = await newParcel(shop);
    expect((await seen(fresh, { as: shop })).nextStep).toBeUndefined();
    expect((await decide(fresh, { as: shop })).error.message).toBe('There is nothing to decide about this parcel.');
    const lost = await refused({ outcome: { result: 'failed', reason: 'carrier_parcel_lost' }, isInVan: true });
    expect((await seen(lost, { as: lost.shop })).nextStep).toMatchObject({ kind: 'desk', acts: [] });
    expect((await decide(lost, { as: lost.shop })).outcome).toBe('CONFLICT');
  });

  it('is made once: a repeat, two tabs, two servers, and the sender and the desk at once', async () => {
    const parcel = await refused();
    const decisionId = randomUUID();
    const same = await Promise.all(
      [server, prepaid, server].map((on) => decide(parcel, { as: parcel.shop }, { decisionId }, on)),
    );
    // A prepaid brand refuses what the balance does not cover, unless it was done before.
    expect(same.map(({ outcome }) => outcome)).toContain('ok');
    expect(await returnsOf(parcel)).toHaveLength(1);
    const other = await refused();
    const day = await choosable(other);
    const both = await Promise.all([
      decide(other, { as: other.shop }),
      decideAtDesk(other, dispatcher, { act: 'try-again', day }),
    ]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFLICT', 'ok']);
    const lost = both.find(({ outcome }) => outcome === 'CONFLICT');
    expect(lost?.error.message).toMatch(/^This is decided already. (It goes back to the sender|We try again on .+)\.$/);
    expect(await returnsOf(other)).toHaveLength(both[0].outcome === 'ok' ? 1 : 0);
  });

  it('says what has happened where it comes too late', async () => {
    const again = await refused();
    const { courier, task } = await takeOut(again.id, [again.id]);
    expect((await decide(again, { as: again.shop })).error.message).toMatch(
      /^It’s too late. It’s on a run again, on \w+/,
    );
    await visit(courier, task, DELIVERED);
    expect((await decide(again, { as: again.shop })).error.message).toBe('It’s too late. This parcel is delivered.');
    const cancelled = await refused();
    const status = { id: cancelled.id, status: 'cancelled' as const };
    expect((await server.call('shipmentAdmin.updateShipment', status, { as: manager })).outcome).toBe('ok');
    expect((await decideAtDesk(cancelled, manager)).error.message).toBe('It’s too late. This parcel is cancelled.');
  });

  it('costs what the person has seen, or nothing happens', async () => {
    const parcel = await refused();
    const dearer = await decide(parcel, { as: parcel.shop }, { fee: 3 });
    expect(dearer.error.message).toBe('The price has changed: it costs $4.50 now.');
    expect([await returnsOf(parcel), await workOf(parcel)]).toEqual([[], 'decide']);
  });

  it('is not one that nobody can pay: no address, or no balance', async () => {
    const homeless = await refused();
    await server.query("update users set address = '' where id = $1", [homeless.shop.id]);
    const { nextStep } = await seen(homeless, { as: homeless.shop });
    expect([nextStep?.otherwise, nextStep?.acts.map(({ act }) => act)]).toEqual([
      'desk',
      ['try-again', 'another-address', 'discard'],
    ]);
    expect((await decide(homeless, { as: homeless.shop })).error.message).toMatch(/^It can’t be brought back/);
    const poor = await refused();
    const refusal = await decide(poor, { as: poor.shop }, {}, prepaid);
    expect([refusal.outcome, refusal.error.message]).toEqual([
      'PRECONDITION_FAILED',
      expect.stringMatching(/^This costs \$4\.50, but your balance is/),
    ]);
    expect([await returnsOf(poor), await workOf(poor), (await shipmentOf(poor.id)).status]).toEqual([
      [],
      'decide',
      'held',
    ]);
  });

  it('reaches the courier who still has the parcel: it comes back, and the return says so', async () => {
    const parcel = await refused({ isInVan: true });
    expect((await decide(parcel, { as: parcel.shop })).outcome).toBe('ok');
    const [back] = await returnsOf(parcel);
    const { activity } = await shipmentOf(back?.id);
    expect(activity.map(({ comment }) => comment)).toContain('With our courier, goes back to its sender');
    await tell(parcel.courier, 'return', fact({ taskIds: [parcel.task.id] }));
    expect((await shipmentOf(parcel.id)).status).toBe('failed');
  });

  it('is asked for again when the return is cancelled', async () => {
    const parcel = await refused();
    await decide(parcel, { as: parcel.shop });
    const [back] = await returnsOf(parcel);
    expect((await server.call('shipper.cancelShipment', { id: back?.id }, { as: parcel.shop })).outcome).toBe('ok');
    expect([await workOf(parcel), (await seen(parcel, { as: parcel.shop })).nextStep?.kind]).toEqual([
      'decide',
      'sender',
    ]);
    expect(
      (await decide(parcel, { as: parcel.shop }, { act: 'try-again', day: await choosable(parcel) })).outcome,
    ).toBe('ok');
    expect((await shipmentOf(parcel.id)).status).toBe('held');
  });
});

describe('trying again', () => {
  it('is on the day that was chosen: runs before it are warned, and the parcel is no longer to decide', async () => {
    const parcel = await refused();
    const day = await choosable(parcel);
    const wrong = await decide(parcel, { as: parcel.shop }, { act: 'try-again', day: today });
    expect(wrong.error.data.fieldErrors).toEqual({ day: ['Choose a day from the list.'] });
    expect((await decide(parcel, { as: parcel.shop }, { act: 'try-again', day })).outcome).toBe('ok');
    expect(await workOf(parcel)).toBe('try-again');
    const { nextStep, choices } = await seen(parcel, { as: parcel.shop });
    expect([nextStep?.kind, nextStep?.day, choices?.made.map((one) => one.day)]).toEqual(['again', day, [day]]);
    expect(await mailsAbout(parcel.id, 'choice-made')).toHaveLength(2);
    const run = (on: string) =>
      server.call(
        'runAdmin.create',
        { day: on, name: 'Centre', courierId: parcel.courier.id, shipmentIds: [parcel.id] },
        { as: manager },
      );
    expect(toDecideIn(await run(tomorrow))).toMatchObject([{ why: expect.stringMatching(/^Chosen: Deliver on/) }]);
    expect((await run(day)).outcome).toBe('ok');
  });

  it('is asked about again after another refused visit, also one that is reported late', async () => {
    const parcel = await refused();
    await decide(parcel, { as: parcel.shop }, { act: 'try-again', day: await choosable(parcel) });
    const { courier, task } = await takeOut(parcel.id, [parcel.id]);
    await visit(courier, task, REFUSED, { occurredAt: new Date().toISOString() });
    await tell(courier, 'return', fact({ taskIds: [task.id] }));
    expect([await workOf(parcel), (await seen(parcel, { as: parcel.shop })).nextStep?.kind]).toEqual([
      'decide',
      'sender',
    ]);
    expect((await decide(parcel, { as: parcel.shop })).outcome).toBe('ok');
  });

  it('can become another decision by who has seen the first', async () => {
    const parcel = await refused();
    await decide(parcel, { as: parcel.shop }, { act: 'try-again', day: await choosable(parcel) });
    expect((await decide(parcel, { as: parcel.shop })).error.message).toMatch(
      /^This is decided already. We try again on/,
    );
    const instead = (await seen(parcel, { as: parcel.shop })).nextStep?.decision?.id;
    expect((await decide(parcel, { as: parcel.shop }, { instead })).outcome).toBe('ok');
    expect((await seen(parcel, { as: parcel.shop })).nextStep?.kind).toBe('over');
  });

  it('can be at another address, in its country and at its price', async () => {
    const parcel = await refused();
    const day = await choosable(parcel);
    const to = (address?: string) => decide(parcel, { as: parcel.shop }, { act: 'another-address', day, address });
    expect((await to()).error.data.fieldErrors).toEqual({ address: ['New address is required.'] });
    expect((await to('Karl Johans gate 1, Oslo, Norway')).error.data.fieldErrors).toEqual({
      address: ['We can’t deliver to another country.'],
    });
    expect(await workOf(parcel)).toBe('decide');
    expect((await to('Kungsgatan 9, 411 19 Göteborg')).outcome).toBe('ok');
    expect([(await shipmentOf(parcel.id)).shipTo, await workOf(parcel)]).toEqual([
      'Kungsgatan 9, 411 19 Göteborg, Sweden',
      'try-again',
    ]);
  });
});

describe('discarding', () => {
  it('ends the parcel where the brand allows it', async () => {
    const parcel = await refused();
    const elsewhere = await decide(parcel, { as: parcel.shop }, { act: 'discard' }, prepaid);
    expect(elsewhere.error.data.fieldErrors).toEqual({ act: ['This can’t be chosen here.'] });
    expect((await decide(parcel, { as: parcel.shop }, { act: 'discard' })).outcome).toBe('ok');
    const { status, activity } = await shipmentOf(parcel.id);
    expect([status, activity.at(-1)?.comment]).toEqual(['failed', 'Discarded, as its sender decided']);
    expect([await workOf(parcel), await inPool(parcel.id), await returnsOf(parcel)]).toEqual([null, false, []]);
  });
});

describe('the default', () => {
  /** Moves the visit nine days back. */
  async function overdue(shop: Shop | null = null) {
    const parcel = await refused({ shop });
    await server.query(`begin;
      alter table courier_facts disable trigger courier_facts_append_only;
      update courier_facts set occurred_at = occurred_at - interval '9 days'
        where id in (select fact_id from fact_outcomes where shipment_id = '${parcel.id}' and result = 'failed');
      update shipments set work_since = work_since - interval '9 days' where id = '${parcel.id}';
      alter table courier_facts enable trigger courier_facts_append_only;
      commit`);
    return parcel;
  }

  it('brings back what nobody has decided about in time, once, on however many servers', async () => {
    const parcel = await overdue();
    const inTime = await refused();
    expect((await decide(parcel, { as: parcel.shop })).error.message).toMatch(
      /^You didn’t decide by .+ Our desk decides what happens to it\.$/,
    );
    const step = HOURLY_STEPS.decisions;
    const other = await testServer({ database: server.database });
    await Promise.all([step?.(server.services), step?.(other.services)]);
    await step?.(server.services);
    expect([await returnsOf(parcel), await returnsOf(inTime)]).toMatchObject([[{ status: 'held' }], []]);
    expect(await workOf(parcel)).toBeNull();
    const told = await mailsAbout(parcel.id, 'status-changed');
    expect(told.filter(({ about }) => (about as { status: string }).status === 'failed')).toHaveLength(2);
    expect(await mailTo('sender', parcel, 'status-changed')).toMatch(
      /couldn’t be delivered: .+ You didn’t decide by \w+ \d+ \w+\. It goes back to you\./,
    );
    expect(await mailTo('receiver', parcel, 'status-changed')).toMatch(
      /The sender didn’t decide by \w+ \d+ \w+\. It goes back to the sender\./,
    );
    const decided = await refused();
    await decide(decided, { as: decided.shop });
    expect(await mailTo('sender', decided, 'status-changed')).not.toContain('didn’t decide');
  });

  it('gives its sender the whole time again once they cancel its return', async () => {
    const parcel = await overdue();
    await HOURLY_STEPS.decisions?.(server.services);
    const [back] = await returnsOf(parcel);
    expect((await server.call('shipper.cancelShipment', { id: back?.id }, { as: parcel.shop })).outcome).toBe('ok');
    const { nextStep } = await seen(parcel, { as: parcel.shop });
    expect([nextStep?.kind, nextStep?.until]).toEqual(['sender', shiftDay(today, 7)]);
    await HOURLY_STEPS.decisions?.(server.services);
    expect((await returnsOf(parcel)).filter(({ status }) => status !== 'cancelled')).toEqual([]);
  });

  it('leaves to the desk what nobody can pay', async () => {
    const parcel = await overdue();
    await HOURLY_STEPS.decisions?.(prepaid.services);
    expect([await returnsOf(parcel), await workOf(parcel)]).toEqual([[], 'decide']);
    expect((await shipmentOf(parcel.id)).nextStep).toMatchObject({ kind: 'desk', reason: 'Refused' });
    const day = (await shipmentOf(parcel.id)).nextStep?.days.at(0);
    expect((await decideAtDesk(parcel, dispatcher, { act: 'try-again', day })).outcome).toBe('ok');
  });
});

describe('a program', () => {
  it('reads what happens next and decides, once for each Idempotency-Key, with a live key', async () => {
    const parcel = await refused();
    const read = async () =>
      (await shops(server).ask<V1Shipment>(parcel.shop.key, `/v1/shipments/${parcel.id}`)).body.next_step;
    expect(await read()).toMatchObject({ kind: 'sender', says: expect.stringMatching(/^You decide until/) });
    const call = (key: string, payload: object, headers = {}) =>
      shops(server).ask<V1Shipment & { code?: string }>(key, `/v1/shipments/${parcel.id}/decide`, {
        method: 'POST',
        payload,
        headers,
      });
    const other = await newShop();
    expect((await call(other.key, { act: 'bring-back' })).status).toBe(404);
    const testKey = await shops(server).newKey(parcel.shop, undefined, 'test');
    expect((await call(testKey, { act: 'bring-back' })).body.code).toBe('wrong-key');
    expect((await call(parcel.shop.key, { act: 'bring-back', fee: 3 })).body.code).toBe('conflict');
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await call(parcel.shop.key, { act: 'bring-back' }, key),
      await call(parcel.shop.key, { act: 'bring-back' }, key),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({
      status: 'failed',
      next_step: { kind: 'over', decision: { kind: 'bring-back' } },
    });
    expect(await returnsOf(parcel)).toHaveLength(1);
    expect((await call(parcel.shop.key, { act: 'bring-back' })).body.code).toBe('conflict');
  });
});

describe('the email about the visit', () => {
  it('tells the sender what they can do until when, and the receiver that the sender decides', async () => {
    const parcel = await refused();
    expect(await mailTo('sender', parcel)).toMatch(
      /You decide until .+ what happens to it\. After that, it goes back to you\..+bring it back \(\$4\.50\), try again, deliver to another address/,
    );
    expect(await mailTo('receiver', parcel)).toMatch(
      /The sender decides until .+ After that, it goes back to the sender\./,
    );
  });

  it('about what is at the depot says the same, whatever day was once due', async () => {
    const parcel = await refused();
    // It comes later than the visit, so that nobody takes this for the visit’s news.
    const occurredAt = new Date(Date.now() - 3_600_000).toISOString();
    for (const status of ['shipped', 'held'] as const) {
      const input = { id: parcel.id, status, occurredAt };
      expect((await server.call('shipmentAdmin.updateShipment', input, { as: manager })).outcome).toBe('ok');
    }
    expect(await mailTo('sender', parcel, 'status-changed')).toMatch(/held in our warehouse: .+ You decide until /);
  });

  it.each(['consignee_refused', 'couldnt_pay', 'consignee_not_home', 'carrier_parcel_lost', 'carrier_damaged_parcel'])(
    'says the same as the page, the desk and the interface after %s',
    async (reason) => {
      const parcel = await refused({ outcome: { result: 'failed', reason }, isInVan: true });
      const ofSender = (await seen(parcel, { as: parcel.shop })).nextStep?.says ?? 'nothing';
      const ofReceiver = (await seen(parcel, await holderOf(parcel, 'receiver'))).nextStep?.says ?? 'nothing';
      expect(await mailTo('sender', parcel)).toContain(ofSender);
      expect(await mailTo('receiver', parcel)).toContain(ofReceiver);
      const { body } = await shops(server).ask<V1Shipment>(parcel.shop.key, `/v1/shipments/${parcel.id}`);
      expect(body.next_step?.says).toBe(ofSender);
      expect((await shipmentOf(parcel.id)).nextStep?.says).toBe(ofReceiver);
      // The courier’s phone knows no days.
      const [words = ''] = ofReceiver.split(/ until |\. After/);
      expect(sayAfterVisit(reason)).toContain(words);
    },
  );
});

describe('a return', () => {
  async function notTaken(outcome: object) {
    const parcel = await refused();
    await decide(parcel, { as: parcel.shop });
    const [back] = await returnsOf(parcel);
    const id = back?.id ?? '';
    const { courier, task } = await takeOut(id);
    await visit(courier, task, outcome);
    const [onPhone] = (await runOf(courier)).tasks;
    expect(sayAfterVisit(onPhone?.outcomes.at(-1)?.reason ?? null, onPhone?.isReturn)).not.toContain('The sender');
    await tell(courier, 'return', fact({ taskIds: [task.id] }));
    const { trackingId } = await shipmentOf(id);
    return { id, trackingId, shop: parcel.shop, sender: await holderOf({ id }, 'sender') };
  }
  const actsOf = (step: { acts: { act: string }[] } | undefined) => step?.acts.map(({ act }) => act);

  it('that its shop refuses is the desk’s to decide, and nobody brings it back to who sent it', async () => {
    const back = await notTaken(REFUSED);
    for (const holder of [{ as: back.shop }, back.sender])
      expect((await seen(back, holder)).nextStep).toMatchObject({
        kind: 'desk',
        says: 'Our desk decides what happens to it.',
        acts: [],
      });
    expect(await mailTo('receiver', back)).toMatch(/Our desk decides what happens to it\..+Questions\?/);
    expect(await mailTo('receiver', back)).not.toMatch(/agree on a day|bring it back/);
    expect((await decide(back, back.sender)).error.message).toBe('Our desk decides what happens to it.');
    expect(await workOf(back)).toBe('decide');
    const { nextStep } = await shipmentOf(back.id);
    expect(actsOf(nextStep)).toEqual(['try-again', 'another-address', 'discard']);
    const day = nextStep?.days.at(0);
    expect((await decideAtDesk(back, dispatcher, { act: 'try-again', day })).outcome).toBe('ok');
    expect((await seen(back, { as: back.shop })).nextStep).toMatchObject({ kind: 'again', day });
  });

  it('that finds nobody at the shop is tried again, and who sent it can’t lead it elsewhere', async () => {
    const back = await notTaken(NOT_HOME);
    for (const holder of [{ as: back.shop }, back.sender])
      expect((await seen(back, holder)).nextStep).toMatchObject({ kind: 'again', acts: [] });
    const address = 'Kungsgatan 9, 411 19 Göteborg';
    const decision = { act: 'another-address', day: (await shipmentOf(back.id)).nextStep?.days.at(0), address };
    const refusal = await decide(back, back.sender, decision);
    expect([refusal.outcome, refusal.error.message]).toEqual(['CONFLICT', 'We try again on another day.']);
    expect(actsOf((await shipmentOf(back.id)).nextStep)).toEqual(['try-again', 'another-address']);
  });
});

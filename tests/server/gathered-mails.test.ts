import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailDelivery } from '../../server/jobs/queues.ts';
import { updateShipment } from '../../server/shipments/update-shipment.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { inGroupsOfFour } from '../../src/domain/tracking-id.ts';
import type { V1Created } from '../../src/domain/v1/create-shipment.ts';
import { courierDay, DELIVERED, fact, NOT_HOME } from '../support/courier-day.ts';
import { type Shop, shops, v1Parcel } from '../support/shop.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import type { Parcel } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const sink = await startSmtpSink();
afterAll(() => sink.stop());
beforeEach(() => sink.behave('accept'));

const QUICK = { attempts: 4, retryDelaySeconds: 1, maxRetryDelaySeconds: 0, pollSeconds: 0.5 } satisfies MailDelivery;
const server = await testServer({ worker: true, environment: { SMTP_URL: sink.url }, mails: QUICK });

const manager = await server.signInAs('manager');
const { newCourier, loadAndStart, releasedRun, runOf, tell, visit } = courierDay(server, manager);

let doors = 0;
/** A café with its own door, and someone who sends to it. */
function newDoor() {
  doors += 1;
  return {
    senderEmail: `roaster-${doors}@example.com`,
    senderName: 'Roastery',
    receiverEmail: `cafe-${doors}@example.com`,
    receiverName: 'Café Hav',
    shipTo: `Kaj ${doors}, 411 04 Göteborg`,
  };
}

async function parcelsTo(door: object, descriptions: readonly string[]): Promise<Parcel[]> {
  const parcels: Parcel[] = [];
  for (const description of descriptions) parcels.push(await server.parcel({ ...door, description }));
  return parcels;
}

async function change(parcels: readonly Pick<Parcel, 'id'>[], status: ShipmentStatus): Promise<void> {
  for (const { id } of parcels) await server.inUnit((unit) => updateShipment(unit, { id, status }));
}

/** Until then nobody has written anything else. */
const passMinute = () =>
  server.query(
    "update pgboss.job set start_after = now() where name = 'mail' and start_after < now() + interval '2 minutes'",
  );
const passHour = async (receiver: string) => {
  await server.query('update mails set digest_at = now() where receiver = $1 and digest_at is not null', [receiver]);
  await server.query("update pgboss.job set start_after = now() where name = 'mail'");
};

const lettersTo = (receiver: string) => sink.mails.filter(({ receivers }) => receivers.includes(receiver));
const subjectsTo = (receiver: string) => lettersTo(receiver).map(({ subject }) => subject);
const statesOf = async (receiver: string) =>
  (
    await server.query<{ state: string }>('select distinct state from mails where receiver = $1 order by 1', [receiver])
  ).map(({ state }) => state);
const settled = (receiver: string) =>
  until(`all is said to ${receiver}`, async () => !(await statesOf(receiver)).includes('queued'));

async function forget(receiver: string): Promise<void> {
  await passMinute();
  await settled(receiver);
  sink.clear();
}

describe('a door', () => {
  it('gets one email about three parcels that are out for delivery, which links each', async () => {
    const { receiverEmail, ...door } = newDoor();
    const parcels = await parcelsTo({ ...door, receiverEmail }, ['Beans', 'Cups', 'A grinder']);
    await forget(receiverEmail);
    await change(parcels, 'delivery');
    await passMinute();
    await settled(receiverEmail);
    const [letter, ...others] = lettersTo(receiverEmail);
    expect(others).toEqual([]);
    expect(letter?.subject).toBe('Out for delivery today: 3 parcels from Roastery');
    expect(letter?.text).toContain('Your courier comes today with 3 parcels from Roastery.');
    for (const { trackingId, receiverCode, senderCode } of parcels) {
      expect(letter?.text).toContain(inGroupsOfFour(trackingId).join(' '));
      expect(letter?.text).toContain(`/track/${trackingId}#code=${receiverCode}`);
      expect(letter?.text).not.toContain(senderCode);
    }
    const logged = await server.query('select listed_in from mails where receiver = $1 and state = $2', [
      ...[receiverEmail, 'sent'],
    ]);
    expect(logged).toHaveLength(6);
  });

  it('gets its codes in one email', async () => {
    const { receiverEmail, ...door } = newDoor();
    await server.parcel({ ...door, receiverEmail, description: 'Beans' });
    await until('the first is said at once', () => lettersTo(receiverEmail).length === 1);
    const later = await parcelsTo({ ...door, receiverEmail }, ['Cups', 'A grinder']);
    await passMinute();
    await settled(receiverEmail);
    expect(subjectsTo(receiverEmail)).toEqual([
      'Coming to you: Beans from Roastery',
      'Coming to you: 2 parcels from Roastery',
    ]);
    for (const { receiverCode } of later)
      expect(lettersTo(receiverEmail)[1]?.text).toContain(`code ${inGroupsOfFour(receiverCode).join(' ')}`);
  });

  it('is not told what one of them is no longer', async () => {
    const { receiverEmail, ...door } = newDoor();
    const [beans, cups, grinder] = await parcelsTo({ ...door, receiverEmail }, ['Beans', 'Cups', 'A grinder']);
    if (!beans || !cups || !grinder) throw new Error('There are three');
    await forget(receiverEmail);
    await change([beans, cups, grinder], 'delivery');
    await change([cups], 'held');
    await passMinute();
    await settled(receiverEmail);
    expect(subjectsTo(receiverEmail).toSorted()).toEqual([
      'Held in our warehouse: Cups from Roastery',
      'Out for delivery today: 2 parcels from Roastery',
    ]);
  });

  it('gets an email about the last delivery at once, with those before', async () => {
    const { receiverEmail, ...door } = newDoor();
    const parcels = await parcelsTo({ ...door, receiverEmail }, ['Beans', 'Cups']);
    await forget(receiverEmail);
    await change(parcels, 'delivered');
    await settled(receiverEmail);
    expect(subjectsTo(receiverEmail)).toEqual(['Delivered: 2 parcels']);
    expect(lettersTo(receiverEmail)[0]?.text).toContain('Your parcels were delivered: 2 parcels from Roastery.');
  });

  it('names how many senders there are, and what is to pay for all', async () => {
    const { receiverEmail, ...door } = newDoor();
    const [beans, cups] = await parcelsTo({ ...door, receiverEmail }, ['Beans', 'Cups']);
    if (!beans || !cups) throw new Error('There are two');
    await server.query("update shipments set sender_name = 'Potter', cod_cents = 1250 where id = $1", [cups.id]);
    await server.query('update shipments set cod_cents = 750 where id = $1', [beans.id]);
    await forget(receiverEmail);
    await change([beans, cups], 'delivery');
    await passMinute();
    await settled(receiverEmail);
    const [letter] = lettersTo(receiverEmail);
    expect(letter?.subject).toBe('Out for delivery today: 2 parcels from 2 senders');
    expect(letter?.text).toContain('Please have ready: $20.00 to pay');
    expect(letter?.text).toContain('Cups ($12.50 to pay)');
  });

  it('gets one receipt of what it paid for several, with the total', async () => {
    const { receiverEmail, ...door } = newDoor();
    const shop = await shops(server).newShop();
    await server.call('rateAdmin.setCod', { userId: shop.id, limit: 100 }, { as: manager });
    const paidFor = { ...door, receiverEmail, senderEmail: shop.email };
    const courier = await newCourier();
    await releasedRun(courier, [
      { ...paidFor, description: 'Beans', cod: 7.5 },
      { ...paidFor, description: 'Cups', cod: 12.5 },
    ]);
    await loadAndStart(courier);
    await forget(receiverEmail);
    const { tasks } = await runOf(courier);
    const outcomes = tasks.map(({ id }) => ({ taskId: id, ...DELIVERED }));
    const payments = tasks.map(({ id, cod }) => ({ taskId: id, method: 'cash', amount: cod }));
    await tell(courier, 'visit', fact({ stopId: tasks[0]?.stopId, outcomes, payments, proofs: [] }));
    await passMinute();
    await settled(receiverEmail);
    const receipts = lettersTo(receiverEmail).filter(({ subject }) => subject?.startsWith('Receipt'));
    expect(receipts.map(({ subject }) => subject)).toEqual(['Receipt: 2 parcels from Roastery']);
    expect(receipts[0]?.text).toContain('Total: $20.00');
  });

  it('and another door of the same person get an email each', async () => {
    const { receiverEmail, ...door } = newDoor();
    const here = await parcelsTo({ ...door, receiverEmail }, ['Beans', 'Cups']);
    const there = await parcelsTo({ ...door, receiverEmail, shipTo: 'Torget 1, 411 05 Göteborg' }, ['A grinder']);
    await forget(receiverEmail);
    await change([...here, ...there], 'shipped');
    await passMinute();
    await settled(receiverEmail);
    expect(subjectsTo(receiverEmail).toSorted()).toEqual([
      'Shipped: 2 parcels from Roastery',
      'Shipped: A grinder from Roastery',
    ]);
  });

  it('with one parcel hears at once', async () => {
    const { receiverEmail, ...door } = newDoor();
    const parcels = await parcelsTo({ ...door, receiverEmail }, ['Beans']);
    await change(parcels, 'shipped');
    await settled(receiverEmail);
    expect(subjectsTo(receiverEmail)).toEqual(['Coming to you: Beans from Roastery', 'Shipped: Beans from Roastery']);
  });

  it('hears once although the mail server refused at first', async () => {
    const { receiverEmail, ...door } = newDoor();
    const parcels = await parcelsTo({ ...door, receiverEmail }, ['Beans', 'Cups', 'A grinder']);
    await forget(receiverEmail);
    sink.behave({ refuse: 451 });
    await change(parcels, 'delivery');
    await passMinute();
    await until('it was tried', () => sink.offered.some(({ receivers }) => receivers.includes(receiverEmail)));
    sink.behave('accept');
    await settled(receiverEmail);
    expect(subjectsTo(receiverEmail)).toEqual(['Out for delivery today: 3 parcels from Roastery']);
  });

  it('whose email is refused for good has none of it as sent, and each can be sent again', async () => {
    const { receiverEmail, ...door } = newDoor();
    const parcels = await parcelsTo({ ...door, receiverEmail }, ['Beans', 'Cups']);
    await forget(receiverEmail);
    sink.behave({ refuse: 550 });
    await change(parcels, 'delivery');
    await passMinute();
    await settled(receiverEmail);
    const failed = await server.query<{ id: string }>(
      "select id from mails where receiver = $1 and state = 'failed' order by id",
      [receiverEmail],
    );
    expect(failed).toHaveLength(2);
    sink.behave('accept');
    expect((await server.call('mail.resend', { id: failed[1]?.id }, { as: manager })).outcome).toBe('ok');
    await settled(receiverEmail);
    expect(subjectsTo(receiverEmail)).toEqual(['Out for delivery today: Cups from Roastery']);
  });

  it('that stops such emails stops them for all that one was about', async () => {
    const { receiverEmail, ...door } = newDoor();
    const parcels = await parcelsTo({ ...door, receiverEmail }, ['Beans', 'Cups']);
    await forget(receiverEmail);
    await change(parcels, 'shipped');
    await passMinute();
    await settled(receiverEmail);
    const stop = lettersTo(receiverEmail)[0]?.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
    const { pathname } = new URL(stop?.replace(/^<|>.*$/g, '') ?? '');
    const payload = 'List-Unsubscribe=One-Click';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await server.request({ method: 'POST', url: pathname, headers, payload })).statusCode).toBe(200);
    await change(parcels, 'delivery');
    await passMinute();
    await settled(receiverEmail);
    expect(subjectsTo(receiverEmail)).toHaveLength(1);
  });
});

describe('a shop', () => {
  async function orders(shop: Shop, descriptions: readonly string[]) {
    const made: { id: string; trackingId: string }[] = [];
    for (const description of descriptions) {
      const payload = v1Parcel({ description, reference: randomUUID() });
      const answer = await shops(server).ask<V1Created>(shop.key, '/v1/shipments', { method: 'POST', payload });
      expect(answer.status, answer.text).toBe(201);
      made.push({ id: answer.body.id, trackingId: answer.body.tracking_id });
    }
    return made;
  }

  it('gets an email about its parcels once an hour, each with where it is now', async () => {
    await shops(server).newRate();
    const shop = await shops(server).newShop();
    const [beans, cups, grinder] = await orders(shop, ['Beans', 'Cups', 'A grinder']);
    if (!beans || !cups || !grinder) throw new Error('There are three');
    await change([beans, cups], 'delivery');
    await change([beans], 'delivered');
    await passMinute();
    expect(lettersTo(shop.email)).toEqual([]);
    await passHour(shop.email);
    await settled(shop.email);
    const [letter, ...others] = lettersTo(shop.email);
    expect(others).toEqual([]);
    expect(letter?.subject).toMatch(/^Your parcels: (?=.*1 registered)(?=.*1 out for delivery today)(?=.*1 delivered)/);
    expect(letter?.text).toContain('Hello Harbour Books,');
    expect(letter?.text).toMatch(/Beans to Elin Strand \(Delivered\): [\w ]+, code/);
    for (const { trackingId } of [beans, cups, grinder])
      expect(letter?.text?.split(inGroupsOfFour(trackingId).join(' '))).toHaveLength(2);
  });

  it('hears at once of what it has to decide, and later that nobody was home', async () => {
    const shop = await shops(server).newShop();
    const [beans, cups] = await orders(shop, ['Beans', 'Cups']);
    if (!beans || !cups) throw new Error('There are two');
    const scans = [beans, cups].map(({ trackingId }) => ({
      scanId: randomUUID(),
      trackingId,
      act: 'receive' as const,
      address: 'Depot',
    }));
    expect((await server.call('deskAdmin.scan', { scans }, { as: manager })).outcome).toBe('ok');
    const courier = await newCourier();
    const shipmentIds = [beans.id, cups.id];
    const input = { day: 'today' as const, name: 'Centre', courierId: courier.id, shipmentIds };
    const { data: run } = await server.call('runAdmin.create', input, { as: manager });
    expect((await server.call('runAdmin.release', run, { as: manager })).outcome).toBe('ok');
    const { tasks } = await loadAndStart(courier);
    for (const task of tasks) {
      const isRefused = task.trackingId === beans.trackingId;
      await visit(courier, task, isRefused ? { result: 'failed', reason: 'consignee_refused' } : NOT_HOME);
    }
    await passMinute();
    await until('it is asked', () => lettersTo(shop.email).length > 0);
    expect(subjectsTo(shop.email)).toEqual(['Not delivered (refused): Beans to Elin Strand']);
    await passHour(shop.email);
    await settled(shop.email);
    expect(subjectsTo(shop.email)).toHaveLength(2);
    expect(lettersTo(shop.email)[1]?.text).toContain('Cups to Elin Strand: Not delivered (nobody home)');
  });

  it('hears at once of what comes to its own door', async () => {
    const shop = await shops(server).newShop();
    const { receiverEmail: _, ...door } = newDoor();
    const parcels = await parcelsTo({ ...door, receiverEmail: shop.email }, ['Beans']);
    await change(parcels, 'delivery');
    await settled(shop.email);
    expect(subjectsTo(shop.email)).toEqual([
      'Coming to you: Beans from Roastery',
      'Out for delivery today: Beans from Roastery',
    ]);
  });

  it('may hear once a day', async () => {
    const shop = await shops(server).newShop();
    await server.query("update users set digest = 'day' where id = $1", [shop.id]);
    await orders(shop, ['Beans']);
    const [mail] = await server.query<{ at: string }>(
      "select to_char(digest_at at time zone 'UTC', 'HH24:MI') as at from mails where receiver = $1",
      [shop.email],
    );
    expect(mail?.at).toBe('17:00');
  });

  it('with 150 orders reads of the newest, and how many more there are', async () => {
    const shop = await shops(server).newShop();
    const shipments = Array.from({ length: 150 }, (_, index) => v1Parcel({ description: `Order ${index}` }));
    for (const some of [shipments.slice(0, 100), shipments.slice(100)])
      await shops(server).ask(shop.key, '/v1/shipments/batch', { method: 'POST', payload: { shipments: some } });
    await until(
      'all are written',
      async () => (await server.query('select from mails where receiver = $1', [shop.email])).length === 150,
    );
    await passHour(shop.email);
    await settled(shop.email);
    expect(lettersTo(shop.email)).toHaveLength(1);
    expect(lettersTo(shop.email)[0]?.text).toContain('News of 150 parcels: ');
    expect(lettersTo(shop.email)[0]?.text).toContain('The newest 100 are below');
  });
});

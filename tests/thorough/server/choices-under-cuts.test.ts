/** Receivers see what couriers' phones really have, even while calls and responses get lost at random. */
import { randomInt, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { CHOICE_KINDS, type Choices } from '../../../src/domain/choices.ts';
import type { CourierRun } from '../../../src/domain/runs/views.ts';
import { courierDay } from '../../support/courier-day.ts';
import { tryAsStranger } from '../../support/strangers-choices.ts';
import type { Parcel, Person, TestServer } from '../../support/test-server.ts';
import { testServer } from '../../support/vitest.ts';

const COURIERS = 10;
const PARCELS = 34;
const CHOICES = 1_000;
const AT_ONCE = 8;

const any = <T>(list: readonly T[]) => list[randomInt(list.length)] as T;

const server = await testServer({ environment: { CHOICES: CHOICE_KINDS.join(',') } });
const other = await testServer({ database: server.database });
const manager = await server.signInAs('manager');
const { newCourier, releasedRun } = courierDay(server, manager);
const either = () => any([server, other]);

async function grantOf(parcel: Parcel): Promise<{ headers: Record<string, string> }> {
  const input = { id: parcel.id, code: parcel.receiverCode };
  const { grant } = (await server.call('shipment.verifyShipmentCode', input, { address: server.newAddress() })).data;
  return { headers: { 'x-shipment-grant': grant } };
}

/** A phone: what it has stored, of which it tells the server with its next call. */
class Phone {
  readonly courier: Person;
  stored: CourierRun | null = null;
  constructor(courier: Person) {
    this.courier = courier;
  }
  async sync(at: TestServer, cut: 'call' | 'response' | null): Promise<void> {
    if (cut === 'call') return;
    const have = this.stored && { id: this.stored.id, version: this.stored.version };
    const { data } = await at.call('courier.getRun', { id: 'current', ...(have && { have }) }, { as: this.courier });
    // A response that comes later than a newer one is not stored.
    if (cut === null && data && data.version >= (this.stored?.version ?? 0)) this.stored = data;
  }
  textsOf(trackingId: string): string[] {
    const task = this.stored?.stops.flatMap(({ tasks }) => tasks).find((one) => one.trackingId === trackingId);
    return (task?.choices ?? []).map(({ text }) => text);
  }
}

it('of 1,000 choices under cuts none is said to be on a phone that lacks it', { timeout: 300_000 }, async () => {
  const doors: { parcel: Parcel; holder: { headers: Record<string, string> }; phone: Phone }[] = [];
  const phones: Phone[] = [];
  for (let one = 0; one < COURIERS; one += 1) {
    const courier = await newCourier();
    const details = Array.from({ length: PARCELS }, (_, place) => ({ shipTo: `Storgatan ${place + 1}` }));
    const phone = new Phone(courier);
    phones.push(phone);
    for (const parcel of (await releasedRun(courier, details)).shipments)
      doors.push({ parcel, phone, holder: await grantOf(parcel) });
  }
  const tell = async ({ parcel, holder }: (typeof doors)[number]): Promise<Choices> => {
    const { data } = await either().call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId }, holder);
    if (data.access !== 'detailed' || !data.choices) throw new Error('Not the details');
    return data.choices;
  };
  const asked = doors.flatMap((door) => [door, door, door]).slice(0, CHOICES);
  let [checked, wasOnPhone] = [0, 0];
  const check = async (door: (typeof doors)[number]) => {
    for (const { state, text } of (await tell(door)).made) {
      checked += 1;
      if (state !== 'on-phone') continue;
      wasOnPhone += 1;
      expect(door.phone.textsOf(door.parcel.trackingId)).toContain(text);
    }
  };
  while (asked.length > 0) {
    const acts = Array.from({ length: AT_ONCE }, async () => {
      const cut = any(['call', 'response', null, null] as const);
      if (randomInt(3) === 0) return any(phones).sync(either(), cut);
      const [door] = asked.splice(randomInt(asked.length || 1), 1);
      if (!door) return;
      const { id } = door.parcel;
      const kind = any(['note', 'safe-place'] as const);
      const input = { id, choiceId: randomUUID(), kind, text: `Here ${randomUUID()}`, consent: 1 };
      // Nobody knows whether a call or its response was lost: it is sent again under its id.
      for (let tries = cut === 'response' ? 2 : 1; tries > 0; tries -= 1) {
        const options = { ...door.holder, address: server.newAddress() };
        expect((await either().call('choice.make', input, options)).outcome).toBe('ok');
      }
      if (randomInt(8) === 0)
        await either().call(
          'choice.withdraw',
          { id, choiceId: input.choiceId },
          { ...door.holder, address: server.newAddress() },
        );
    });
    await Promise.all(acts);
    await check(any(doors));
    await check(any(doors));
  }
  const [row] = await server.query<{ n: number }>(
    `select count(*)::int as n from delivery_choices where kind <> 'withdraw'`,
  );
  expect(row?.n).toBe(CHOICES);
  for (const phone of [...phones, ...phones]) await phone.sync(either(), null);
  for (const door of doors) {
    await check(door);
    const active = (await tell(door)).made.filter(({ state }) => state !== 'withdrawn');
    expect(active.map(({ state }) => state).filter((state) => state !== 'on-phone')).toEqual([]);
    expect(door.phone.textsOf(door.parcel.trackingId).toSorted()).toEqual(active.map(({ text }) => text).toSorted());
  }
  expect(wasOnPhone).toBeGreaterThan(300);
  expect(checked).toBeGreaterThan(CHOICES);
});

it('a stranger with the tracking ID alone changes nothing in 10,000 tries', { timeout: 300_000 }, async () => {
  const { outcomes, before, after } = await tryAsStranger(server, 10_000);
  expect(Object.values(outcomes).reduce((sum, one) => sum + one)).toBe(10_000);
  expect(Object.keys(outcomes)).not.toContain('ok');
  expect(after).toEqual(before);
});

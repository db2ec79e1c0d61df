/** A choice made offline and a courier's act of that time end well in either order. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { CHOICE_KINDS, type ChoiceKind, GROUP_OF_KIND } from '../../src/domain/choices.ts';
import { courierDay, DELIVERED, NOT_HOME } from '../support/courier-day.ts';
import type { Parcel, Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { CHOICES: CHOICE_KINDS.join(',') } });
const manager = await server.signInAs('manager');
const { newCourier, releasedRun, loadAndStart, visit, deskRun, shipmentOf, openOf } = courierDay(server, manager);

const HOUR_MS = 3_600_000;
/** How wrong the clocks of the receiver and the courier are. */
const CLOCKS = [
  [0, 0],
  [26 * HOUR_MS, -HOUR_MS],
  [-26 * HOUR_MS, HOUR_MS],
] as const;
const phoneTime = (minutesAgo: number, wrong: number) =>
  new Date(Date.now() - minutesAgo * 60_000 + wrong).toISOString();

type End = 'waiting' | 'counted' | 'too-late' | 'refused';
type Ends = Record<(typeof GROUP_OF_KIND)[ChoiceKind], readonly [choiceFirst: End, factFirst: End]>;
const late = ['too-late', 'refused'] as const;
const waits = ['waiting', 'waiting'] as const;
const counts = ['counted', 'counted'] as const;
const stories: readonly [where: string, fact: string, outcome: object, ends: Ends][] = [
  ['in the van', 'delivered', DELIVERED, { note: late, place: late, when: late, address: ['refused', 'refused'] }],
  ['in the van', 'failed', NOT_HOME, { note: waits, place: waits, when: waits, address: ['refused', 'refused'] }],
  ['of a closed run', 'delivered', DELIVERED, { note: late, place: late, when: late, address: late }],
  ['of a closed run', 'failed', NOT_HOME, { note: waits, place: waits, when: counts, address: counts }],
];
const OLD = 'Storgatan 1, 111 22 Stockholm, Sweden';
const NEW = 'Kungsgatan 9, 111 43 Stockholm';
const TEXTS: Partial<Record<ChoiceKind, object>> = {
  note: { text: 'Knock loudly' },
  'safe-place': { text: 'Behind the gate', consent: 1 },
  neighbour: { text: 'Number 12', name: 'Bell', consent: 1 },
  address: { text: NEW },
};

async function choicesOf({ trackingId }: Parcel, receiver: Person) {
  const { data } = await server.call('shipment.getShipmentByTrackingId', { trackingId }, { as: receiver });
  if (data.access !== 'detailed' || !data.choices) throw new Error('Not the details');
  return data.choices;
}

const orders = ['choice first', 'fact first'] as const;
const cases = stories.flatMap(([where, fact, outcome, ends], row) =>
  orders.map((order, at) => ({ where, fact, outcome, ends, order, at, clocks: CLOCKS[(row + at) % 3] ?? [0, 0] })),
);

it.each(cases)('a parcel $where, $fact: the $order', async ({ where, outcome, ends, at, clocks, fact }) => {
  const [receiver, courier] = [await server.signedIn({}), await newCourier()];
  const details = { receiverEmail: receiver.email, receiverCountry: 'Sweden' };
  // Nobody is too late only for being next.
  const first = { ...details, shipTo: 'Avenyn 1, 111 11 Stockholm, Sweden' };
  const { id, shipments } = await releasedRun(courier, [
    first,
    ...CHOICE_KINDS.map(() => ({ ...details, shipTo: OLD })),
  ]);
  const { tasks, version } = await loadAndStart(courier);
  // It began before all of this.
  const begun = "now() - interval '3 hours'";
  await server.query(
    `update run_tasks set created_at = ${begun}, changed_at = ${begun}, loaded_at = ${begun} where run_id = $1`,
    [id],
  );
  await server.query(`update activities set occurred_at = ${begun} where shipment_id = any($1)`, [
    shipments.map((one) => one.id),
  ]);
  if (where === 'of a closed run') {
    const closed = { id, version: (await deskRun(id)).version };
    expect((await server.call('runAdmin.close', closed, { as: manager })).outcome).toBe('ok');
  }
  const parcels = CHOICE_KINDS.map((kind, index) => ({ kind, parcel: shipments[index + 1] as Parcel }));
  const [, day] = (await choicesOf(shipments[0] as Parcel, receiver)).days;
  const chosen = new Map<ChoiceKind, string>();
  const choose = async () => {
    for (const { kind, parcel } of parcels) {
      const input = {
        id: parcel.id,
        kind,
        askedAt: phoneTime(20, clocks[0]),
        ...TEXTS[kind],
        ...(kind === 'day' && { day }),
      };
      const by = { id: parcel.id, code: parcel.senderCode };
      const { grant } = (await server.call('shipment.verifyShipmentCode', by, { address: server.newAddress() })).data;
      const holders = [{ as: receiver }, ...(kind === 'address' ? [{ headers: { 'x-shipment-grant': grant } }] : [])];
      for (const holder of holders) {
        const made = { ...input, choiceId: randomUUID() };
        const { outcome: answer } = await server.call('choice.make', made, { address: server.newAddress(), ...holder });
        chosen.set(kind, answer);
      }
    }
  };
  const report = async () => {
    for (const { parcel } of parcels) {
      const task = tasks.find(({ trackingId }) => trackingId === parcel.trackingId);
      // Happened before the choice if that was sent first, after it if not.
      const occurredAt = phoneTime(at === 0 ? 30 : 10, clocks[1]);
      await visit(courier, task, outcome, { runVersion: version, occurredAt });
    }
  };
  for (const act of at === 0 ? [choose, report] : [report, choose]) await act();

  const found: Partial<Record<ChoiceKind, string>> = {};
  for (const { kind, parcel } of parcels) {
    const made = (await choicesOf(parcel, receiver)).made.filter(({ state }) => state !== 'withdrawn');
    found[kind] =
      made.length === 0 && chosen.get(kind) === 'CONFLICT' ? 'refused' : made.map((one) => one.state).join();
    const isWish = (await openOf(parcel.id)).some((open) => open.kind === 'choice-wish');
    // Only while somebody can still decide.
    expect([kind, isWish]).toEqual([kind, GROUP_OF_KIND[kind] === 'when' && found[kind] === 'waiting']);
    const { status } = await shipmentOf(parcel.id);
    expect([kind, status === 'delivered']).toEqual([kind, fact === 'delivered']);
  }
  expect(found).toEqual(Object.fromEntries(CHOICE_KINDS.map((kind) => [kind, ends[GROUP_OF_KIND[kind]][at]])));
});

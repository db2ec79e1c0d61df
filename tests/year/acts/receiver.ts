/** What receivers and senders do with the private code that an email brought, and what they keep of it. */
import { randomUUID } from 'node:crypto';
import { shiftDay } from '../../../src/domain/day.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import { type Act, ask, attempt, endRights, type MadeParcel, pickOf, today, type World } from '../world.ts';

type Headers = Record<string, string>;

/** Opens a parcel as one of its parties does; null if nothing opens it at the moment. */
async function open(world: World, parcel: MadeParcel, party: Party): Promise<Headers | null> {
  const { id, trackingId } = parcel;
  const codes = await ask(world, 'shipmentAdmin.showCodes', { id }, { as: world.manager });
  const code = codes.outcome === 'ok' ? codes.data[`${party}Code`] : '';
  if (code === '') return null;
  const opened = await ask(world, 'shipment.verifyShipmentCode', { id, code });
  if (opened.outcome !== 'ok') return null;
  const { grant } = opened.data;
  const bearer = { id, trackingId, party };
  world.bearers.push({ ...bearer, kind: 'code', value: code }, { ...bearer, kind: 'grant', value: grant });
  const headers = { 'x-shipment-grant': grant };
  const page = (await ask(world, 'shipment.getShipmentByTrackingId', { trackingId }, { headers })).data;
  const qr = page.access === 'detailed' ? page.handover?.token : undefined;
  if (qr) world.bearers.push({ ...bearer, kind: 'qr', value: qr });
  return headers;
}

const asParty =
  (party: Party, act: (world: World, parcel: MadeParcel, headers: Headers, drawn: number) => Promise<void>): Act =>
  async (world, which, drawn) => {
    const parcel = pickOf(world.parcels, which);
    const headers = parcel && (await open(world, parcel, party));
    if (headers) await act(world, parcel, headers, drawn);
  };

export const RECEIVER_ACTS: Record<string, Act> = {
  'a receiver looks': asParty('receiver', async () => {}),
  'a receiver chooses': asParty('receiver', async (world, { id }, headers, drawn) => {
    const day = shiftDay(today(world), 1 + (drawn % 5));
    const choices = [
      { kind: 'hold' },
      { kind: 'day', day },
      { kind: 'note', text: 'Knock' },
      { kind: 'neighbour', text: 'No. 7', consent: 1 },
      { kind: 'address', text: `Vasagatan ${drawn % 50}, 411 24 Göteborg` },
    ];
    await attempt(world, 'choice.make', { id, choiceId: randomUUID(), ...pickOf(choices, drawn) }, { headers });
  }),
  'a receiver changes their mind': asParty('receiver', async (world, { id, trackingId }, headers, drawn) => {
    const page = (await ask(world, 'shipment.getShipmentByTrackingId', { trackingId }, { headers })).data;
    const made = page.access === 'detailed' ? (page.choices?.made ?? []) : [];
    const one = pickOf(made, drawn);
    if (one) await attempt(world, 'choice.withdraw', { id, choiceId: one.id }, { headers });
  }),
  'a receiver sends parcels back': asParty('receiver', async (world, { id, count }, headers, drawn) => {
    const input = { id, ...(drawn % 2 === 0 && { parcels: 1 + (drawn % count) }) };
    const key = { 'idempotency-key': randomUUID() };
    await attempt(world, 'shipment.requestReturn', input, { headers: { ...headers, ...key } });
  }),
  'a receiver stops emails': async (world, which) => {
    const mail = pickOf(
      world.inbox.filter(({ stopLink, shipmentId }) => stopLink && shipmentId),
      which,
    );
    if (!mail?.stopLink || !mail.shipmentId) return;
    const { pathname } = new URL(mail.stopLink);
    const { statusCode } = await world.server.request({ method: 'POST', url: pathname });
    world.log.push(`${mail.to} stops emails about ${mail.shipmentId}: ${statusCode}`);
    const { to, shipmentId } = mail;
    if (statusCode < 300) world.stopped.push({ to, shipmentId, had: world.inbox.length });
  },
  'a receiver disputes': asParty('receiver', async (world, parcel, headers) => {
    await dispute(world, parcel, headers);
  }),
  'a sender disputes': asParty('sender', async (world, parcel, headers) => {
    await dispute(world, parcel, headers);
  }),
};

/** Says that somebody else has chosen: where any choice counts, nothing from before opens the parcel any more. */
async function dispute(world: World, { id, trackingId }: MadeParcel, headers: Headers): Promise<void> {
  const page = (await ask(world, 'shipment.getShipmentByTrackingId', { trackingId }, { headers })).data;
  const made = page.access === 'detailed' ? (page.choices?.made ?? []) : [];
  const counts = made.some(({ state }) => ['waiting', 'on-phone', 'counted'].includes(state));
  if ((await attempt(world, 'choice.dispute', { id }, { headers })) && counts) endRights(world, id, 'receiver');
}

/** What is promised, what happens next, and what there is to pay: the same wherever it is shown. */
import { expect } from 'vitest';
import { promiseOf } from '../../../src/domain/promise.ts';
import type { V1Shipment } from '../../../src/domain/v1/shipments.ts';
import { SHIPMENT_WORK } from '../../../src/domain/work.ts';
import { shops } from '../../support/shop.ts';
import { type MadeParcel, runOf, type World } from '../world.ts';

const ENDED: readonly string[] = ['delivered', 'cancelled', 'failed'];

/** Asks the desk, the page of the sender, its program and the phones about some of the newest parcels. */
export async function readAnswers(world: World): Promise<void> {
  for (const parcel of world.parcels.slice(-3)) await compareAnswers(world, parcel);
  await comparePhones(world);
}

async function compareAnswers({ server, manager }: World, { id, trackingId, shop }: MadeParcel): Promise<void> {
  const desk = (await server.call('shipmentAdmin.getShipment', { id }, { as: manager })).data;
  const page = (await server.call('shipment.getShipmentByTrackingId', { trackingId })).data;
  expect(page.status, `the status of ${trackingId} on its page`).toBe(desk.status);
  const [row] = await server.query<{ work: string | null }>('select work from shipments where id = $1', [id]);
  if (desk.nextStep?.kind === 'sender') expect(row?.work, `whether ${trackingId} is to decide`).toBe('decide');
  if (row?.work === 'decide')
    expect(['sender', 'desk'], `who decides about ${trackingId}, which is work`).toContain(desk.nextStep?.kind);
  if (!shop) return;

  const v1 = (await shops(server).ask<V1Shipment>(shop.key, `/v1/shipments/${id}`)).body;
  const shown = desk.whereabouts?.map(({ parcels, place, since }) => ({ parcels, place, since }));
  expect(v1.whereabouts, `where ${trackingId} is, at /v1`).toEqual(shown);
  expect([v1.cod, v1.status], `what is to pay for ${trackingId}, at /v1`).toEqual([desk.cod, desk.status]);

  const own = (await server.call('shipment.getShipmentByTrackingId', { trackingId }, { as: shop })).data;
  if (own.access !== 'detailed') throw new Error(`Its shop does not see ${trackingId}`);
  const { nextStep, ...sender } = own;
  expect(v1.next_step, `what happens next to ${trackingId}, at /v1`).toEqual(nextStep);
  if (nextStep?.kind === 'sender') expect(nextStep.acts, `what its sender can do about ${trackingId}`).not.toEqual([]);
  const isOpen = !ENDED.includes(desk.status);
  const toPay = isOpen && !desk.paid ? (desk.cod ?? 0) : 0;
  const now = new Date();
  const { day, window, isToCollect, ...promise } = promiseOf(sender, now, server.environment.TIME_ZONE);
  expect([promise.toPay, v1.promise?.to_pay], `what is promised to be paid for ${trackingId}`).toEqual([toPay, toPay]);
  expect([v1.promise?.day, v1.promise?.at_depot], `what is promised of ${trackingId}, at /v1`).toEqual([
    day,
    isToCollect,
  ]);
  expect(v1.promise?.from, `from when ${trackingId} may come, at /v1`).toBe(window?.from);
  if (desk.nextStep)
    expect([desk.nextStep.kind, desk.nextStep.until], `what happens next to ${trackingId}, at the desk`).toEqual([
      nextStep?.kind,
      nextStep?.until,
    ]);
}

/** A courier asks at the door for what everybody else reads there. */
async function comparePhones(world: World): Promise<void> {
  const idOf = new Map(world.parcels.map(({ id, trackingId }) => [trackingId, id]));
  for (const courier of world.couriers) {
    const run = await runOf(world, courier);
    for (const { trackingId, cod, status } of run?.stops.flatMap(({ tasks }) => tasks) ?? []) {
      const id = idOf.get(trackingId);
      if (!id || status !== 'loaded') continue;
      const desk = (await world.server.call('shipmentAdmin.getShipment', { id }, { as: world.manager })).data;
      if (!desk.paid) expect(cod, `what a courier asks for ${trackingId}`).toBe(desk.cod);
    }
  }
}

/** What the worklist counts is what it opens. */
export async function readCounts({ server, manager }: World): Promise<void> {
  const { work } = (await server.call('deskAdmin.getWork', undefined, { as: manager })).data;
  for (const { kind, count } of work.filter((one) => SHIPMENT_WORK.some((known) => known === one.kind))) {
    const opened = await server.call('shipmentAdmin.getShipments', { page: { work: kind } }, { as: manager });
    expect(opened.data.total, `how many rows ${kind} opens`).toBe(count);
  }
}

/** A label is drawn unless its shipment is cancelled. */
export async function readLabels({ server, parcels }: World): Promise<void> {
  for (const { id, trackingId, shop } of parcels) {
    if (!shop) continue;
    const { status, body } = await shops(server).ask<V1Shipment>(shop.key, `/v1/shipments/${id}`);
    const label = await shops(server).ask(shop.key, `/v1/shipments/${id}/label`);
    const isDrawn = label.status === 200;
    expect([status, isDrawn], `whether the label of ${trackingId} is drawn`).toEqual([
      200,
      body.status !== 'cancelled',
    ]);
  }
}

import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_STOPS } from '../../support/sample-run.ts';
import { type Runner, readDatabases, waitUntilCached } from './device.ts';
import { expect, openAs, type RunningApp } from './journey.ts';

export interface Parcel {
  id: string;
  trackingId: string;
}

interface Depot {
  courier: { id: string; email: string };
  manager: { email: string };
  shipments: Parcel[];
}

/** All doors have this receiver. */
async function openDepot(
  app: RunningApp,
  name: string,
  parcels: readonly number[],
  receiverEmail = 'elin.strand@example.com',
): Promise<Depot> {
  const courier = await app.person({
    email: `${name}.courier@example.com`,
    firstName: 'Bo',
    lastName: name,
    courier: true,
  });
  const manager = await app.person({ email: `${name}.desk@example.com`, manager: true });
  const shipments: Parcel[] = [];
  for (const [door, count] of parcels.entries()) {
    for (let one = 0; one < count; one += 1) {
      const shipTo = DEMO_STOPS[door] ?? `Avenyn ${door + 12}, 411 36 Gothenburg`;
      const description = `Box ${shipments.length + 1}`;
      shipments.push(await app.shipment({ shipTo, receiverName: `Receiver ${door + 1}`, receiverEmail, description }));
    }
  }
  return { courier, manager, shipments };
}

export interface ReleasedRun {
  courier: Depot['courier'];
  runId: string;
  shipments: Parcel[];
}

export async function releaseRun(...depot: Parameters<typeof openDepot>): Promise<ReleasedRun> {
  const [app] = depot;
  const { courier, manager, shipments } = await openDepot(...depot);
  const shipmentIds = shipments.map(({ id }) => id);
  const input = { day: 'today', name: 'Centre', courierId: courier.id, shipmentIds };
  const run = await app.call<{ id: string; version: number }>(manager.email, 'runAdmin.create', input);
  await app.call(manager.email, 'runAdmin.release', run);
  return { courier, runId: run.id, shipments };
}

export async function startRun(app: RunningApp, { courier, runId }: ReleasedRun): Promise<void> {
  const tasks = await app.database.query<{ id: string }>('select id from run_tasks where run_id = $1', [runId]);
  const taskIds = tasks.map(({ id }) => id);
  await app.call(courier.email, 'courier.load', { id: randomUUID(), runVersion: 2, taskIds });
  await app.call(courier.email, 'courier.start', { id: randomUUID(), runVersion: 2, runId });
}

export async function preparePhone(page: Page, email: string): Promise<void> {
  await openAs(page, email, '/courier');
  await waitUntilCached(page);
  await expect(page.getByText('Pages and scanner are on this device')).toBeVisible();
  await expect(page.getByText('Your run is on this device')).toBeVisible();
}

export async function startCold(context: BrowserContext, page: Page): Promise<Page> {
  await page.close();
  const cold = await context.newPage();
  await cold.goto('/courier');
  await expect(cold.getByRole('heading', { name: 'My run' })).toBeVisible();
  return cold;
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
export const saved = (page: Page, act: string) =>
  expect(page.getByRole('status').filter({ hasText: `Saved ${act}` })).toBeVisible();

/** No photo is taken blind: these pixels are under neither the header nor the dock. */
export const seenOfCamera = (page: Page) =>
  page.getByLabel('Camera view').evaluate((video) => {
    const { top, bottom } = video.getBoundingClientRect();
    const edgeOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    return Math.min(bottom, edgeOf('.dock')?.top ?? 0) - Math.max(top, edgeOf('.top')?.bottom ?? 0);
  });

export async function typeLabel(page: Page, trackingId: string): Promise<void> {
  const field = page.getByLabel('Tracking ID, if the label can’t be read');
  await field.fill(trackingId);
  await field.press('Enter');
}

/** `beforeStart` happens in between. */
export async function loadAndStart(
  page: Page,
  parcels: readonly Parcel[],
  beforeStart: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  await link(page, 'Start loading').click();
  for (const [place, { trackingId }] of parcels.entries()) {
    await typeLabel(page, trackingId);
    await expect(page.getByText(`Loaded ${place + 1} of ${parcels.length}`)).toBeVisible();
    await expect(page.getByText(`${place + 1} of ${parcels.length} loaded`)).toBeVisible();
  }
  await beforeStart();
  await button(page, 'Start run').click();
  await expect(page.getByText(DEMO_STOPS[0] ?? '')).toBeVisible();
}

/** The photo is of the device’s own camera. */
export async function deliverToMailbox(page: Page): Promise<void> {
  await link(page, 'Deliver').click();
  await button(page, 'Mailbox').click();
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#284' } });
  const buffer = await picture.jpeg().toBuffer();
  await page.getByLabel('Photo').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
}

/** It runs in the page. The colour is from the stop’s id, so every stop has its own picture. */
export function showStopToCamera(): void {
  const getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
    const context = canvas.getContext('2d');
    const colour = `#${location.pathname.slice(-6)}`;
    const paint = () => {
      if (context) context.fillStyle = colour;
      context?.fillRect(0, 0, canvas.width, canvas.height);
    };
    paint();
    setInterval(paint, 200);
    return canvas.captureStream(5);
  };
  // Pages that are still empty have none.
  if (navigator.mediaDevices) Object.assign(navigator.mediaDevices, { getUserMedia });
}

/** It moves the phone’s clock past the time for undoing. */
export const letUndoPass = (page: Runner) =>
  page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 10_000;
    dispatchEvent(new Event('online'));
  });

/** The phone hashes the bytes that it keeps for each visit. */
export async function readPhotos(page: Page): Promise<string[]> {
  const rows = (await readDatabases(page)).filter(({ database }) => database === 'waybill-outbox');
  const photos = rows.flatMap(({ value }) => {
    const row = value as { procedure?: string; input?: { visitId: string; sha256: string } };
    return row.procedure === 'courier.proof' && row.input ? [`${row.input.visitId} ${row.input.sha256}`] : [];
  });
  return photos.toSorted();
}

export const listFacts = (app: RunningApp, courierId: string) =>
  app.database.query<{ id: string; kind: string }>(
    'select id, kind from courier_facts where courier_id = $1 order by created_at',
    [courierId],
  );

/** They are named as `readPhotos` does. */
export const listProofs = async (app: RunningApp, courierId: string) =>
  (
    await app.database.query<{ proof: string }>(
      `select f.id || ' ' || encode(p.sha256, 'hex') as proof from visit_proofs p join courier_facts f on f.id = p.visit_id
       where f.courier_id = $1 and p.received_at is not null order by 1`,
      [courierId],
    )
  ).map(({ proof }) => proof);

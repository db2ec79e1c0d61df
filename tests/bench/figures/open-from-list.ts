import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { paths } from '../../../src/domain/paths.ts';
import type { CreateShipmentInput } from '../../../src/domain/shipment.ts';
import { callOnce, mutation } from '../call.ts';
import { absoluteRow, type Figure } from '../figure.ts';
import { median } from '../measure-interleaved.ts';
import { emailOf } from '../parcels.ts';

const OPENINGS = 5;
const SLOWER = 4;
/** The shortest time people take from pointing to clicking, and from touching to releasing. */
const POINTING_MS = 250;
const TOUCHING_MS = 100;

export const PARCEL: CreateShipmentInput = {
  description: 'Opened from the list',
  service: 'Package',
  dimensions: '12 x 55in',
  weight: '31.4 kg',
  value: 1840,
  fee: 212.5,
  payer: 'receiver',
  shipTo: 'Linnégatan 8, 413 04 Gothenburg',
  shipDate: '2026-11-16T10:12:00.000Z',
  senderName: 'Tomás Pereira',
  senderEmail: 'tomas.pereira@example.com',
  senderPhone: '+351 222 010 417',
  receiverName: 'Elin Strand',
  receiverEmail: 'elin.strand@example.com',
  receiverPhone: '+46 31 555 0192',
  images: [],
};

/** A manager's tablet opens a shipment from the list that was pointed at or touched first. */
export const openFromList: Figure = {
  name: 'open-from-list',
  async measure(workshop) {
    const { url } = await workshop.app();
    const { password } = await workshop.parcels(10_000);
    const login = mutation('auth.login', { email: emailOf(1), password });
    const { token } = await callOnce<{ token: string }>(url, login);
    // Each is opened once, so that nothing is cached; the bench database's rows have no real codes.
    const ids: string[] = [];
    for (let count = 0; count < 2 * OPENINGS; count += 1) {
      const creation = mutation('shipmentAdmin.createShipment', PARCEL, { authorization: `Bearer ${token}` });
      ids.push((await callOnce<{ id: string }>(url, creation)).id);
    }
    const browser = await workshop.browser();
    const context = await browser.newContext({ viewport: { width: 820, height: 1180 }, hasTouch: true });
    await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(url + paths.manageShipments(), { waitUntil: 'networkidle' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });

    const point = async (x: number, y: number) => {
      await page.mouse.move(x, y, { steps: 3 });
      await sleep(POINTING_MS);
      await page.mouse.down();
      await page.mouse.up();
    };
    const touch = async (x: number, y: number) => {
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      await sleep(TOUCHING_MS);
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const pointed: number[] = [];
    const touched: number[] = [];
    for (const [index, id] of ids.entries()) {
      const [times, press] = index < OPENINGS ? [pointed, point] : [touched, touch];
      times.push(await openingTime(page, id, press));
    }
    const explain = async () => {
      const file = join(workshop.reports, 'open-from-list-trace.json');
      await browser.startTracing(page, { path: file });
      await openingTime(page, ids[0] ?? '', touch);
      await writeFile(file, await browser.stopTracing());
      return file;
    };
    const row = (how: string, times: number[]) =>
      absoluteRow({
        what: `A shipment opens from the list, ${how} first, tablet with ${SLOWER} × slower CPU`,
        value: median(times),
        unit: ' ms',
        limit: { atMost: 300 },
        explain,
      });
    return [row('pointed at', pointed), row('touched', touched)];
  },
};

/** Milliseconds from the click until the shipment has been painted. Ends on the list again. */
async function openingTime(page: Page, id: string, press: (x: number, y: number) => Promise<void>): Promise<number> {
  const link = page.locator(`main a[href="${paths.manageShipment(id)}"]`);
  await link.scrollIntoViewIfNeeded();
  const box = await link.boundingBox();
  if (!box) throw new Error('The shipment is not on the list');
  const opening = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let clicked = 0;
        addEventListener('click', () => (clicked = performance.now()), { capture: true, once: true });
        new MutationObserver((_changes, observer) => {
          if (!document.querySelector('[aria-label="Shipment actions"]')) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clicked)));
        }).observe(document, { childList: true, subtree: true });
      }),
  );
  await press(box.x + 20, box.y + box.height / 2);
  const time = await opening;
  await page.goBack();
  await page.getByRole('table', { name: 'Shipments' }).waitFor();
  await page.mouse.move(0, 0);
  return time;
}

import type { BrowserContext } from '@playwright/test';
import { paths } from '../../../src/domain/paths.ts';
import { callOnce, mutation } from '../call.ts';
import { absoluteRow, type Figure } from '../figure.ts';
import { median } from '../measure-interleaved.ts';
import { emailOf } from '../parcels.ts';
import { CPU_SLOWDOWN, measureOpening } from '../slow-phone.ts';
import { PARCEL } from './open-from-list.ts';

const OPENINGS = 3;
const DESCRIPTION = 'Seen before the network went';

/**
 * A manager's phone is switched on without network: the browser, the worker and the page all start
 * from nothing.
 */
export const offlineColdStart: Figure = {
  name: 'offline-cold-start',
  async measure(workshop) {
    const { url } = await workshop.app();
    const { password } = await workshop.parcels(10_000);
    const email = emailOf(1);
    const { token } = await callOnce<{ token: string }>(url, mutation('auth.login', { email, password }));
    const parcel = { ...PARCEL, description: DESCRIPTION, receiverEmail: email };
    const creation = mutation('shipmentAdmin.createShipment', parcel, { authorization: `Bearer ${token}` });
    const { trackingId } = await callOnce<{ trackingId: string }>(url, creation);
    const pages = [paths.home, paths.trackedShipment(trackingId), paths.packages(), paths.manageShipments()];

    const profile = await workshop.visitedProfile((context) => visit(context, url, token, pages));
    const times = new Map<string, number[]>(pages.map((page) => [page, []]));
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      for (const [page, measured] of times) {
        const phone = await workshop.phone(profile, { offline: true });
        measured.push(await measureOpening(phone, url + page, DESCRIPTION));
        await phone.close();
      }
    }
    return [...times].map(([page, measured]) =>
      absoluteRow({
        what: `Cold start of ${page.replace(trackingId, '{id}')} without network, ${CPU_SLOWDOWN} × slower CPU`,
        value: median(measured),
        unit: ' ms',
        limit: { atMost: 1_000 },
      }),
    );
  },
};

/** Visits each page once, with a worker that caches every response. */
async function visit(context: BrowserContext, url: string, token: string, pages: readonly string[]): Promise<void> {
  const page = await context.newPage();
  await page.goto(url + paths.track());
  await page.evaluate(async (kept) => {
    localStorage.setItem('token', kept);
    await navigator.serviceWorker.ready;
  }, token);
  for (const path of pages) await page.goto(url + path, { waitUntil: 'networkidle' });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { paths } from '../../../src/domain/paths.ts';
import { type ShipmentStatus, statusLabel } from '../../../src/domain/shipment-status.ts';
import { callOnce, mutation } from '../call.ts';
import { absoluteRow, type Figure } from '../figure.ts';
import { emailOf } from '../parcels.ts';
import { PARCEL } from './open-from-list.ts';

const CHANGES: ShipmentStatus[] = ['shipped', 'held', 'delivery', 'failed', 'delivered'];
/** A page is left alone between two changes, longer than it gathers news before it asks again. */
const PAUSE_MS = 1_500;

/** A change that is made through one server process is seen on pages that another one serves. */
export const live: Figure = {
  name: 'live',
  async measure(workshop) {
    const { url } = await workshop.app();
    const { url: elsewhere } = await workshop.server(10_000);
    const { password } = await workshop.parcels(10_000);
    const email = emailOf(1);
    const { token } = await callOnce<{ token: string }>(elsewhere, mutation('auth.login', { email, password }));
    const authorization = { authorization: `Bearer ${token}` };
    const creation = mutation('shipmentAdmin.createShipment', PARCEL, authorization);
    const { id, trackingId } = await callOnce<{ id: string; trackingId: string }>(elsewhere, creation);
    const browser = await workshop.browser();
    const open = async (path: string, init: (page: Page) => Promise<unknown> = async () => undefined) => {
      const page = await (await browser.newContext()).newPage();
      await init(page);
      const following = page.waitForRequest(/live\.follow/);
      await page.goto(url + path);
      await following;
      return page;
    };
    const parcel = await open(paths.trackedShipment(trackingId));
    const list = await open(paths.manageShipments(), (page) =>
      page.addInitScript((kept) => localStorage.setItem('token', kept), token),
    );
    const times = { parcel: [] as number[], list: [] as number[] };
    for (const status of CHANGES) {
      await sleep(PAUSE_MS);
      const shows = [
        parcel.getByRole('article', { name: `, ${statusLabel(status)}` }).waitFor(),
        list
          .getByRole('row')
          .filter({ hasText: PARCEL.description })
          .first()
          .getByText(statusLabel(status), { exact: true })
          .waitFor(),
      ];
      await callOnce(elsewhere, mutation('shipmentAdmin.updateShipment', { id, status }, authorization));
      const made = performance.now();
      await Promise.all(
        (['parcel', 'list'] as const).map(async (name, index) => {
          await shows[index];
          times[name].push(performance.now() - made);
        }),
      );
    }
    const row = (what: string, measured: number[]) =>
      absoluteRow({ what, value: Math.max(...measured), unit: ' ms', limit: { atMost: 1_000 } });
    return [
      row('An open parcel shows a change made through another process, slowest of five', times.parcel),
      row('An open list does', times.list),
    ];
  },
};

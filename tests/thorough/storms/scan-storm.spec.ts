/**
 * Three hundred parcels pass a hand scanner, 30 ms apart: first online, then offline while the
 * browser is killed again and again, also while it sends. What was shown as done arrives once.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { waitUntilCached } from '../../journeys/support/device.ts';
import { scanByHand } from '../../journeys/support/hand-scanner.ts';
import { expect, openAs, test } from '../../journeys/support/journey.ts';
import { type MortalPhone, switchOn } from '../../journeys/support/mortal-phone.ts';
import { copyShipments } from '../../support/copy-shipments.ts';

const SCANS = 300;
const INTERVAL_MS = 30;
/** Each comes at a random moment of a third of the scans. */
const KILLS = 4;
const EVENING_KILLS = 3;
/** The server takes about as long. */
const ANSWER_MS = 300;
const EMAIL = 'storm.scanner@example.com';
const ONLINE = 'Online depot';
const DARK = 'Dark depot';

/** They are in the result, and in the list with an undo. */
function watchDone(place: string): void {
  const { noteDone } = window as unknown as { noteDone(ids: string[]): void };
  const idsIn = (element: Element) =>
    [...element.querySelectorAll('[role=img][aria-label]')].map((code) => code.textContent ?? '');
  new MutationObserver(() => {
    const shown = document.querySelectorAll(
      'main [role=status][data-signal=good], main li:has(button[aria-label^=Undo])',
    );
    // Those of the last place are still in the list.
    const done = [...shown].filter(({ textContent }) => textContent?.includes(place));
    if (done.length > 0) noteDone(done.flatMap(idsIn));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

test(`${SCANS} scans ${INTERVAL_MS} ms apart arrive once each, online, offline and through kills`, async ({ app }) => {
  test.setTimeout(600_000);
  await app.person({ email: EMAIL, firstName: 'Storm', manager: true });
  const { id } = await app.shipment();
  const ids = await copyShipments(app.database, id, SCANS);
  const rows = await app.database.query<{ tracking_id: string }>(
    'select tracking_id from shipments where id = any($1)',
    [ids],
  );
  const trackingIds = rows.map((row) => row.tracking_id).toSorted();
  const once = trackingIds.map((one) => [one, 1]);
  const profile = await mkdtemp(join(tmpdir(), 'waybill-scans-'));
  const done = new Set<string>();
  const prepare = async (context: BrowserContext) => {
    await context.exposeBinding('noteDone', (_, shown: string[]) => {
      for (const one of shown) done.add(one);
    });
    await context.addInitScript(watchDone, DARK);
  };
  const arrivedAt = async (address: string) =>
    (
      await app.database.query<{ tracking_id: string; count: number }>(
        `select s.tracking_id, count(*)::int as count from activities a join shipments s on s.id = a.shipment_id
         where a.address = $1 group by s.tracking_id order by s.tracking_id collate "C"`,
        [address],
      )
    ).map(({ tracking_id, count }) => [tracking_id, count]);
  const mainOf = (page: Page) => page.getByRole('main');
  const setPlace = (page: Page, place: string) => page.getByRole('textbox', { name: 'Place' }).fill(place);
  const isDoomed = (tablet: MortalPhone) => (error: unknown) => {
    if (!tablet.isKilled()) throw error;
  };
  let tablet: MortalPhone | undefined;

  async function startOffline(): Promise<MortalPhone> {
    const started = await switchOn(profile, app.url, prepare);
    tablet = started;
    await started.context.setOffline(true);
    await started.page.goto('/manager/scan');
    await expect(mainOf(started.page)).toContainText(/\d+ scanned/);
    // Each parcel counts again at another place.
    await setPlace(started.page, DARK);
    return started;
  }

  try {
    const first = await switchOn(profile, app.url, prepare);
    tablet = first;
    await openAs(first.page, EMAIL, '/manager/scan');
    await waitUntilCached(first.page);
    await setPlace(first.page, ONLINE);
    const startedAt = Date.now();
    await scanByHand(first.page, trackingIds, INTERVAL_MS);
    await expect(mainOf(first.page)).toContainText(`${SCANS} scanned`, { timeout: 60_000 });
    const shownAfter = Date.now() - startedAt;
    await expect.poll(() => arrivedAt(ONLINE), { timeout: 120_000 }).toEqual(once);
    const sentAfter = Date.now() - startedAt;

    done.clear();
    await first.context.close();

    for (let kill = 0; kill < KILLS; kill += 1) {
      const doomed = await startOffline();
      const left = trackingIds.filter((one) => !done.has(one));
      const killed = sleep(Math.random() * (SCANS / 3) * INTERVAL_MS).then(doomed.kill);
      await scanByHand(doomed.page, left, INTERVAL_MS).catch(isDoomed(doomed));
      await killed;
    }
    const shownBefore = done.size;
    const { context, page } = await startOffline();
    await scanByHand(
      page,
      trackingIds.filter((one) => !done.has(one)),
      INTERVAL_MS,
    );
    await expect(mainOf(page)).toContainText(`${2 * SCANS} scanned`, { timeout: 60_000 });
    expect(await arrivedAt(DARK)).toEqual([]);
    await context.close();

    for (let kill = 0; kill < EVENING_KILLS; kill += 1) {
      const evening = await switchOn(profile, app.url, prepare);
      tablet = evening;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      let isDue = true;
      evening.context.on('request', (request) => {
        if (!isDue || !request.url().includes('deskAdmin.scan')) return;
        isDue = false;
        void sleep(Math.random() * ANSWER_MS)
          .then(evening.kill)
          .then(resolve, reject);
      });
      await evening.page.goto('/manager/scan').catch(isDoomed(evening));
      await promise;
    }
    const last = await switchOn(profile, app.url, prepare);
    tablet = last;
    await last.page.goto('/manager/scan');
    await expect.poll(() => arrivedAt(DARK), { timeout: 120_000 }).toEqual(once);
    await expect(mainOf(last.page)).toContainText(`${2 * SCANS} scanned`);
    console.error(
      `${SCANS} scans shown after ${shownAfter} ms, received after ${sentAfter} ms; ` +
        `${shownBefore} shown as done before the last of ${KILLS} kills`,
    );
  } finally {
    await tablet?.context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  }
});

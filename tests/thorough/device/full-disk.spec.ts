/** A phone whose disk is full: a small one in memory. */
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { button, link, releaseRun, saved, showStopToCamera, startRun } from '../../journeys/support/courier.ts';
import { waitUntilCached, waitUntilStored } from '../../journeys/support/device.ts';
import { expect, signIn, test } from '../../journeys/support/journey.ts';
import { switchOn } from '../../journeys/support/mortal-phone.ts';
import { mountSmallDisk } from '../../support/as-root.ts';
import { isMissing } from '../../support/needs.ts';

const DISK_KB = 200 * 1024;

/** A small disk for one profile, and what fills it. */
async function withSmallDisk(work: (disk: PhoneDisk) => Promise<void>): Promise<void> {
  const mounted = await mountSmallDisk(DISK_KB);
  const path = mounted.folder;
  const filler = join(path, 'filler');
  try {
    await work({
      profile: join(path, 'profile'),
      async fill(left) {
        await rm(filler, { force: true });
        const { bavail, bsize } = await statfs(path);
        await writeFile(filler, Buffer.alloc(bavail * bsize - left, 1));
      },
      free: () => rm(filler, { force: true }),
    });
  } finally {
    await mounted.remove();
  }
}

interface PhoneDisk {
  profile: string;
  /** Leaves so many bytes free. */
  fill(left: number): Promise<void>;
  free(): Promise<void>;
}

test('a full phone gives up pictures first, then says so before the camera', async ({ app }) => {
  test.skip(isMissing('mount'));
  test.setTimeout(180_000); // it starts a browser with a separate profile
  const run = await releaseRun(app, 'full-disk', [1, 1, 1]);
  await withSmallDisk(async (disk) => {
    const phone = await switchOn(disk.profile, app.url, (context) => context.addInitScript(showStopToCamera));
    const { page } = phone;
    try {
      await signIn(page, run.courier.email);
      // Otherwise Chromium deletes everything unsent of a site that fills a disk.
      const devtools = await phone.context.newCDPSession(page);
      await devtools.send('Browser.grantPermissions', { origin: app.url, permissions: ['durableStorage'] });
      expect(await page.evaluate(() => navigator.storage.persist())).toBe(true);
      await page.goto('/courier');
      await waitUntilCached(page);
      await waitUntilStored(page, 'courier-run');
      await expect(page.getByText('Ready: There is room for photos')).toBeVisible();
      await startRun(app, run);
      await page.reload();
      await link(page, 'Next stop: 1').click();

      // Pictures that were seen take the place of what has to be saved.
      await page.evaluate(async () => {
        const images = await caches.open('images');
        const noise = Array.from({ length: 80 }, () => crypto.getRandomValues(new Uint8Array(65_536)));
        await images.put('/seen.webp', new Response(new Blob(noise)));
      });
      await disk.fill(400_000);
      await link(page, 'Deliver').click();
      await expect.poll(() => page.evaluate(async () => (await (await caches.open('images')).keys()).length)).toBe(0);
      await expect(page.getByText('This device is nearly full')).toHaveCount(0);
      await button(page, 'Recipient').click();
      await button(page, 'Take photo and finish').click();
      await saved(page, 'Delivered to the recipient, Receiver 1');

      // Nothing is left to give up.
      await disk.fill(4_096);
      await link(page, 'Deliver').click();
      const notice = page.getByRole('alert').filter({ hasText: 'This device is nearly full' });
      await expect(notice).toBeVisible();
      // The courier comes back from making room.
      await disk.free();
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(notice).toHaveCount(0);
      await button(page, 'Recipient').click();
      await button(page, 'Take photo and finish').click();
      await saved(page, 'Delivered to the recipient, Receiver 2');
    } finally {
      await phone.context.close();
    }
  });
});

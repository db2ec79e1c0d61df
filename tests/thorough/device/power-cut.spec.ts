/** A browser that is killed, as when the power goes: what a page has said holds at the next start. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { waitUntilCached, waitUntilStored } from '../../journeys/support/device.ts';
import { expect, type RunningApp, signIn, signOut, test } from '../../journeys/support/journey.ts';
import { CHROMIUM_FLAGS, findHeadlessShell } from '../../support/chromium.ts';

const startBrowser = (app: RunningApp, profile: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    executablePath: findHeadlessShell(),
    args: CHROMIUM_FLAGS,
    baseURL: app.url,
    viewport: { width: 1280, height: 800 },
  });

/** Whether the files of local storage hold a text. */
async function isInLocalStorage(profile: string, text: string): Promise<boolean> {
  const folder = join(profile, 'Default/Local Storage/leveldb');
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name)).catch(() => Buffer.alloc(0))));
  return files.some((content) => content.includes(text));
}

/** Kills every process of the browser with this profile. */
async function killBrowser(profile: string): Promise<void> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const id of ids) {
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--user-data-dir=${profile}`)) process.kill(Number(id), 'SIGKILL');
  }
}

/** Kills the browser, and starts it again with what is on the disk. */
async function loseAndRestorePower(app: RunningApp, profile: string, context: BrowserContext): Promise<BrowserContext> {
  const isOver = new Promise((resolve) => context.on('close', resolve));
  await killBrowser(profile);
  await isOver;
  return startBrowser(app, profile);
}

test('a login, and a logout without a network, outlive the death of the browser', async ({ app }) => {
  const { email } = await app.person({ email: 'power.cut@example.com' });
  const profile = await mkdtemp(join(tmpdir(), 'waybill-power-'));
  let context = await startBrowser(app, profile);
  try {
    await signIn(await context.newPage(), email);
    context = await loseAndRestorePower(app, profile, context);

    const page = await context.newPage();
    await page.goto('/profile');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await waitUntilCached(page);
    await waitUntilStored(page, 'profile');
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    await expect.poll(() => isInLocalStorage(profile, token), { timeout: 90_000 }).toBe(true);
    await context.setOffline(true);
    await signOut(page);
    context = await loseAndRestorePower(app, profile, context);

    await context.setOffline(true);
    const next = await context.newPage();
    await next.goto('/profile');
    await expect(next).toHaveURL(/\/login/);
    expect(await next.evaluate(() => localStorage.getItem('token'))).toBeNull();
  } finally {
    await context.close().catch(() => undefined);
    await rm(profile, { recursive: true, force: true });
  }
});

/**
 * `npm run pictures` draws the demo’s pictures, and takes those of the README and the install
 * dialog. The courier’s day runs without a network, once in each theme.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { buildIfNeeded, SERVER } from '../../server/build.ts';
import { PASSWORD, PEOPLE } from '../../server/demo/demo-stories.ts';
import { button, link, saved, typeLabel } from '../journeys/support/courier.ts';
import { goOffline, waitUntilCached } from '../journeys/support/device.ts';
import { submitLogin } from '../journeys/support/journey.ts';
import { CHROMIUM_FLAGS, findHeadlessShell, unpackHeadlessShell } from '../support/chromium.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startServerProcess, waitUntilReady } from '../support/server-process.ts';
import { drawDemoPictures } from './demo-drawings.ts';

const ROOT = join(import.meta.dirname, '../..');
const SCREENSHOTS = join(ROOT, 'public/screenshots');
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** It has two rows of five phones, in CSS pixels of the picture. */
const SHEET = { columns: 5, width: 366, height: 792, gap: 24 };
const BACKGROUND = { light: '#dcddd8', dark: '#000000' };

type Theme = keyof typeof BACKGROUND;

/** It runs in a page, as an installed app whose camera sees a parcel at a door. */
function installWithCamera(): void {
  const getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const view = canvas.getContext('2d');
    const parts: [string, number, number, number, number][] = [
      ['#c9c1b4', 0, 0, 640, 420],
      ['#8d867c', 0, 420, 640, 60],
      ['#2f5245', 210, 0, 220, 420],
      ['#24443a', 238, 40, 66, 130],
      ['#24443a', 336, 40, 66, 130],
      ['#24443a', 238, 210, 66, 160],
      ['#24443a', 336, 210, 66, 160],
      ['#c9a24a', 404, 196, 12, 12],
      ['#b98552', 350, 310, 150, 110],
      ['#e2cda2', 415, 310, 20, 110],
      ['#fdfdfa', 366, 330, 40, 30],
    ];
    const paint = () => {
      for (const [colour, ...place] of parts) {
        if (view) view.fillStyle = colour;
        view?.fillRect(...place);
      }
    };
    paint();
    setInterval(paint, 200);
    return canvas.captureStream(5);
  };
  if (navigator.mediaDevices) Object.assign(navigator.mediaDevices, { getUserMedia });
  // An app on the home screen has persistent storage.
  if (navigator.storage) Object.assign(navigator.storage, { persisted: async () => true });
}

async function openPage(browser: Browser, url: string, device: BrowserContextOptions): Promise<Page> {
  const settings = { locale: 'en-GB', timezoneId: 'Europe/Stockholm', reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ baseURL: url, ...settings, ...device });
  await context.addInitScript(installWithCamera);
  return context.newPage();
}

async function logIn(page: Page, person: { email: string }): Promise<void> {
  await page.goto('/login');
  await submitLogin(page, person.email, PASSWORD);
}

async function photograph(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForTimeout(400);
  return page.screenshot();
}

const write = (picture: Buffer, file: string) => sharp(picture).webp({ quality: 82 }).toFile(file);

async function takeScreenshots(browser: Browser, url: string): Promise<void> {
  const phone = await openPage(browser, url, { ...PHONE, deviceScaleFactor: 2 });
  await phone.goto('/track');
  await write(await photograph(phone), join(SCREENSHOTS, 'track-phone.webp'));

  const desk = await openPage(browser, url, DESKTOP);
  await logIn(desk, PEOPLE.manager);
  await desk.goto('/manager/shipments?status=held');
  await desk
    .getByRole('main')
    .getByRole('link', { name: /kiln parts/ })
    .first()
    .click();
  await expect(desk.getByRole('link', { name: 'Update shipment status' })).toBeVisible();
  await write(await photograph(desk), join(SCREENSHOTS, 'manage-desktop.webp'));

  await logIn(phone, PEOPLE.customer);
  await phone.goto('/shipping');
  await phone
    .getByRole('main')
    .getByRole('link', { name: /kiln parts/ })
    .first()
    .click();
  await phone.getByRole('link', { name: 'Detailed view' }).click();
  const timeline = phone.getByRole('heading', { name: 'Timeline' });
  await expect(timeline).toBeVisible();
  await timeline.evaluate((heading) => scrollBy(0, heading.getBoundingClientRect().top - 100));
  await write(await photograph(phone), join(SCREENSHOTS, 'details-phone.webp'));
  for (const page of [phone, desk]) await page.context().close();
}

async function takePapers(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, url, DESKTOP);
  await logIn(page, PEOPLE.manager);
  await page.goto('/manager/shipments');
  await page
    .getByRole('checkbox', { name: /^Select W/ })
    .first()
    .check();
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const papers = [await printed(page, 'labels'), await printed(page, 'missed-cards'), await printed(page, 'handover')];
  await page.goto('/manager/runs');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Gothenburg/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  papers.push(await printed(page, 'run-sheet'));
  await page.context().close();
  await writePapers(papers);
}

/** It has 4 dots a millimetre. */
async function printed(page: Page, document: string): Promise<Buffer> {
  // The system’s dialog would end it before there is a PDF.
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await page.getByLabel('What to print').selectOption(document);
  await page.waitForTimeout(400);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Print/ })
    .click();
  await expect(page.locator('.printed-pages')).toBeAttached();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  for await (const paper of readPdf(pdf)) return paper.render(101.6);
  throw new Error(`Nothing was printed for ${document}`);
}

async function writePapers(papers: Buffer[]): Promise<void> {
  const gap = 24;
  const sheets = await Promise.all(
    papers.map(async (paper) => {
      const { data, info } = await sharp(paper).resize({ height: 792 }).png().toBuffer({ resolveWithObject: true });
      return { input: data, width: info.width };
    }),
  );
  let left = gap;
  const placed = sheets.map(({ input, width }) => {
    const place = { input, left, top: gap };
    left += width + gap;
    return place;
  });
  const size = { width: left, height: 792 + 2 * gap, channels: 3 } as const;
  const desk = await sharp({ create: { ...size, background: '#8b9096' } })
    .composite(placed)
    .png()
    .toBuffer();
  await write(desk, join(ROOT, 'docs/pictures/papers.webp'));
}

/** They are in the order of the stops. */
async function readTrackingIds(page: Page): Promise<string[]> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const response = await page.request.get('/api/trpc/courier.getRun', {
    params: { input: JSON.stringify({ id: 'current' }) },
    headers: { authorization: `Bearer ${token}` },
  });
  return [...new Set([...(await response.text()).matchAll(/"trackingId":"(\w+)"/g)].map(([, id = '']) => id))];
}

/** The courier's day, as ten pictures. */
async function takeCourierDay(browser: Browser, url: string, colorScheme: Theme): Promise<Buffer[]> {
  const page = await openPage(browser, url, { ...PHONE, colorScheme });
  const pictures: Buffer[] = [];
  async function take(): Promise<void> {
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      scrollTo(0, 0);
    });
    pictures.push(await photograph(page));
  }
  const untilBarIsGone = () =>
    expect(page.getByRole('status').filter({ hasText: 'Saved' })).toHaveCount(0, { timeout: 30_000 });
  await logIn(page, PEOPLE.courier);
  await page.goto('/courier');
  await waitUntilCached(page);
  await expect(page.getByText('Everything has been sent')).toBeVisible();
  const trackingIds = await readTrackingIds(page);
  await take();

  await goOffline(page.context(), page);
  await link(page, 'Start loading').click();
  for (const [place, trackingId] of trackingIds.entries()) {
    await typeLabel(page, trackingId);
    await expect(page.getByText(`Loaded ${place + 1} of ${trackingIds.length}`)).toBeVisible();
    if (place === trackingIds.length - 2) await take();
  }
  await button(page, 'Start run').click();
  await expect(page.getByText('Sara Nyman')).toBeVisible();
  await untilBarIsGone();
  await take();

  await link(page, 'Deliver').click();
  await expect(page.getByText('No faces or ID cards.')).toBeVisible();
  await take();
  await button(page, 'Neighbour').click();
  await page.getByLabel('Neighbour’s name').fill('Karin Ek');
  await take();
  await button(page, 'Take photo and finish').click();
  await saved(page, 'Delivered to a neighbour, Sara Nyman');
  await take();

  await untilBarIsGone();
  await link(page, 'Problem').click();
  await expect(page.getByText('What is the problem?')).toBeVisible();
  await take();
  await button(page, 'Nobody home').click();
  await saved(page, 'Nobody home, Café Husaren');
  await untilBarIsGone();
  await link(page, 'All stops').click();
  await take();

  await link(page, 'Next stop: 3').click();
  await link(page, 'Deliver').click();
  await button(page, 'Recipient').click();
  await button(page, 'Take photo and finish').click();
  await saved(page, 'Delivered to the recipient, Omar Haddad');
  await page.goto('/courier/close');
  for (const [place, trackingId] of trackingIds.slice(2, 5).entries()) {
    await typeLabel(page, trackingId);
    await expect(page.getByText(`${place + 1} returned`)).toBeVisible();
    if (place === 0) await take();
  }
  await button(page, 'Close run').click();
  await expect(page.getByText('This run is closed')).toBeVisible();
  await untilBarIsGone();
  await take();
  return pictures;
}

/** The README shows it. */
async function writeSheet(pictures: Buffer[], theme: Theme): Promise<void> {
  const { columns, width, height, gap } = SHEET;
  const rows = Math.ceil(pictures.length / columns);
  const phones = await Promise.all(
    pictures.map(async (picture, place) => ({
      input: await sharp(picture).resize(width, height).toBuffer(),
      left: gap + (place % columns) * (width + gap),
      top: gap + Math.floor(place / columns) * (height + gap),
    })),
  );
  const size = { width: gap + columns * (width + gap), height: gap + rows * (height + gap), channels: 3 } as const;
  const sheet = await sharp({ create: { ...size, background: BACKGROUND[theme] } })
    .composite(phones)
    .png()
    .toBuffer();
  await write(sheet, join(ROOT, `docs/pictures/courier-${theme}.webp`));
}

await unpackHeadlessShell();
await drawDemoPictures();
await buildIfNeeded();
const folder = await mkdtemp(join(tmpdir(), 'waybill-pictures-'));
const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'warn' }, SERVER);
const browser = await chromium.launch({ executablePath: findHeadlessShell(), args: CHROMIUM_FLAGS });
try {
  await waitUntilReady(server);
  await takeScreenshots(browser, server.url);
  await takePapers(browser, server.url);
  for (const theme of ['light', 'dark'] as const) {
    await writeSheet(await takeCourierDay(browser, server.url, theme), theme);
  }
} finally {
  await browser.close();
  server.child.kill('SIGTERM');
  await server.ended;
  await rm(folder, { recursive: true, force: true });
}

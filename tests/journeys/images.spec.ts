import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  expect,
  expectAccessible,
  openAs,
  type RunningApp,
  test,
  untilQuiet,
  withoutWorker,
} from './support/journey.ts';
import { uploadImages } from './support/upload-image.ts';

interface Photo {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photo like a camera's: one color and some noise, with its location in the metadata. */
async function photo(name: string, background: string, width = 1200, height = 900): Promise<Photo> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const grain = sharp({ create: { width: width / 4, height: height / 4, channels: 3, background, noise } });
  const buffer = await sharp(await grain.png().toBuffer())
    .resize(width, height)
    .tint(background)
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Make: 'CANARY-CAMERA' }, IFD3: { GPSLatitude: '57/1 42/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

const broken: Photo = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') };

async function fillIn(page: Page, description: string): Promise<void> {
  for (const [label, value] of Object.entries({
    Description: description,
    Dimensions: '12 x 55in',
    Weight: '31.4 kg',
    'Value ($)': '1840',
    'Shipping fee ($)': '212.5',
    'Sender name': 'Tomás Pereira',
    'Sender email': 'tomas@example.com',
    'Sender phone': '+351 222 010 417',
    'Receiver name': 'Elin Strand',
    'Receiver email': 'elin@example.com',
    'Receiver phone': '+46 31 555 0192',
    'Ship to': 'Linnégatan 8, 413 04 Gothenburg',
  })) {
    await page.getByLabel(label).fill(value);
  }
}

/** A shipment with this many images, made without clicks. */
const shipmentWith = async (app: RunningApp, count: number) =>
  app.shipment({ description: `${count} images`, images: await uploadImages(app, count) });

const carousel = (page: Page) => page.getByRole('region', { name: 'Images' });

/** The alt texts of the images in view. */
async function inView(page: Page): Promise<string[]> {
  return carousel(page)
    .locator('img')
    .evaluateAll((images) => {
      const row = images[0]?.closest('[role=group][id]')?.getBoundingClientRect();
      return images
        .map((image) => ({ box: image.getBoundingClientRect(), said: image.closest('[aria-roledescription]') }))
        .filter(({ box }) => row && box.left >= row.left - 2 && box.right <= row.right + 2)
        .sort((one, other) => one.box.left - other.box.left)
        .map(({ said }) => said?.getAttribute('aria-label') ?? '');
    });
}

test('a photo that a manager takes of a parcel shows on its tracking page', async ({ app, page, browser, reports }) => {
  await withoutWorker(page);
  const manager = await app.person({ email: 'photographer@example.com', manager: true });
  await openAs(page, manager.email, '/manager/shipments/create');
  await fillIn(page, 'Ceramic kiln parts');
  await expect(page.getByText('No images selected')).toBeVisible();

  // One by one, with their progress, while the form waits for them.
  reports.allow(/status of 400/);
  const sent: { name: string; fields: string[]; size: number; isClean: boolean }[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route('**/image/upload', async (route) => {
    const body = route.request().postDataBuffer() ?? Buffer.alloc(0);
    const said = body.toString('latin1');
    const [, name = ''] = /filename="([^"]+)"/.exec(said) ?? [];
    const fields = Array.from(said.matchAll(/form-data; name="(\w+)"/g), ([, field = '']) => field);
    sent.push({ name, fields, size: body.length, isClean: !body.includes('CANARY') });
    await held;
    await route.continue();
  });
  const large = await photo('front.jpg', '#c98f5a', 3200, 2400);
  expect(large.buffer.length).toBeGreaterThan(1_500_000);
  const [side, label] = [await photo('side.jpg', '#5a8fc9'), await photo('label.jpg', '#5ac98f')];
  await page.getByLabel('Add images').setInputFiles([large, broken, side, label]);
  await expect(page.getByText('Uploading image 1 of 4.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Upload of front.jpg' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create shipment' })).toBeDisabled();
  await expect(page.locator('fieldset[data-unfinished=true]')).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => sent.map(({ name }) => name)).toEqual(['front.jpg']);
  release();

  // A failed image leaves the list and says why; the others continue.
  const list = page.getByRole('group', { name: 'Images' });
  await expect(list.getByRole('listitem')).toHaveCount(3, { timeout: 60_000 });
  await expect(list.getByRole('button', { name: /^Remove image/ })).toHaveCount(3, { timeout: 60_000 });
  await expect(list.getByRole('status')).toContainText('notes.jpg was not uploaded');
  await expect(list.getByRole('status')).toContainText('Use a JPEG, PNG, WebP or AVIF image.');
  await expect(page.getByText('Uploading image')).toBeHidden();
  expect(sent.map(({ name }) => name)).toEqual(['front.jpg', 'notes.jpg', 'side.jpg', 'label.jpg']);
  expect(sent[0]?.fields).toEqual(['file', 'upload_preset']);
  // A photo is scaled down and loses its location before it leaves the phone.
  expect(sent[0]?.isClean).toBe(true);
  expect(sent[0]?.size).toBeLessThan(large.buffer.length / 2);
  await expectAccessible(page);

  // What was chosen by mistake is taken out again; the focus stays in the field.
  await list.getByRole('button', { name: 'Remove image 2' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByLabel('Add images')).toBeFocused();
  await page.getByLabel('Add images').setInputFiles([side]);
  await expect(list.getByRole('button', { name: /^Remove image/ })).toHaveCount(3);
  await expect(list.getByText('notes.jpg was not uploaded')).toBeHidden();

  await page.getByRole('button', { name: 'Create shipment' }).click();
  await expect(page.getByText('Sender code')).toBeVisible();
  await expect(carousel(page).getByRole('img', { name: 'Image 1 of 3 of Ceramic kiln parts' })).toBeVisible();
  await expectAccessible(page);
  const trackingId = (await page.getByRole('heading', { level: 1 }).textContent())?.replace(/\s/g, '');

  // The update form has them, and may take one away.
  await page.getByRole('link', { name: 'Update shipment info' }).click();
  const update = page.getByRole('group', { name: 'Images' }).first();
  await expect(update.getByRole('listitem')).toHaveCount(3);
  await update.getByRole('button', { name: 'Remove image 3' }).click();
  await page.getByLabel('Delivery date').fill('2026-12-01T10:00');
  await page.getByRole('button', { name: 'Update shipment' }).click();
  await expect(carousel(page).getByRole('img', { name: 'Image 1 of 2 of Ceramic kiln parts' })).toBeVisible();

  // Somebody else, on a phone.
  const visitor = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 844 } });
  const phone = await visitor.newPage();
  await withoutWorker(phone);
  await phone.goto(`/track/${trackingId}`);
  const first = carousel(phone).getByRole('img', { name: 'Image 1 of 2 of Ceramic kiln parts' });
  await expect(first).toBeVisible();
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  await expectAccessible(phone);
  await visitor.close();
});

test('all images are visible before the carousel script loads, or without it; with it the carousel wraps around with one, two or three in view', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/net::ERR|Failed to load/);
  const { trackingId } = await shipmentWith(app, 3);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/carousel-engine-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/track/${trackingId}`);
  const next = carousel(page).getByRole('button', { name: 'Next image' });
  await next.click();
  await expect.poll(() => inView(page)).toEqual(['2 of 3']);
  await expect(carousel(page).getByText('2/3')).toBeVisible();
  release();
  await expect(carousel(page).locator('.slides-moved')).toBeVisible();
  await expect.poll(() => inView(page)).toEqual(['2 of 3']);
  await expect(carousel(page).getByText('2/3')).toBeVisible();

  const region = carousel(page);
  await expect(region).toHaveAttribute('aria-roledescription', 'carousel');
  const previous = region.getByRole('button', { name: 'Previous image' });
  for (const button of [next, previous]) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }

  // By the buttons, round and round.
  await previous.click();
  for (const expected of ['2', '3', '1']) {
    await next.click();
    await expect(region.getByText(`${expected}/3`)).toBeVisible();
    await expect.poll(() => inView(page)).toEqual([`${expected} of 3`]);
  }
  await previous.click();
  await expect.poll(() => inView(page)).toEqual(['3 of 3']);
  await expect(region.getByText('Image 3 of 3', { exact: true })).toHaveAttribute('aria-live', 'polite');

  // By the keys, with the focus on the row or on a button.
  const row = region.getByRole('group', { name: 'Images, use the arrow keys to move' });
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => inView(page)).toEqual(['1 of 3']);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => inView(page)).toEqual(['2 of 3']);
  await next.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => inView(page)).toEqual(['3 of 3']);

  // By hand.
  await row.scrollIntoViewIfNeeded();
  const box = await row.boundingBox();
  if (!box) throw new Error('The row has no box');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 300, y);
  await page.mouse.down();
  for (let x = 300; x > 60; x -= 20) await page.mouse.move(box.x + x, y);
  await page.mouse.up();
  await expect.poll(() => inView(page)).toEqual(['1 of 3']);

  // A wider screen shows more of them, aligned to the start; three in view still go round.
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect.poll(() => inView(page)).toEqual(['1 of 3', '2 of 3']);
  await next.click();
  await expect.poll(() => inView(page)).toEqual(['2 of 3', '3 of 3']);
  await next.click();
  await expect.poll(() => inView(page)).toEqual(['3 of 3', '1 of 3']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(async () => (await inView(page)).length).toBe(3);
  const before = await inView(page);
  await next.click();
  await expect.poll(() => inView(page)).toEqual([...before.slice(1), before[0]]);
  expect(new Set(before).size).toBe(3);
  await expect(region.getByRole('img')).toHaveCount(3);
  await expectAccessible(page);

  // A page that reloaded because of a missing script does not reload again right away.
  await page.evaluate(() => sessionStorage.setItem('reloaded-at', String(Date.now())));
  await page.unroute('**/carousel-engine-*.js');
  await page.route('**/carousel-engine-*.js', (route) => route.abort());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  for (const expected of ['2', '3', '1']) {
    await next.click();
    await expect(carousel(page).getByText(`${expected}/3`)).toBeVisible();
    await expect.poll(() => inView(page)).toEqual([`${expected} of 3`]);
  }
});

test('a page without images does not load the carousel, images cause no layout shift, and a missing one says so', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const [none, one, some] = [await shipmentWith(app, 0), await shipmentWith(app, 1), await shipmentWith(app, 3)];
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/track/${none.trackingId}`);
  await expect(page.getByText('No images', { exact: true })).toBeVisible();
  await untilQuiet(page);
  expect(scripts.filter((url) => url.includes('carousel-engine'))).toEqual([]);
  await page.goto(`/track/${some.trackingId}`);
  await expect(carousel(page).getByRole('img').first()).toBeVisible();
  const heightBefore = (await carousel(page).boundingBox())?.height;
  await untilQuiet(page);
  expect((await carousel(page).boundingBox())?.height).toBe(heightBefore);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
  await expect(carousel(page).getByText('1/3')).toBeVisible();
  await expect.poll(() => scripts.filter((url) => url.includes('carousel-engine')).length).toBeGreaterThan(0);

  // While the browser replaces an image with one of another size, it has no width.
  await page.evaluate(() => Object.defineProperty(HTMLImageElement.prototype, 'naturalWidth', { get: () => 0 }));
  await carousel(page).getByRole('button', { name: 'Next image' }).click();
  await expect(carousel(page).getByText('2/3')).toBeVisible();
  await expect(page.getByText('This image can’t be shown.')).toHaveCount(0);

  // A single one has no carousel.
  await page.goto(`/track/${one.trackingId}`);
  await expect(carousel(page).getByRole('img')).toHaveCount(1);
  await expect(carousel(page).getByRole('button')).toHaveCount(0);

  reports.allow(/status of 404/);
  const lost = `${app.url}/v1_1/waybill/image/${'0'.repeat(32)}-640.webp`;
  await app.database.query('update shipments set images = $2 where id = $1', [one.id, [lost]]);
  await page.reload();
  await expect(page.getByText('This image can’t be shown.')).toBeVisible();
  await expectAccessible(page);
  // The devices of managers in other journeys keep the images of the latest shipments, and would
  // miss it.
  await app.database.query("update shipments set images = '{}' where id = $1", [one.id]);
});

test('offline nothing is uploaded, and the form says so; online a shipment takes up to ten images', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/net::ERR|Failed to load/);
  const manager = await app.person({ email: 'offline-photographer@example.com', manager: true });
  await openAs(page, manager.email, '/manager/shipments/create');
  await expect(page.getByText('No images selected')).toBeVisible();
  await untilQuiet(page);
  await page.context().setOffline(true);
  expect(
    await page.evaluate(() =>
      fetch(`/healthz?${Date.now()}`).then(
        () => true,
        () => false,
      ),
    ),
  ).toBe(false);
  await page.getByLabel('Add images').setInputFiles([await photo('front.jpg', '#c98f5a')]);
  const list = page.getByRole('group', { name: 'Images' });
  await expect(list.getByText('front.jpg was not uploaded')).toBeVisible();
  await expect(list.getByText('You need to be online for this. Nothing was sent.')).toBeVisible();
  await expect(page.getByText('No images selected')).toBeVisible();
  await page.context().setOffline(false);

  const small = await photo('small.jpg', '#c98f5a', 64, 48);
  const files = Array.from({ length: 12 }, (_, index) => ({ ...small, name: `small-${index}.jpg` }));
  await page.getByLabel('Add images').setInputFiles(files);
  await expect(list.getByText('You can add up to 10 images')).toBeVisible();
  await expect(list.getByText('The last 2 were left out.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  await expect(list.getByRole('button', { name: 'Remove image 1' })).toBeVisible();
});

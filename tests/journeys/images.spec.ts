import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, openAs, test, withoutWorker } from './support/journey.ts';

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
  await page.getByText(/^More:/).click();
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

/** Nothing is delivered before it was sent. */
const inAWeek = () => new Date(Date.now() + 7 * 24 * 3_600_000).toISOString().slice(0, 16);

const carousel = (page: Page) => page.getByRole('region', { name: 'Images' });

test('a photo that a manager takes of a parcel shows on its tracking page', async ({ app, page, browser, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of 400/);
  const manager = await app.person({ email: 'photographer@example.com', manager: true });
  await openAs(page, manager.email, '/manager/shipments/create');
  await fillIn(page, 'Ceramic kiln parts');
  const uploads: { size: number; isClean: boolean }[] = [];
  await page.context().route('**/image/upload', async (route) => {
    const body = route.request().postDataBuffer() ?? Buffer.alloc(0);
    uploads.push({ size: body.length, isClean: !body.includes('CANARY') });
    await route.continue();
  });
  const large = await photo('front.jpg', '#c98f5a', 3200, 2400);
  expect(large.buffer.length).toBeGreaterThan(1_500_000);
  const label = await photo('label.jpg', '#5ac98f', 64, 48);
  await page.getByLabel('Add images').setInputFiles([large, broken, label]);

  const list = page.getByRole('group', { name: 'Images' });
  await expect(list.getByRole('button', { name: /^Remove image/ })).toHaveCount(2, { timeout: 60_000 });
  // The server rejects what is no picture.
  await expect(list.getByRole('status')).toContainText('notes.jpg was not uploaded');
  await expect(list.getByRole('status')).toContainText('Use a JPEG, PNG, WebP or AVIF image.');
  // A photo is scaled down and loses its location before it leaves the phone.
  expect(uploads).toHaveLength(3);
  expect(uploads[0]?.isClean).toBe(true);
  expect(uploads[0]?.size).toBeLessThan(large.buffer.length / 2);

  await page.getByRole('button', { name: 'Create shipment' }).click();
  await expect(page.getByText('Sender code')).toBeVisible();
  await expect(carousel(page).getByRole('img', { name: 'Image 1 of 2 of Ceramic kiln parts' })).toBeVisible();
  const trackingId = (await page.getByRole('heading', { level: 1 }).textContent())?.replace(/\s/g, '');

  // The update form has them, and may take one away.
  await page.getByRole('link', { name: 'Update shipment info' }).click();
  const update = page.getByRole('group', { name: 'Images' }).first();
  await update.getByRole('button', { name: 'Remove image 2' }).click();
  await page.getByLabel('Delivery date').fill(inAWeek());
  await page.getByRole('button', { name: 'Update shipment' }).click();
  await expect(carousel(page).getByRole('img', { name: 'Image 1 of 1 of Ceramic kiln parts' })).toBeVisible();

  // Somebody else, on a phone.
  const visitor = await browser.newContext({ baseURL: app.url, viewport: { width: 390, height: 844 } });
  const phone = await visitor.newPage();
  await withoutWorker(phone);
  await phone.goto(`/track/${trackingId}`);
  const first = carousel(phone).getByRole('img', { name: 'Image 1 of 1 of Ceramic kiln parts' });
  await expect(first).toBeVisible();
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  await visitor.close();
});

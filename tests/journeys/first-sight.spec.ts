/** A parcel's page as people first see it: from an email, on a phone, without the app. */
import { expect, openAs, test, withoutWorker } from './support/journey.ts';
import { uploadImage } from './support/upload-image.ts';

test('a page is complete before any script; the app goes on from it, and shows owners more', async ({
  app,
  browser,
  page,
  reports,
}) => {
  reports.allow(/registration blocked/);
  const owner = await app.person({ email: 'first.sight@example.com' });
  const { trackingId } = await app.shipment({
    description: 'Tea & <b>biscuits</b>',
    receiverEmail: owner.email,
    receiverName: 'Nikolaj Coster',
    receiverCountry: 'Norway',
    // This is the day on the brand's clock; on the phone below it is another day.
    shipDate: '2026-11-20T23:30:00.000Z',
    images: [await uploadImage(app)],
  });
  const address = `${app.url}/track/${trackingId}`;
  const groups = (trackingId.match(/.{4}/g) ?? []).join(' ');

  const withoutScripts = await browser.newContext({ javaScriptEnabled: false });
  const paper = await withoutScripts.newPage();
  // However the ID is written.
  const response = await paper.goto(`${app.url}/track/${trackingId.toLowerCase()}`);
  expect(response?.status()).toBe(200);
  await expect(paper).toHaveURL(address);
  await expect(paper).toHaveTitle(`${groups} – Waybill`);
  await expect(paper.getByRole('heading', { level: 1, name: groups })).toBeVisible();
  await expect(paper.locator('.label-state')).toHaveText(/\w/);
  await expect(paper.getByText('Tea & <b>biscuits</b>')).toBeVisible();
  await expect(paper.getByText('Norway')).toBeVisible();
  await expect(paper.getByText('Friday 20/11/2026')).toBeVisible();
  await expect(paper.locator('svg.barcode path')).toHaveAttribute('d', /^M0 0h2v1h-2z/);
  await expect(paper.getByText('needs JavaScript')).toHaveCount(0);
  await withoutScripts.close();

  // No worker may ask for the files that it keeps.
  const device = await browser.newContext({ timezoneId: 'Pacific/Kiritimati', serviceWorkers: 'block' });
  reports.watch(device);
  const phone = await device.newPage();
  const requested: string[] = [];
  phone.on('request', (request) => requested.push(request.url()));
  await phone.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const article = document.querySelector('article');
      Object.assign(window, { article, said: article?.querySelector('dl')?.textContent });
    });
  });
  await phone.goto(address);
  await expect(phone.getByText(/Get notified on this device|Notifications are blocked|can’t show/)).toBeVisible();
  // The very elements that the server has sent.
  const went = await phone.evaluate(() => {
    const { article, said } = window as unknown as { article: Element; said: string };
    const isSame = document.querySelector('article') === article;
    return { isSame, isUnchanged: article.querySelector('dl')?.textContent === said };
  });
  expect(went).toEqual({ isSame: true, isUnchanged: true });
  expect(requested.filter((url) => url.includes('getShipmentByTrackingId'))).toEqual([]);
  // No part of the page brings the code of people's pages.
  expect(requested.filter((url) => /\/(forms|person|lists|palette|desk|register)-/.test(url))).toEqual([]);
  await expect(phone.getByText('N•••• C••••')).toBeVisible();
  await phone.getByRole('link', { name: 'Detailed view' }).click();
  await expect(phone.getByLabel('Private code')).toBeVisible();
  await device.close();

  await withoutWorker(page);
  await openAs(page, owner.email, address);
  await expect(page.getByText('Nikolaj Coster')).toBeVisible();
});

/** What visitors and customers do on the public pages, and what they are told there. */
import { expect, expectAccessible, type RunningApp, signIn, test } from './support/journey.ts';

/** Changes the status of a shipment past the page, as often as there are statuses. */
async function goesThrough(app: RunningApp, id: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) await app.call('dispatch@example.com', 'shipmentAdmin.updateShipment', { id, status });
}

test('the same tracking ID can be looked up again, and spaces alone are nothing', async ({ page, reports }) => {
  reports.allow(/status of 404/);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('getShipmentByTrackingId')) asked.push(request.url());
  });
  await page.goto('/track');
  const field = page.getByPlaceholder('Tracking ID');
  const track = page.getByRole('button', { name: 'Track shipment' });
  await field.fill('   ');
  await track.click();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
  await expect(page).toHaveURL('/track');

  await field.fill('W48207K159XX');
  await track.click();
  await expect(page.getByRole('alert')).toContainText('Shipment not found');
  expect(asked).toHaveLength(1);
  await track.click();
  await expect(page.getByText('Looking for')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Shipment not found');
  expect(asked).toHaveLength(2);
  await field.press('Enter');
  await expect(page.getByText('Looking for')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Shipment not found');
  expect(asked).toHaveLength(3);

  await page.goto('/track?trackingId=%20%20');
  await expect(page.getByText('You must be signed in to view them.')).toBeVisible();
  expect(asked).toHaveLength(3);
});

test('a tracking ID is found in whatever text is pasted', async ({ app, page }) => {
  const { trackingId } = await app.shipment();
  const groups = (trackingId.match(/.{4}/g) ?? []).join(' ');
  const letter = `Dear customer, ${'your parcel is on its way to you. '.repeat(5)}Tracking ID: ${groups}. Thank you!`;
  for (const text of [`Tracking ID: ${groups}`, letter]) {
    await page.goto('/track');
    await page.getByPlaceholder('Tracking ID').fill(text);
    await page.getByRole('button', { name: 'Track shipment' }).click();
    await expect(page).toHaveURL(`/track/${trackingId}`);
  }
});

test('the timeline marks where a parcel is now, says when it was delivered, and promises nothing when it was not', async ({
  app,
  page,
}) => {
  const me = await app.person({ email: 'timeline@example.com' });
  const { id, trackingId } = await app.shipment({ receiverEmail: me.email });
  const steps = page
    .getByRole('list', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  const shown = () =>
    steps.evaluateAll((all) =>
      all.map((step) => [
        step.querySelector('h3')?.textContent,
        step.querySelector('h3 + span')?.textContent,
        step.getAttribute('aria-current'),
      ]),
    );
  const open = async () => {
    await page.goto(`/track/${trackingId}?detailed=true`);
    await expect(steps.first()).toBeVisible();
  };
  await signIn(page, me.email);
  await open();
  expect(await shown()).toEqual([
    ['Delivered', 'Not yet', null],
    ['Label created', 'Started', 'step'],
  ]);

  await goesThrough(app, id, 'shipped', 'held', 'shipped');
  await open();
  expect(await shown()).toEqual([
    ['Delivered', 'Not yet', null],
    ['Held', 'Completed', null],
    ['Shipped', 'Now', 'step'],
    ['Label created', 'Completed', null],
  ]);
  await expectAccessible(page);

  for (const status of ['cancelled', 'failed']) {
    await goesThrough(app, id, status);
    await open();
    expect((await shown())[0]).toEqual(['Delivered', 'Not delivered', null]);
    expect((await shown())[1]?.[1]).toBe('Now');
  }

  await goesThrough(app, id, 'delivered');
  await open();
  expect((await shown())[0]).toEqual(['Delivered', 'Completed', 'step']);
  expect((await shown()).filter(([, word]) => word === 'Now')).toEqual([]);
  const [{ occurred_at: at } = { occurred_at: '' }] = await app.database.query<{ occurred_at: Date }>(
    "select occurred_at from activities where shipment_id = $1 and status = 'delivered'",
    [id],
  );
  await expect(steps.first().locator('time')).toHaveAttribute('datetime', new Date(at).toISOString());
  await expect(steps.nth(1).locator('time').first()).toBeVisible();
  await expectAccessible(page);
});

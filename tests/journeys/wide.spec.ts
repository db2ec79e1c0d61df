/** What a page does with the width of a screen, at sizes on either side of 1024 px. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, openAs, type RunningApp, signIn, test } from './support/journey.ts';

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };
const LAPTOP = { width: 1024, height: 768 };
const DESKTOP = { width: 1440, height: 900 };

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('It is not drawn');
  return found;
}

async function asManager(app: RunningApp, page: Page) {
  const { email } = await app.person({ email: `${crypto.randomUUID()}@example.com`, manager: true });
  await signIn(page, email);
}

test('a wide screen shows the timeline left and the activity right, a narrow one folds the activity', async ({
  app,
  page,
}) => {
  const { email } = await app.person({ email: `${crypto.randomUUID()}@example.com` });
  const { trackingId } = await app.shipment({ senderEmail: email });
  await page.setViewportSize(PHONE);
  await openAs(page, email, `/track/${trackingId}?detailed=true`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const activity = page.getByRole('region', { name: 'Activity' });
  const entries = activity.getByRole('listitem');
  await expect(timeline.getByText('Label created').last()).toBeVisible();
  await expect(entries).toHaveCount(0);
  const show = activity.getByRole('button', { name: 'Show all 1' });
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  await show.click();
  await expect(entries).toHaveCount(1);
  await activity.getByRole('button', { name: 'Hide' }).click();
  await expect(entries).toHaveCount(0);

  for (const size of [LAPTOP, DESKTOP]) {
    await page.setViewportSize(size);
    await expect(entries).toHaveCount(1);
    await expect(activity.getByRole('button')).toHaveCount(0);
    const left = await box(timeline);
    const right = await box(activity);
    expect(right.x).toBeGreaterThan(left.x + left.width);
    expect(right.y).toBeLessThan(left.y + left.height);
    // Below the stub of the label.
    expect(right.x).toBeCloseTo((await box(page.locator('.label-stub'))).x, 0);
  }
});

test("a manager's actions stay in view beside a long page, and so does the panel they open", async ({ app, page }) => {
  const { id } = await app.shipment();
  await page.setViewportSize(DESKTOP);
  await asManager(app, page);
  await page.goto(`/manager/shipments/${id}`);
  const actions = page.getByRole('group', { name: 'Shipment actions' });
  const activity = page.getByRole('heading', { name: 'Activity' });
  await activity.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await expect(actions).toBeInViewport({ ratio: 1 });
  expect((await box(actions)).x).toBeGreaterThan((await box(page.locator('section', { has: activity }))).x);
  await actions.getByRole('link', { name: 'Update shipment status' }).click();
  await expect(page.getByRole('heading', { name: 'Update shipment status' })).toBeInViewport();
  await expect(actions).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});

test('a list has its second lines below on a tablet and beside on a desktop, in tighter rows', async ({
  app,
  page,
}) => {
  const { trackingId } = await app.shipment({ description: 'Books' });
  await asManager(app, page);
  const row = page.getByRole('row', { name: trackingId });
  const heightAt = async (size: typeof TABLET) => {
    await page.setViewportSize(size);
    await page.goto('/manager/shipments');
    return (await box(row)).height;
  };
  const tablet = await heightAt(TABLET);
  expect((await box(row.getByText(trackingId))).y).toBeGreaterThan((await box(row.getByText('Books'))).y + 10);
  const desktop = await heightAt(DESKTOP);
  const title = await box(row.getByText('Books'));
  const code = await box(row.getByText(trackingId));
  expect(code.x).toBeGreaterThan(title.x + title.width);
  expect(Math.abs(code.y - title.y)).toBeLessThan(8);
  expect(desktop).toBeLessThan(tablet - 16);
  await expectAccessible(page);
});

test('the mail log and transactions have one line a row on a desktop, under column headers', async ({ app, page }) => {
  const { id, email } = await app.person({ email: 'columns@example.com', firstName: 'Ida', manager: true });
  await app.call(email, 'transactionAdmin.addDeposit', {
    userId: id,
    amount: 620,
    summary: 'Refund',
    status: 'pending',
  });
  await app.call(email, 'mail.send', {
    receiver: 'maja@example.com',
    subject: 'Two sacks',
    body: 'They wait for you.',
  });
  await page.setViewportSize(DESKTOP);
  await openAs(page, email, '/manager/mail');
  const mail = page.getByRole('row', { name: 'Two sacks' });
  const subject = await box(mail.getByText('Two sacks'));
  const receiver = await box(mail.getByText('maja@example.com'));
  expect(receiver.x).toBeGreaterThan(subject.x + subject.width);
  expect(Math.abs(receiver.y - subject.y)).toBeLessThan(8);

  await page.goto(`/manager/users/${id}/account`);
  const row = page.getByRole('row', { name: 'Refund' });
  const summary = await box(row.getByText('Refund'));
  const type = await box(row.getByText('Deposit', { exact: true }));
  expect(type.x).toBeGreaterThan(summary.x + 200);
  expect(Math.abs(type.y - summary.y)).toBeLessThan(8);
  // An amount and its head end at one line.
  const [head, amount] = [page.getByRole('columnheader', { name: 'Amount' }).last(), row.getByText('+$620.00')];
  const endOf = (cell: Locator) =>
    cell.evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return words.getBoundingClientRect().right;
    });
  expect(await endOf(head)).toBeCloseTo(await endOf(amount), 0);
});

test('a form is no wider than 720 pixels, and its button is on a separate row', async ({ app, page }) => {
  await page.setViewportSize(DESKTOP);
  await asManager(app, page);
  await page.goto('/profile?view=update');
  const button = page.getByRole('button', { name: 'Update profile' });
  const form = page.locator('form', { has: button });
  expect((await box(form)).width).toBe(720);
  const nationality = await box(page.getByLabel('Nationality'));
  expect((await box(button)).y).toBeGreaterThan(nationality.y + nationality.height);
  await page.goto('/manager/shipments/create');
  const create = page.locator('form', { has: page.getByRole('button', { name: 'Create shipment' }) });
  expect((await box(create)).width).toBe(720);
});

test('the note of /track is beside its form on a desktop, and below it on a phone', async ({ page }) => {
  const note = page.getByText(/^For extra security/);
  const field = page.getByLabel('Tracking ID');
  for (const size of [LAPTOP, DESKTOP]) {
    await page.setViewportSize(size);
    await page.goto('/track');
    expect((await box(note)).x).toBeGreaterThan((await box(field)).x + (await box(field)).width);
    await expect(page.locator('.perforation')).toBeVisible();
  }
  await page.setViewportSize(PHONE);
  expect((await box(note)).y).toBeGreaterThan((await box(field)).y + (await box(field)).height);
  await expect(page.locator('.perforation')).toBeHidden();
});

test('no line of text is much longer than 75 characters, and a time is near what it dates', async ({ app, page }) => {
  const { id } = await app.shipment();
  await page.setViewportSize(DESKTOP);
  await asManager(app, page);
  for (const path of ['/profile/offline', '/manager/settings', '/manager/shipments/import', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const longest = await page.locator('main p').evaluateAll((paragraphs) =>
      Math.max(
        0,
        ...paragraphs.map((paragraph) => {
          const range = document.createRange();
          range.selectNodeContents(paragraph);
          const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
          return (paragraph.textContent ?? '').length / Math.max(1, lines);
        }),
      ),
    );
    expect(longest, path).toBeLessThan(80);
  }
  await page.goto(`/manager/shipments/${id}`);
  const entry = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
  expect((await box(entry)).width).toBeLessThanOrEqual(720);
});

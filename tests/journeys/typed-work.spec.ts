import type { Locator, Page } from '@playwright/test';
import { expect, hold, openAs, signIn, signOut, test, withoutWorker } from './support/journey.ts';
import { listEntries } from './support/tablet.ts';

const KEPT = 'We kept what you typed';
const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response/;

/** What the tab keeps of typed work: encrypted, so that it only says whether there is any. */
const storedIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('typed-work'));

/** Waits also where the page is replaced by another while it is looked at. A tab behind another has no frames to wait for. */
const expectNothingStored = (page: Page) =>
  page.waitForFunction(() => sessionStorage.getItem('typed-work') === null, undefined, {
    timeout: 10_000,
    polling: 100,
  });

/** Types as a person does, slower than the device saves. */
async function type(field: Locator, text: string): Promise<void> {
  const before = await storedIn(field.page());
  await field.fill(text);
  await expect.poll(() => storedIn(field.page())).not.toBe(before);
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: KEPT });
/** It is on its way for as long as a test holds it back. */
const PHOTO = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') };

test('typed text is deleted in every tab when someone signs in or out in another', async ({
  app,
  page,
  context,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 401/);
  const { id, email } = await app.person({ email: 'types.in.two.tabs@example.com', manager: true });
  const other = await context.newPage();
  await other.goto('/register');
  await type(other.getByLabel('First name'), 'A visitor’s');
  // The other tab starts again by itself, and goes home.
  const home = other.getByRole('heading', { name: /^Welcome/ });
  await signIn(page, email);
  await expect(home).toBeVisible();
  await expectNothingStored(other);

  await other.goto('/profile?view=update');
  await type(other.getByLabel('First name'), 'The first person’s');
  await signOut(page);
  await expect(other).toHaveURL(/\/login/);
  await expectNothingStored(other);

  for (const time of ['first', 'second'])
    await test.step(`a tab that is elsewhere while someone signs out keeps nothing of them, the ${time} time`, async () => {
      await signIn(page, email);
      await expect(home).toBeVisible();
      await other.goto('/profile?view=update');
      await type(other.getByLabel('First name'), 'Typed before the tab went elsewhere');
      await other.evaluate(() => sessionStorage.setItem('grant:W00000000000', 'of the person who leaves'));
      await other.goto('about:blank');
      await signOut(page);
      await other.goto('/login');
      await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible();
      await expectNothingStored(other);
      expect(await other.evaluate(() => sessionStorage.getItem('grant:W00000000000'))).toBeNull();
    });

  await test.step('closing a tab that uploads is asked about, unless its person has signed out', async () => {
    await signIn(page, email);
    await expect(home).toBeVisible();
    await other.goto('/manager/shipments/create');
    const asked: string[] = [];
    other.on('dialog', (question) => {
      asked.push(question.type());
      return question.dismiss();
    });
    await other.route('**/image/upload', () => undefined);
    await other.locator('input[type=file]').setInputFiles(PHOTO);
    await other.getByText(/^More:/).click();
    await expect(other.getByText('Uploading image 1 of 1.')).toBeVisible();
    await other.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await signOut(page);
    await expect(other).toHaveURL(/\/login/);
    expect(asked).toEqual(['beforeunload']);
  });

  await signIn(page, email);
  await page.goto('/profile?view=update');
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await type(page.getByLabel('First name'), 'Before the session ended');
  await app.database.query('delete from sessions where user_id = $1', [id]);
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await expectNothingStored(page);
});

test('what is in the outbox is not offered again by its form, unless it is rejected', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(NETWORK);
  const { email } = await app.person({ email: 'sent.once@example.com', manager: true });
  const { id } = await app.shipment();

  await openAs(page, email, `/manager/shipments/${id}?view=add-location`);
  await type(page.getByLabel('Comment'), 'Sent before the reload');
  // It reaches the server, and no answer comes back before the page is reloaded.
  await page.route('**/shipmentAdmin.updateShipmentActivity', (route) => route.fetch().then(() => undefined), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Add location' }).click();
  const entries = async () => (await listEntries(app, id)).filter((comment) => comment === 'Sent before the reload');
  await expect.poll(entries).toHaveLength(1);
  await page.reload();
  await expectNothingStored(page);
  await expect(page.getByLabel('Comment')).toHaveValue('');
  await expect(page.getByRole('link', { name: /outbox/i })).toHaveCount(0);
  expect(await entries()).toHaveLength(1);

  reports.allow(/status of 409/);
  await page.goto(`/manager/shipments/${id}?view=update-status`);
  const answer = await hold(page, 'shipmentAdmin.updateShipment');
  await page.getByLabel('Status', { exact: true }).selectOption('held');
  const asked = page.waitForRequest(/shipmentAdmin\.updateShipment$/);
  await page.getByRole('button', { name: 'Update status' }).click();
  await asked;
  const other = await app.person({ email: 'faster.than.me@example.com', manager: true });
  await app.call(other.email, 'shipmentAdmin.updateShipment', { id, status: 'shipped' });
  answer();
  await expect(page.getByText('Someone else changed the status')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('held');
  await expect(notice(page)).toBeVisible();
});

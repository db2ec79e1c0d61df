import { decodeCodes } from '../support/decode-codes.ts';
import { goOffline, readAllStorage, waitUntilCached, waitUntilStored } from './support/device.ts';
import { downloadInvoice } from './support/invoice-picture.ts';
import { expect, openAs, signIn, test } from './support/journey.ts';
import { manifestOf } from './support/opened-at.ts';

const NOT_HERE = 'Not on this device yet. Go online to load it.';
const NETWORK = /Failed to load resource|net::ERR_INTERNET_DISCONNECTED|Failed to fetch|FetchEvent|no-response/;

test('a parcel seen once is available offline, as are public pages', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  const { trackingId } = await app.shipment({ description: 'A parcel to be remembered' });
  const { whenShared } = await manifestOf(page);
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByText('A parcel to be remembered')).toBeVisible();
  await waitUntilCached(page);

  await goOffline(context, page);
  await page.reload();
  await expect(page.getByText('A parcel to be remembered')).toBeVisible();
  const age = page.getByText(/^Last updated \d\d:\d\d [AP]M\. You’re offline\.$/);
  await expect(age).toBeVisible();
  await page.goto(`/invoice/${trackingId}`);
  await expect(age).toBeVisible();
  const { picture } = await downloadInvoice(page);
  expect(await decodeCodes(picture)).toEqual([`Code128 ${trackingId}`, `QRCode ${app.url}/track/${trackingId}`]);
  await page.goto(whenShared({ text: `It is ${trackingId}.` }));
  await expect(page).toHaveURL(`/track/${trackingId}`);
  await expect(age).toBeVisible();
  await page.goto('/track/W0000000000A');
  await expect(page.getByText(NOT_HERE)).toBeVisible();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();

  await context.setOffline(false);
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByText('A parcel to be remembered')).toBeVisible();
  await expect(page.getByText(/You’re offline\./)).toHaveCount(0);
});

test('details that one person saw are never shown to the next', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  const receiver = await app.person({ email: 'first.on.device@example.com' });
  const next = await app.person({ email: 'next.on.device@example.com' });
  const { trackingId } = await app.shipment({
    receiverEmail: receiver.email,
    receiverName: 'First Person',
    shipTo: 'First Street 1',
  });
  await openAs(page, receiver.email, `/track/${trackingId}`);
  await waitUntilCached(page);
  await page.reload();
  await expect(page.getByText('First Street 1')).toBeVisible();

  // The token is removed without notifying the worker, as if storage was cleared by hand. Online the
  // page might look the shipment up once more, as a visitor.
  await goOffline(context, page);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByText(NOT_HERE)).toBeVisible();
  await expect(page.getByText('First Street 1')).toHaveCount(0);

  await context.setOffline(false);
  // Signing in by the form also forgets what the page has asked for as a visitor.
  await signIn(page, next.email);
  await goOffline(context, page);
  await page.goto(`/track/${trackingId}`);
  await expect(page.getByText(NOT_HERE)).toBeVisible();
  await expect(page.getByText('First')).toHaveCount(0);
});

test('a session ended elsewhere signs out every tab, being offline none', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  const person = await app.person({ email: 'two.tabs@example.com', firstName: 'Tabitha' });
  const sender = 'sender.of.two.tabs@example.com';
  const { trackingId } = await app.shipment({ senderEmail: sender, shipTo: 'Granted Street 7' });
  const mail = await app.mails.mail(({ receivers }) => receivers.includes(sender));
  await openAs(page, person.email, '/');
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByText('Welcome, Tabitha')).toBeVisible();
  await waitUntilCached(other);

  await goOffline(context, other);
  await other.reload();
  await expect(other.getByText('Welcome, Tabitha')).toBeVisible();
  await context.setOffline(false);

  await app.database.query('delete from sessions where user_id = $1', [person.id]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL('/login?returnTo=%2F');
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible();
  // The login page knows whose session it was.
  await page.evaluate(() => sessionStorage.removeItem('ended-session'));
  const kept = await readAllStorage(page);
  for (const trace of ['Tabitha', 'last-visit', person.id]) expect(kept, trace).not.toContain(trace);

  await openAs(page, person.email, '/profile');
  // The other tab goes on by itself.
  await expect(other).not.toHaveURL(/login/);
  await other.goto(`/track/${trackingId}?detailed=true`);
  await other.getByRole('textbox', { name: 'Code' }).fill(/code: ([\w ]+)/.exec(mail.text ?? '')?.[1] ?? '');
  await other.getByRole('button', { name: 'Show details' }).click();
  await expect(other.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  // Leaves the page, whose anonymous lookup would cache the parcel for the next person.
  await expect(other).toHaveURL('/track');
  await expect(other.getByRole('button', { name: 'Scan' })).toBeEnabled();
  const keptThen = await readAllStorage(other);
  for (const word of ['grants', trackingId]) expect(keptThen).not.toContain(word);
  await other.goto(`/track/${trackingId}?detailed=true`);
  await expect(other.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Timeline' })).toHaveCount(0);
});

test('a manager opens shipments offline that were never opened here', async ({ app, page, context, reports }) => {
  reports.allow(NETWORK);
  const { email } = await app.person({ email: 'never.opened@example.com', manager: true });
  const { id } = await app.shipment({ description: 'Never opened', shipTo: 'Unopened Street 7' });
  await page.clock.install();
  await openAs(page, email, '/');
  await waitUntilCached(page);
  // A page that has settled begins to save after four seconds.
  await page.clock.fastForward(5_000);
  await waitUntilStored(page, 'managed-shipment', 'Unopened Street 7');
  await waitUntilStored(page, 'managed-shipments', 'Never opened');
  await goOffline(context, page);
  await page.close();
  const cold = await context.newPage();
  await cold.goto('/manager/shipments');
  await expect(cold.getByText('Never opened')).toBeVisible();
  await cold.goto(`/manager/shipments/${id}`);
  await expect(cold.getByText('Unopened Street 7')).toBeVisible();
  await expect(cold.getByText(/^Last updated .* You’re offline\.$/)).toBeVisible();
});

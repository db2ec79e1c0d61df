import {
  expect,
  openAs,
  PASSWORD,
  type RunningApp,
  said,
  submitLogin,
  test,
  withoutWorker,
} from './support/journey.ts';

const PERSON = {
  'First name': 'Grace',
  'Last name': 'Hopper',
  'Phone number': '+1 202 555 0114',
  'Date of birth': '1990-12-09',
  Address: '12 Harbour Road',
  City: 'Arlington',
  State: 'Virginia',
};

/** The link of the newest mail to an address. */
async function linkFor(app: RunningApp, email: string, subject: RegExp): Promise<string> {
  const mail = await app.mails.mail(({ receivers, subject: of = '' }) => receivers.includes(email) && subject.test(of));
  return mail.text?.match(/http\S+/)?.[0] ?? '';
}

test('a person creates an account, verifies the address and finds the parcel sent to it', async ({ app, page }) => {
  await withoutWorker(page);
  const email = 'grace@example.com';
  const { trackingId } = await app.shipment({ receiverEmail: email, shipTo: '12 Harbour Road' });
  const files = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const storageCode = expect.stringContaining('/assets/personal-');
  await page.goto('/track', { waitUntil: 'networkidle' });
  // Code that stores data for someone comes only with someone.
  expect(await files()).not.toContainEqual(storageCode);
  await page.goto('/register');
  for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Nationality').selectOption('Sweden');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  // The form has such a link, too.
  await expect(page.getByRole('main').getByText('Account created', { exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/verify-email');
  await page.getByRole('button', { name: 'Request verification' }).click();
  await expect(page.getByText(/^We have sent you a verification link/)).toBeVisible();
  expect(await files()).toContainEqual(storageCode);

  const link = await linkFor(app, email, /Verify/);
  expect(link).toContain(`${app.url}/verify-email?token=`);
  await page.goto(link);
  await expect(page.getByText('Welcome, Grace')).toBeVisible();
  // The parcel that carried the address is theirs now, without a code.
  await page.goto(`/track/${trackingId}?detailed=true`);
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
  await page.goto(link);
  await expect(said(page, 'Your email address is already verified')).toBeVisible();
});

/**
 * Registers an address through the server, as from another device, and returns the link that came
 * by email.
 */
async function registerElsewhere(app: RunningApp, email: string): Promise<string> {
  const profile = { firstName: 'Mallory', lastName: 'Hopper', phone: '+1 202 555 0114', dob: '1990-12-09' };
  const home = { address: '12 Harbour Road', city: 'Arlington', state: 'Virginia', nationality: 'Sweden' };
  const response = await fetch(`${app.url}/api/trpc/auth.register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...profile, ...home, email, password: PASSWORD }),
  });
  expect(response.ok).toBe(true);
  return linkFor(app, email, /Verify/);
}

test('the owner of an address takes over an account that someone else created with it', async ({
  app,
  page,
  browser,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of (400|401)/);
  const email = 'not.you@example.com';
  const { trackingId } = await app.shipment({ receiverEmail: email, shipTo: '12 Harbour Road' });
  const link = await registerElsewhere(app, email);
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const theirs = await elsewhere.newPage();
  await withoutWorker(theirs);
  await openAs(theirs, email, '/');
  await expect(theirs).toHaveURL('/verify-email');

  await page.goto(link);
  await page.getByRole('link', { name: 'Not you?' }).click();
  await page.getByLabel('New password').fill('a brand new secret');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your email address is verified. Log in and fill in your profile.')).toBeVisible();
  await theirs.reload();
  await expect(theirs).toHaveURL('/login');
  await elsewhere.close();

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a brand new secret');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/profile?view=update');
  for (const label of Object.keys(PERSON)) await expect(page.getByLabel(label)).toHaveValue('');
  await page.goto(`/track/${trackingId}?detailed=true`);
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
});

test('a forgotten password is reset once, with an emailed link', async ({ app, page, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of 400/);
  const { email } = await app.person({ email: 'forgetful@example.com', firstName: 'Forgetful' });
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('If there is an account with this address,')).toBeVisible();
  const link = await linkFor(app, email, /Reset/);
  await page.goto(link);
  await page.getByLabel('New password').fill('a brand new secret');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your password is set.')).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('This link has already been used or has expired.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to login' }).click();
  await submitLogin(page, email, 'a brand new secret');
});

test('a person moves to another mailbox, and the former one brings the account back', async ({
  app,
  page,
  browser,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of (400|401)/);
  const { email } = await app.person({ email: 'moving@example.com', firstName: 'Moving' });
  const next = 'moved@example.com';
  await openAs(page, email, '/profile/settings');
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New email').fill(next);
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Confirm your new address')).toBeVisible();

  // The mailbox is on another device.
  const elsewhere = await browser.newContext({ baseURL: app.url });
  const other = await elsewhere.newPage();
  await withoutWorker(other);
  await other.goto(await linkFor(app, next, /Confirm your new/));
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Confirm address' }).click();
  await expect(other.getByRole('heading', { name: 'Email address changed' })).toBeVisible();
  await other.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await submitLogin(other, next);

  await other.goto(await linkFor(app, email, /email address was changed/));
  await other.getByRole('button', { name: 'Log everyone out' }).click();
  await other.getByLabel('New password').fill('a brand new secret');
  await other.getByRole('button', { name: 'Set password' }).click();
  await expect(other.getByText('Your password is set.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText('You were logged out')).toBeVisible();
  await other.getByRole('main').getByRole('link', { name: 'Login' }).first().click();
  await submitLogin(other, email, 'a brand new secret');
  await elsewhere.close();
});

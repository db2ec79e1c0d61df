import type { Page } from '@playwright/test';
import {
  expect,
  goWithin,
  hold,
  openAs,
  PARCEL,
  PASSWORD,
  plantSession,
  said,
  setOutFor,
  test,
  untilQuiet,
  withoutWorker,
} from './support/journey.ts';

const WITHDRAWAL = {
  'Amount ($)': '25',
  'Account number': '1',
  'Bank name': 'B',
  'Routing number': '2',
  IBAN: 'GB29 NWBK 6016 1331 9268 19',
  'Bank code': '4',
  Summary: 'Too much',
};

/** Asks for more than there is, and leaves before the answer. */
async function withdrawAndLeave(page: Page): Promise<() => void> {
  const answer = await hold(page, 'transaction.withdraw');
  await page.getByRole('link', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw' });
  for (const [label, value] of Object.entries(WITHDRAWAL)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog.getByRole('button', { name: 'Sending' })).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  return answer;
}

test('a customer hears of a rejected withdrawal after closing its dialog, but not after logging out', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 40[01]/);
  const { id, email } = await app.person({ email: 'moves.on@example.com' });
  await openAs(page, email, '/profile/account');
  await untilQuiet(page);
  (await withdrawAndLeave(page))();
  await expect(said(page, 'The withdrawal was not sent')).toBeVisible();
  await expect(said(page, 'You can withdraw up to $0.00.')).toBeVisible();
  await page.getByRole('button', { name: 'Close notification' }).click();
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(0);

  // With its dialog there, the reason is in it and nowhere else.
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('dialog').getByText('You can withdraw up to $0.00.')).toBeVisible();
  await expect(said(page, 'The withdrawal was not sent')).toHaveCount(0);

  await page.goto('/profile/account');
  await untilQuiet(page);
  const answer = await withdrawAndLeave(page);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/login');
  const answered = page.waitForResponse('**/api/trpc/transaction.withdraw');
  answer();
  await answered;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(said(page, 'The withdrawal was not sent')).toHaveCount(0);

  // A change that finds the session over leads to the login. The news, which would find it too, never comes.
  await page.route(/live\.follow/, () => undefined);
  await page.goto('/profile?view=update');
  await untilQuiet(page);
  await page.getByLabel('City').fill('Lisbon');
  await app.database.query('delete from sessions where user_id = $1', [id]);
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(said(page, 'You were logged out')).toBeVisible();
});

test('a manager who has moved on hears what became of a change, and is not taken away', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 412/);
  const { id: managerId, email } = await app.person({ email: 'keeps.going@example.com', manager: true });
  const user = await app.person({ email: 'acted.on@example.com' });
  await plantSession(page, email);
  const subject = page.getByLabel('Subject');
  const confirm = async (userId: string, action: string, procedure: string, label: string) => {
    await page.goto(`/manager/users/${userId}`);
    await page.getByRole('button', { name: action }).click();
    const answer = await hold(page, procedure);
    await page.getByRole('alertdialog').getByRole('button', { name: label }).click();
    await goWithin(page, '/manager/mail');
    await expect(subject).toBeVisible();
    return answer;
  };
  (await confirm(user.id, 'End all sessions', 'userAdmin.endSessions', 'End sessions'))();
  await expect(said(page, 'All sessions ended')).toBeVisible();
  (await confirm(managerId, 'Delete user', 'userAdmin.deleteUser', 'Delete'))();
  await expect(said(page, 'The user was not deleted')).toBeVisible();
  await expect(said(page, 'You can’t delete yourself.')).toBeVisible();
  const deleted = await confirm(user.id, 'Delete user', 'userAdmin.deleteUser', 'Delete');
  await subject.fill('Typed while waiting');
  deleted();
  await expect(said(page, 'User deleted')).toBeVisible();
  await expect(page).toHaveURL('/manager/mail');
  await expect(subject).toHaveValue('Typed while waiting');

  await goWithin(page, '/manager/shipments/create');
  const { service, description, dimensions, weight } = PARCEL;
  const fields = {
    Description: description,
    Dimensions: dimensions,
    Weight: weight,
    'Value ($)': '1840',
    'Shipping fee ($)': '212.5',
    'Sender name': PARCEL.senderName,
    'Sender email': PARCEL.senderEmail,
    'Sender phone': PARCEL.senderPhone,
    'Receiver name': PARCEL.receiverName,
    'Receiver email': PARCEL.receiverEmail,
    'Receiver phone': PARCEL.receiverPhone,
    'Ship to': PARCEL.shipTo,
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Service').selectOption(service);
  await page.getByLabel('Sender country').selectOption('Portugal');
  await page.getByLabel('Receiver country').selectOption('Sweden');
  const answer = await hold(page, 'shipmentAdmin.createShipment');
  await page.getByRole('button', { name: 'Create shipment' }).click();
  await expect(page.getByRole('button', { name: 'Creating' })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await expect(page).toHaveURL('/manager/shipments');
  answer();
  await expect(said(page, 'Shipment created')).toBeVisible();
  await expect(page).toHaveURL('/manager/shipments');
});

test('a visitor who goes on while logging in stays there, logged in', async ({ app, page }) => {
  await withoutWorker(page);
  const { email } = await app.person({ email: 'tracks.meanwhile@example.com' });
  const login = async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const answer = await hold(page, 'auth.login');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('button', { name: 'Logging in' })).toBeVisible();
    return answer;
  };
  const track = await login();
  await page.getByRole('link', { name: 'Track shipment' }).click();
  await expect(page).toHaveURL('/track');
  await page.getByPlaceholder('Tracking ID').fill('W48207K159XX');
  track();
  await expect(said(page, 'You are logged in')).toBeVisible();
  // The header leads those who are logged in to their own page.
  await expect(page.getByRole('link', { name: 'Waybill' })).toHaveAttribute('href', '/');
  await expect(page).toHaveURL('/track');
  await expect(page.getByPlaceholder('Tracking ID')).toHaveValue('W48207K159XX');

  // A page for visitors only is none for them any more.
  await page.evaluate(() => localStorage.clear());
  const register = await login();
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  register();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
});

/**
 * Sets out for a page whose script comes once the function that it returns is called. What the page
 * before it shows until then may be gone before it is read.
 */
async function setOutForSlowPage(page: Page): Promise<() => void> {
  const script = Promise.withResolvers<void>();
  await page.route('**/assets/not-found-*.js', (route) => script.promise.then(() => route.continue()));
  await setOutFor(page, '/nowhere');
  return script.resolve;
}

test('someone who leaves a form before the answer, or is about to, hears what became of it', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(/net::ERR_FAILED/);
  await withoutWorker(page);
  await page.goto('/register');
  const fields = {
    'First name': 'Ida',
    'Last name': 'Norén',
    'Phone number': '+46 31 555 0192',
    'Date of birth': '1990-04-17',
    Address: 'Linnégatan 8',
    City: 'Gothenburg',
    State: 'Västra Götaland',
    Email: 'leaves.early@example.com',
    Password: PASSWORD,
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Nationality').selectOption('Sweden');
  const created = await hold(page, 'auth.register');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'Creating' })).toBeVisible();
  await goWithin(page, '/reset-password');
  created();
  await expect(said(page, 'Account created')).toBeVisible();

  await page.getByLabel('Email').fill('leaves.early@example.com');
  const sent = await hold(page, 'auth.forgotPassword');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('button', { name: 'Sending' })).toBeVisible();
  const arrive = await setOutForSlowPage(page);
  sent();
  await expect(said(page, 'Check your email')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  arrive();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeHidden();

  const { email } = await app.person({ email: 'writes.and.leaves@example.com', manager: true });
  const write = async () => {
    await page.getByLabel('Receiver').fill('someone@example.com');
    await page.getByLabel('Subject').fill('About your parcel');
    await page.getByLabel('Body').fill('It arrives today.');
  };
  await openAs(page, email, '/manager/mail');
  await write();
  const written = await hold(page, 'mail.send');
  await page.getByRole('button', { name: 'Send email' }).click();
  await expect(page.getByRole('button', { name: 'Sending' })).toBeVisible();
  await goWithin(page, '/manager/users');
  written();
  await expect(said(page, 'Email sent')).toBeVisible();

  await goWithin(page, '/manager/mail');
  await write();
  const lost = Promise.withResolvers<void>();
  await page.route('**/api/trpc/mail.send', (route) => lost.promise.then(() => route.abort()));
  await page.getByRole('button', { name: 'Send email' }).click();
  await expect(page.getByRole('button', { name: 'Sending' })).toBeVisible();
  await setOutForSlowPage(page);
  lost.resolve();
  await expect(said(page, 'The email was not sent')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mail', level: 1 })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { expect, PASSWORD, type RunningApp, test, withoutWorker } from './support/journey.ts';
import { press, tabTo, type } from './support/keyboard.ts';
import { withoutLookupPause } from './support/lookup-pause.ts';

test.use({ viewport: { width: 1280, height: 800 } });

/** The link of the newest mail to an address. */
async function linkFor(app: RunningApp, email: string, subject: RegExp): Promise<string> {
  const mail = await app.mails.mail(({ receivers, subject: of = '' }) => receivers.includes(email) && subject.test(of));
  return mail.text?.match(/http\S+/)?.[0] ?? '';
}

const main = (page: Page) => page.getByRole('main');

async function login(page: Page, email: string, password: string): Promise<void> {
  await type(page, page.getByLabel('Email'), email);
  await type(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
}

test('with the keyboard alone someone registers, verifies, forgets and changes the password, and signs out', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of (400|401|403)/);
  const email = 'keys.only@example.com';
  await page.goto('/track');
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Login or signup' }));
  await press(page, main(page).getByRole('link', { name: 'Create account' }));
  const nationality = page.getByLabel('Nationality');
  await expect(nationality.getByRole('option', { name: 'Sweden' })).toHaveCount(1);

  // An incomplete form focuses the first missing field.
  await press(page, page.getByRole('button', { name: 'Create account' }));
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.keyboard.type('Kay');
  for (const [label, value] of [
    ['Last name', 'Board'],
    ['Email', email],
    ['Phone number', '+1 202 555 0114'],
  ] as const)
    await type(page, page.getByLabel(label), value);
  await tabTo(page, page.getByLabel('Date of birth'));
  // Day and month alike: which comes first is the browser's business.
  await page.keyboard.type('09091990');
  await expect(page.getByLabel('Date of birth')).toHaveValue('1990-09-09');
  for (const label of ['Address', 'City', 'State']) await type(page, page.getByLabel(label), 'Arlington');
  await tabTo(page, nationality);
  await page.keyboard.type('Swed');
  await expect(nationality).toHaveValue('Sweden');
  await type(page, page.getByLabel('Password', { exact: true }), PASSWORD);
  await tabTo(page, page.getByLabel('Show password'));
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await press(page, page.getByRole('button', { name: 'Create account' }));
  const answer = (words: string) => page.getByRole('status').filter({ hasText: words });
  await expect(answer('Account created')).toBeFocused();
  await expect(page.getByText('Check your email for instructions to verify your account.')).toBeVisible();

  await press(page, main(page).getByRole('link', { name: 'Login' }));
  await login(page, email, PASSWORD);
  await expect(page).toHaveURL('/verify-email');
  await press(page, page.getByRole('button', { name: 'Request verification' }));
  await expect(page.getByText(/We have sent you a verification link/)).toBeVisible();
  await page.goto(await linkFor(app, email, /Verify/));
  await expect(page.getByText('Welcome, Kay')).toBeVisible();

  // The profile, and the password.
  await press(page, page.getByRole('link', { name: 'Manage my profile' }));
  await press(page, page.getByRole('link', { name: 'Update profile' }));
  await type(page, page.getByLabel('City'), 'Newport News');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('Newport News')).toBeVisible();
  await press(page, page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Security' }));
  await type(page, page.getByLabel('Current password'), PASSWORD);
  await type(page, page.getByLabel('New password', { exact: true }), 'another night journey');
  await type(page, page.getByLabel('Confirm new password'), 'another night journey');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');

  await press(page, page.getByRole('link', { name: 'Forgot password?' }));
  await type(page, page.getByLabel('Email'), email);
  await page.keyboard.press('Enter');
  await expect(answer('Check your email')).toBeFocused();
  await expect(page.getByText(/a link to reset the password is on its way/)).toBeVisible();
  await page.goto(await linkFor(app, email, /Reset/));
  await type(page, page.getByLabel('New password'), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(answer('Your password is set.')).toBeFocused();
  await press(page, main(page).getByRole('link', { name: 'Login' }).first());
  await login(page, email, PASSWORD);
  await expect(page.getByText('Welcome, Kay')).toBeVisible();

  // Signing out is asked about; Escape takes it back, and the focus with it.
  await press(page, page.getByRole('banner').getByRole('link', { name: 'My profile' }));
  const logout = page.getByRole('button', { name: 'Logout' });
  await press(page, logout);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(logout).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Continue' }));
  await expect(page).toHaveURL('/login');
});

test('with the keyboard alone someone tracks, opens, links and filters shipments, and withdraws money', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  await withoutLookupPause(page);
  const me = await app.person({ email: 'keys.customer@example.com', firstName: 'Kay' });
  const [to, from] = ['keys.receiver@example.com', 'keys.sender@example.com'];
  const { trackingId } = await app.shipment({ description: 'Linked by keys', receiverEmail: to, senderEmail: from });
  const codeOf = async (email: string) => {
    const mail = await app.mails.mail(({ receivers }) => receivers.includes(email));
    return /code: ([\w ]+)/.exec(mail.text ?? '')?.[1] ?? '';
  };
  const [receiverCode, senderCode] = [await codeOf(to), await codeOf(from)];
  await app.database.query(
    `with added as (
       insert into transactions (id, user_id, type, amount_cents, status, summary)
       values (gen_random_uuid(), $1, 'deposit', 5000, 'successful', 'Opening deposit') returning id
     ), entry as (
       insert into ledger_entries (id, user_id, transaction_id, total_cents, held_cents, reason)
       select gen_random_uuid(), $1, id, 5000, 0, 'Opening deposit' from added
     )
     insert into balances (user_id, total_cents) values ($1, 5000)`,
    [me.id],
  );
  await page.goto('/login');
  await login(page, me.email, PASSWORD);
  await expect(page.getByText('Welcome, Kay')).toBeVisible();

  await type(page, page.getByLabel('Tracking ID'), trackingId);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/track/${trackingId}`);
  await press(page, page.getByRole('link', { name: 'Detailed view' }));
  await type(page, page.getByRole('textbox', { name: 'Code' }), receiverCode);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Link shipment' }));
  const linking = page.getByRole('dialog', { name: 'Link shipment' });
  await expect(linking.getByLabel('Receiver code')).toBeFocused();
  await page.keyboard.type(receiverCode);
  await type(page, linking.getByLabel('Sender code'), senderCode);
  await page.keyboard.press('Enter');
  await expect(linking).toBeHidden();

  await press(page, page.getByRole('banner').getByRole('link', { name: 'My packages' }));
  await expect(page.getByRole('link', { name: 'Linked by keys' })).toBeVisible();
  await type(page, page.getByLabel('Search'), 'by keys');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/packages?q=by%20keys');
  await press(page, page.getByRole('link', { name: 'Linked by keys' }));
  await expect(page).toHaveURL(`/track/${trackingId}`);
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Shipping' }));
  await press(page, page.getByRole('article', { name: 'Special Cargo' }).getByRole('button', { name: 'Get Quote' }));
  await expect(page.getByText(/Unable to process quote online/)).toBeVisible();

  await press(page, page.getByRole('banner').getByRole('link', { name: 'My profile' }));
  await press(page, page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Account' }));
  await press(page, page.getByRole('button', { name: 'Hide balance' }));
  await expect(page.getByText('*****')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('$50.00', { exact: true })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Withdraw' }));
  const dialog = page.getByRole('dialog', { name: 'Withdraw' });
  await expect(dialog.getByLabel('Amount ($)')).toBeFocused();
  await page.keyboard.type('20');
  for (const label of ['Account number', 'Bank name', 'Routing number'])
    await type(page, dialog.getByLabel(label), '5012 3344');
  await type(page, dialog.getByLabel('IBAN'), 'GB29 NWBK 6016 1331 9268 19');
  for (const label of ['Bank code', 'Summary']) await type(page, dialog.getByLabel(label), '5012 3344');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('-$20.00')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Withdraw' })).toBeFocused();
});

import { goOffline, readAllStorage, waitUntilCached, waitUntilStored } from './support/device.ts';
import {
  expect,
  expectAccessible,
  goWithin,
  openAs,
  PASSWORD,
  plantSession,
  type RunningApp,
  said,
  signOut,
  submitLogin,
  test,
  untilQuiet,
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

test('a look-up, a verification link and a logout that a busy server did not answer are tried again by themselves', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 503/);
  const { trackingId } = await app.shipment();
  const { id, email } = await app.person({ email: 'comes.in.a.storm@example.com', verified: false });
  await app.call(email, 'auth.requestVerification', undefined);
  const link = await linkFor(app, email, /Verify/);
  let isBusy = true;
  await page.route(/getShipmentByTrackingId|auth\.(verify|logout)/, (route) =>
    isBusy ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.clock.install();
  const letMinutePass = async () => {
    isBusy = false;
    await page.clock.fastForward(60_000);
  };

  await page.goto(`/track?trackingId=${trackingId}`);
  await expect(page.getByRole('alert')).toContainText('Failed to track shipment');
  await letMinutePass();
  await expect(page).toHaveURL(`/track/${trackingId}`);

  await plantSession(page, email);
  isBusy = true;
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Verification failed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectAccessible(page);
  await letMinutePass();
  await expect(said(page, 'Your email address is verified')).toBeVisible();

  const sessions = () => app.database.query('select from sessions where user_id = $1', [id]);
  isBusy = true;
  await page.goto('/profile');
  await signOut(page);
  await expect(page).toHaveURL('/login');
  const { length } = await sessions();
  await letMinutePass();
  await expect.poll(sessions).toHaveLength(length - 1);
});

test('a person creates an account, verifies the address and finds the parcel sent to it', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of (400|401|403)/);
  const email = 'grace@example.com';
  const { trackingId } = await app.shipment({
    receiverEmail: email,
    receiverName: 'Grace Hopper',
    shipTo: '12 Harbour Road',
  });
  await page.goto('/login');
  const toRegister = page.getByRole('link', { name: 'Create account' });
  await expect(toRegister).toHaveAttribute('href', '/register');
  await toRegister.click();
  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'terms' })).toHaveAttribute('href', `${app.url}/terms`);
  const privacy = page.getByRole('link', { name: 'privacy policy' });
  await expect(privacy).toHaveAttribute('href', `${app.url}/privacy`);
  await page.getByRole('button', { name: 'Create account' }).click();
  for (const message of [
    'First name is required.',
    'Email is required.',
    'Password is required.',
    'Nationality is required.',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectAccessible(page);

  for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Email').fill(email);
  await expect(page.getByLabel('Nationality').getByRole('option', { name: 'Sweden' })).toHaveCount(1);
  await page.getByLabel('Nationality').selectOption('Sweden');
  await page.getByLabel('Password', { exact: true }).fill('password123');
  const showPassword = page.getByLabel('Show password');
  await showPassword.check();
  await expect(showPassword).toBeChecked();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This password is too common. Choose another one.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Check your email for instructions to verify your account.')).toBeVisible();
  await expectAccessible(page);

  // Until the user is verified, every page of the app leads to the verification.
  const toLogin = page.getByRole('main').getByRole('link', { name: 'Login' });
  await expect(toLogin).toHaveAttribute('href', '/login');
  await toLogin.click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/verify-email');
  for (const [asked, led] of [
    ['/profile', '/verify-email'],
    ['/manager', '/verify-email'],
  ] as const) {
    await page.goto(asked);
    await expect(page, asked).toHaveURL(led);
  }
  await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible();
  await expect(page.getByText('Your account has not been verified.')).toBeVisible();
  const request = page.getByRole('button', { name: 'Request verification' });
  await expect(request).toBeVisible();
  await request.click();
  await expect(
    page.getByText(
      'We have sent you a verification link. Please check your email and click the link to verify our account.',
    ),
  ).toBeVisible();

  const link = await linkFor(app, email, /Verify/);
  expect(link).toContain(`${app.url}/verify-email?token=`);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/trpc/auth.verify*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(link);
  await expect(page).toHaveURL(`/verify-email?token=${new URL(link).searchParams.get('token')}`);
  await expect(page.getByRole('status').getByText('Verifying your account...')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Welcome, Grace')).toBeVisible();

  // The parcel that carried the address is theirs now, without a code.
  await page.goto(`/track/${trackingId}?detailed=true`);
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();

  // The same link again has nothing left to do, signed in or not.
  const notice = said(page, 'Your email address is already verified');
  await page.goto(link);
  await expect(page).toHaveURL('/');
  await expect(notice).toBeVisible();
  await signOut(page);
  await page.goto(link);
  await expect(page).toHaveURL('/login?returnTo=%2F');
  await expect(notice).toBeVisible();

  await page.goto('/verify-email?token=expired-long-ago');
  await expect(page.getByRole('heading', { name: 'Verification failed' })).toBeVisible();
  await expect(page.getByText('We were unable to verify your account')).toBeVisible();
  await expect(page.getByText('This link has already been used or has expired. Request a new one.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/verify-email');
  await expectAccessible(page);
});

test('a page waiting for verification continues once it is done elsewhere, and requests no email', async ({
  app,
  page,
  context,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/Failed to load resource|net::ERR/);
  const waits = async (email: string) => {
    const { id } = await app.person({ email, verified: false });
    await openAs(page, email, '/');
    await expect(page).toHaveURL('/verify-email');
    await expect(page.getByText('Your account has not been verified.')).toBeVisible();
    await expect(page.getByRole('main').getByText(email)).toBeVisible();
    // A profile that is still on its way would be the answer to the next question, too.
    await untilQuiet(page);
    return () => app.database.query('update users set verified = true where id = $1', [id]);
  };
  const goesOn = async () => {
    await expect(page).toHaveURL('/');
    await expect(page.getByText('Your email address is verified')).toBeVisible();
    await page.evaluate(() => localStorage.clear());
  };

  const verifyFirst = await waits('focus@example.com');
  await verifyFirst();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await goesOn();

  const verifySecond = await waits('reconnects@example.com');
  await context.setOffline(true);
  await verifySecond();
  await context.setOffline(false);
  await goesOn();

  const verifyThird = await waits('asks@example.com');
  // The touch may focus the window: that alone would lead on, maybe before the button is pressed.
  const asked = Promise.withResolvers<void>();
  await context.route(/auth\.profile/, async (route) => {
    await asked.promise;
    await route.fallback();
  });
  await verifyThird();
  await page.getByRole('button', { name: 'Request verification' }).click();
  asked.resolve();
  await goesOn();
  expect(app.mails.mails.filter(({ receivers }) => receivers.includes('asks@example.com'))).toEqual([]);
});

test('an unverified person can log out, and register again with the right address', async ({ app, page, reports }) => {
  await withoutWorker(page);
  // A touch may focus the window, which asks for the profile again while the session ends.
  reports.allow(/status of 401 .*auth\.profile/);
  const { email } = await app.person({ email: 'wrong.adress@example.com', verified: false });
  const logIn = async () => {
    await openAs(page, email, '/verify-email');
    await expect(page.getByRole('heading', { name: 'Wrong address?' })).toBeVisible();
    await untilQuiet(page);
  };
  await logIn();
  await page.getByRole('button', { name: 'Register again' }).click();
  await expect(page).toHaveURL('/register');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await logIn();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/login');
  expect(
    await app.database.query('select 1 from sessions where user_id = (select id from users where email = $1)', [email]),
  ).toEqual([]);
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

test('a link on another device asks for the password and signs in, or says that the account is verified already; an incomplete one says so', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 400/);
  const link = await registerElsewhere(app, 'other.device@example.com');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible();
  await expect(page.getByText('Enter this account’s password to verify your email address.')).toBeVisible();
  await expectAccessible(page);

  const password = page.getByLabel('Password', { exact: true });
  const verify = page.getByRole('button', { name: 'Verify account' });
  await verify.click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill('not my password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This isn’t this account’s password.')).toBeVisible();
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await password.fill(PASSWORD);
  await verify.dblclick();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Welcome, Mallory')).toBeVisible();
  await expect(page.getByText('Your email address is verified')).toBeVisible();

  // The link is used up for a new password, which is said before one is typed.
  await signOut(page);
  await page.goto(`${link}&view=new-password`);
  await expect(page.getByRole('alert')).toContainText('Password reset failed');
  await expect(page.getByRole('alert')).toContainText('This link has already been used or has expired.');
  await expect(page.getByLabel('New password')).toHaveCount(0);

  // The account of another link is verified while its password is typed.
  const email = 'used.meanwhile@example.com';
  await page.goto(await registerElsewhere(app, email));
  await password.fill(PASSWORD);
  await app.database.query('update users set verified = true where email = $1', [email]);
  await verify.click();
  await expect(page).toHaveURL('/login?returnTo=%2F');
  await expect(page.getByText('Your email address is verified')).toBeVisible();

  for (const part of ['token=', 'token=%20', 'token=&view=new-password']) {
    await page.goto(`/verify-email?${part}`);
    await expect(page.getByRole('heading', { name: 'Verification failed' }), part).toBeVisible();
    await expect(page.getByText('This link is not complete.'), part).toBeVisible();
    await expect(page.getByLabel('New password'), part).toHaveCount(0);
  }
});

test('someone who just verified on another device gets in at once, despite an old cached profile', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const email = 'verified.elsewhere@example.com';
  await registerElsewhere(app, email);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/verify-email');
  await waitUntilStored(page, 'profile');
  await app.database.query('update users set verified = true where email = $1', [email]);
  await page.goto('/profile');
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

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

  // With the keyboard alone, and back again.
  await page.goto(link);
  const notYou = page.getByRole('link', { name: 'Not you?' });
  await notYou.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible();
  await expect(page.getByText('Everyone who is logged in to it is logged out')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to verification' }).click();
  await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible();
  await notYou.click();
  await page.getByLabel('New password').fill('password123');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This password is too common. Choose another one.')).toBeVisible();
  await page.getByLabel('New password').fill('a brand new secret');
  await page.getByRole('button', { name: 'Set password' }).dblclick();
  await expect(page.getByText('Your password is set.')).toBeVisible();
  await expect(page.getByText('Your email address is verified. Log in and fill in your profile.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to verification' })).toBeHidden();
  await expectAccessible(page);

  await theirs.reload();
  await expect(theirs).toHaveURL('/login');
  await elsewhere.close();

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a brand new secret');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/profile?view=update');
  await expect(page.getByRole('heading', { name: email })).toBeVisible();
  for (const label of Object.keys(PERSON)) await expect(page.getByLabel(label)).toHaveValue('');
  await expectAccessible(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome', exact: true })).toBeVisible();
  await page.goto(`/track/${trackingId}?detailed=true`);
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
});

test('a registration rejects a name that is a link, keeps what was typed if it fails, and tells only its owner that an address is taken', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/Failed to load resource|net::ERR/);
  const owner = await app.person({ email: 'taken@example.com' });
  await page.goto('/register');
  const create = page.getByRole('button', { name: 'Create account' });
  await page.getByLabel('First name').fill('You have won! Visit http://evil.example');
  await page.getByLabel('Last name').fill('evil.example');
  await create.click();
  await expect(
    page.getByText('First name can only contain letters, spaces, hyphens, apostrophes and periods.'),
  ).toBeVisible();
  await expect(page.getByText('Last name needs a space after each period.')).toBeVisible();
  await page.getByLabel('First name').fill('María José');
  await page.getByLabel('Last name').fill('O’Connor Jr.');
  await expect(page.getByText('can only contain letters')).toBeHidden();
  await expect(page.getByText('needs a space')).toBeHidden();

  // Above the form it says what went wrong on the way.
  for (const [label, value] of Object.entries(PERSON)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Email').fill('Taken@Example.com');
  await page.getByLabel('Nationality').selectOption('Sweden');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.route('**/api/trpc/auth.register*', (route) => route.abort(), { times: 1 });
  await create.click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Account creation failed');
  await expect(alert).toContainText('No response from the server. Check your connection and try again.');
  await expect(page.getByLabel('First name')).toHaveValue('Grace');

  // An address that is taken looks like any other.
  await create.click();
  await expect(page.getByText('Check your email for instructions to verify your account.')).toBeVisible();
  const mail = await app.mails.mail(({ receivers }) => receivers.includes(owner.email));
  expect(mail.subject).toContain('You already have a');
});

test('a forgotten password is reset once, with an emailed link', async ({ app, page, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of (400|401)/);
  const { email } = await app.person({ email: 'forgetful@example.com', firstName: 'Forgetful' });
  await page.goto('/login');
  const toReset = page.getByRole('link', { name: 'Forgot password?' });
  await expect(toReset).toHaveAttribute('href', '/reset-password');
  await toReset.click();
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Enter a full email address, such as name@example.com.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  const sent = 'If there is an account with this address, a link to reset the password is on its way.';
  await expect(page.getByText(sent)).toBeVisible();
  await expectAccessible(page);

  const link = await linkFor(app, email, /Reset/);
  await page.goto(link);
  await expect(page).toHaveURL(`/reset-password?token=${new URL(link).searchParams.get('token')}`);
  await expect(page.getByRole('checkbox', { name: 'Show password' })).toBeVisible();
  await page.getByLabel('New password').fill('a brand new secret');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your password is set.')).toBeVisible();
  // Used up: said before a new password is typed, with the way to another link.
  for (const dead of [link, '/reset-password?token=']) {
    await page.goto(dead);
    await expect(page.getByRole('alert')).toContainText('Password reset failed');
    await expect(page.getByRole('alert')).toContainText(
      dead === link
        ? 'This link has already been used or has expired. Request a new one.'
        : 'This link is not complete.',
    );
    await expect(page.getByLabel('New password')).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Get another link' }).click();
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
  // Nobody has this address: the same answer.
  await page.getByLabel('Email').fill('no.such.person@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(sent)).toBeVisible();
  const toLogin = page.getByRole('link', { name: 'Back to login' });
  await expect(toLogin).toHaveAttribute('href', '/login');
  await toLogin.click();
  await submitLogin(page, email, 'a brand new secret');
});

test('a person changes their profile, and signs out after being asked', async ({ app, page, context, reports }) => {
  reports.allow(/Failed to load resource|net::ERR|Failed to fetch|no-response/);
  const { email } = await app.person({
    email: 'profile@example.com',
    firstName: 'Katherine',
    lastName: 'Canary-Johnson',
    phone: '+1 202 555 0133',
    dob: '1988-08-26',
    address: '1 Orbit Lane',
    city: 'Hampton',
    state: 'Virginia',
    nationality: 'Sweden',
  });
  await openAs(page, email, '/profile');
  await expect(page.getByText('1 Orbit Lane')).toBeVisible();
  const parts = page.getByRole('navigation', { name: 'Profile' });
  await expect(parts.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile');
  await expect(parts.getByRole('link', { name: 'Security' })).toHaveAttribute('href', '/profile/settings');
  const [update, cancel] = [
    page.getByRole('link', { name: 'Update profile' }),
    page.getByRole('link', { name: 'Cancel update' }),
  ];
  await update.click();
  await expect(page).toHaveURL('/profile?view=update');
  await cancel.click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('link', { name: 'Update profile' })).toBeVisible();
  await update.click();
  await expect(page.getByRole('link', { name: 'Cancel update' })).toBeVisible();
  await expect(page.getByLabel('Nationality')).toHaveValue('Sweden');
  // A form that is only open is not being filled in: an update may take the tab.
  const unfinished = page.locator('[data-unfinished=true]');
  await expect(page.locator('form[data-unfinished=false]')).toBeVisible();
  await expect(unfinished).toHaveCount(0);
  await page.getByLabel('City').fill('');
  await expect(unfinished).toHaveCount(1);
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page.getByText('City is required.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('City').fill('Newport News');
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('Newport News')).toBeVisible();

  await page.goto('/profile/settings');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await waitUntilCached(page);
  await goOffline(context, page);
  for (const [path, words] of [
    ['/profile/settings', 'This device'],
    ['/profile', 'Newport News'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(words, { exact: true }), path).toBeVisible();
    await expect(page.getByText(/^Last updated .* You’re offline\.$/), path).toBeVisible();
  }
  await context.setOffline(false);

  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Are you sure you want to logout?');
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Logout' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/login');
  expect(await readAllStorage(page)).not.toContain('Canary-Johnson');
});

test("a form opened with cached data takes the server's values, except where someone is typing", async ({
  app,
  page,
  context,
}) => {
  await withoutWorker(page);
  const name = { firstName: 'Katherine', lastName: 'Johnson', phone: '+1 202 555 0133', dob: '1988-08-26' };
  const home = { address: '1 Orbit Lane', city: 'Hampton', state: 'Virginia', nationality: 'Sweden' };
  const { email } = await app.person({ ...name, ...home, email: 'two.devices@example.com' });
  const held = page.getByRole('group', { name: 'Held' });
  await openAs(page, email, '/profile');
  await expect(held.getByRole('checkbox', { name: 'Email' })).toBeChecked();
  for (const query of ['profile', 'notification-preferences']) await waitUntilStored(page, query);

  // Meanwhile on another device.
  await app.call(email, 'user.updateProfile', { ...name, ...home, address: '2 Orbit Lane', nationality: 'Norway' });
  await app.call(email, 'user.updateNotifications', { mail: ['delivery'], push: ['held'] });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await context.route(/auth\.profile|user\.getNotifications/, async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/profile?view=update');
  await expect(page.getByLabel('Address')).toHaveValue('1 Orbit Lane');
  await page.getByLabel('City').fill('Newport News');
  const notifications = await context.newPage();
  await notifications.goto('/profile');
  const theirs = notifications.getByRole('group', { name: 'Held' });
  await expect(theirs.getByRole('checkbox', { name: 'Email' })).toBeChecked();
  answer();
  await expect(page.getByLabel('Address')).toHaveValue('2 Orbit Lane');
  await expect(page.getByLabel('Nationality')).toHaveValue('Norway');
  await expect(page.getByLabel('City')).toHaveValue('Newport News');
  await expect(page.locator('form[data-unfinished=true]')).toBeVisible();
  await expect(theirs.getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
  await expect(theirs.getByRole('checkbox', { name: 'Notification' })).toBeChecked();

  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page.getByText('Newport News')).toBeVisible();
  await expect(page.getByText('2 Orbit Lane')).toBeVisible();
});

test('a profile form saves what was typed in it, and nothing over what another device has saved', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 409/);
  const name = { firstName: 'Katherine', lastName: 'Johnson', phone: '+1 202 555 0133', dob: '1988-08-26' };
  const home = { address: '1 Orbit Lane', city: 'Hampton', state: 'Virginia', nationality: 'Sweden' };
  const { id, email } = await app.person({ ...name, ...home, email: 'two.forms@example.com' });
  const saveElsewhere = (changes: object) => app.call(email, 'user.updateProfile', { ...name, ...home, ...changes });
  const stored = async () => (await app.database.query('select address, city from users where id = $1', [id]))[0];
  const [address, city] = [page.getByLabel('Address'), page.getByLabel('City')];
  const save = page.getByRole('button', { name: 'Update profile' });

  await openAs(page, email, '/profile?view=update');
  await expect(address).toHaveValue('1 Orbit Lane');
  await saveElsewhere({ address: '2 Orbit Lane' });
  await city.fill('Newport News');
  await save.click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('2 Orbit Lane')).toBeVisible();
  expect(await stored()).toEqual({ address: '2 Orbit Lane', city: 'Newport News' });

  await page.getByRole('link', { name: 'Update profile' }).click();
  await address.fill('3 Orbit Lane');
  await saveElsewhere({ address: '4 Orbit Lane', city: 'Norfolk' });
  await save.click();
  await expect(page.getByText('You changed this elsewhere to “4 Orbit Lane”. Save again to replace it.')).toBeVisible();
  await expect(city).toHaveValue('Norfolk');
  expect(await stored()).toEqual({ address: '4 Orbit Lane', city: 'Norfolk' });
  await save.click();
  await expect(page).toHaveURL('/profile');
  expect(await stored()).toEqual({ address: '3 Orbit Lane', city: 'Norfolk' });
});

test('a person ends sessions elsewhere, told apart by browser and time, and a new password ends every session and leads back to the login', async ({
  app,
  page,
  browser,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of (400|401)/);
  const { id, email } = await app.person({ email: 'security@example.com' });
  const elsewhere = await browser.newContext({ baseURL: app.url, userAgent: PHONE });
  const phone = await elsewhere.newPage();
  await withoutWorker(phone);
  await openAs(phone, email, '/');
  await expect(phone.getByRole('heading', { name: /^Welcome/ })).toBeVisible();

  // Another session of this browser, three days ago.
  await page.request.post('/api/trpc/auth.login', { data: { email, password: PASSWORD } });
  await app.database.query("update sessions set created_at = now() - interval '3 days' where user_id = $1", [id]);

  await openAs(page, email, '/profile/settings');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await expect(page.getByText('Chrome on Android')).toBeVisible();
  await page.getByRole('button', { name: 'End Chrome on Android' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await expect(page.getByText('Chrome on Android')).toHaveCount(0);
  await expect(phone.getByRole('heading', { name: 'Login' })).toBeVisible();
  await elsewhere.close();

  // Sessions of one browser differ by when they were first and last seen.
  const rows = page.getByRole('table', { name: 'Where you’re logged in' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  const here = rows.filter({ hasText: 'This device' });
  const other = rows.filter({ hasNotText: 'This device' });
  for (const row of [here, other]) {
    await expect(row.getByText(/ on /).first()).toBeVisible();
    await expect(row.getByText('First seen')).toBeVisible();
    await expect(row.getByText('Last seen')).toBeVisible();
    expect(await row.locator('time').count()).toBe(2);
  }
  const began = await other.locator('time').first().textContent();
  expect(began).not.toBe(await here.locator('time').first().textContent());
  await other.getByRole('button').click();
  await expect(page.getByRole('alertdialog')).toContainText(`first seen ${began}`);
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await expect(rows).toHaveCount(1);

  const fields = page.locator('form input[name]');
  expect(await fields.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('name')))).toEqual([
    'currentPassword',
    'password',
    'confirmPassword',
  ]);
  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password', { exact: true }).fill('yet another secret');
  await page.getByLabel('Confirm new password').fill('something else');
  await page.getByRole('button', { name: 'Change password' }).click();
  const differ = page.getByText('The passwords don’t match.');
  await expect(differ).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('something else');
  await expect(differ).toBeHidden();
  await page.getByLabel('New password', { exact: true }).fill('yet another secret');
  await expect(differ).toBeVisible();
  await page.getByLabel('Confirm new password').fill('yet another secret');
  await expect(differ).toBeHidden();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This isn’t your current password.')).toBeVisible();
  await expectAccessible(page);
  await page.route('**/api/trpc/user.updatePassword*', (route) => route.abort());
  await page.getByLabel('Current password').fill(PASSWORD);
  reports.allow(/Failed to load resource|net::ERR/);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to update password');
  await page.unroute('**/api/trpc/user.updatePassword*');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(said(page, 'Password changed')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await submitLogin(page, email, 'yet another secret');
});

test('pages redirect everyone to where they may go, and back after signing in', async ({ app, page }) => {
  await withoutWorker(page);
  const { email } = await app.person({ email: 'guards@example.com' });
  const open = async (how: 'loaded' | 'within', asked: string, led: string) => {
    if (how === 'within') await goWithin(page, asked, led);
    else await page.goto(asked);
  };
  for (const [how, asked, led] of [
    ['loaded', '/', '/login?returnTo=%2F'],
    ['within', '/profile', '/login?returnTo=%2Fprofile'],
    ['within', '/verify-email', '/login'],
    ['loaded', '/profile/settings', '/login?returnTo=%2Fprofile%2Fsettings'],
  ] as const) {
    await open(how, asked, led);
    await expect(page, asked).toHaveURL(led);
  }
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/profile/settings');
  for (const [how, asked, led] of [
    ['loaded', '/login', '/'],
    ['within', '/register', '/'],
    ['within', '/reset-password', '/'],
    ['within', '/verify-email', '/'],
    ['loaded', '/manager', '/'],
    ['within', '/manager/shipments', '/'],
  ] as const) {
    await open(how, asked, led);
    await expect(page, asked).toHaveURL(led);
  }
  await signOut(page);
  await page.goto('/login?returnTo=https%3A%2F%2Fevil.example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/');
});

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';

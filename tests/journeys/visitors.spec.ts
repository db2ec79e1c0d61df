import { waitUntilStored } from './support/device.ts';

import { expect, openAs, said, signIn, signOut, test, withoutWorker } from './support/journey.ts';

test('a redirect explains why', async ({ app, page, context, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of 401/);
  const { id, email } = await app.person({ email: 'led.away@example.com' });
  const other = await context.newPage();
  await page.goto('/track');
  await signIn(other, email);
  await expect(said(page, 'You are logged in')).toBeVisible();
  await expect(said(page, 'This happened on another page.')).toBeVisible();

  await page.goto('/profile');
  await signOut(other);
  await expect(page).toHaveURL('/login?returnTo=%2Fprofile');
  await expect(said(page, 'You were logged out')).toBeVisible();
  await expect(said(page, 'This happened on another page.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(said(page, 'You were logged out')).toHaveCount(0);
  await other.close();

  await openAs(page, email, '/');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  // The login names who it was by what the device has stored.
  await waitUntilStored(page, 'profile', email);
  // A page that follows what happens would say it before the next one opens.
  await page.goto('about:blank');
  await app.database.query('delete from sessions where user_id = $1', [id]);
  await page.goto('/packages');
  await expect(page).toHaveURL('/login?returnTo=%2Fpackages');
  const why = page.getByRole('main').getByText('Your session has ended, or your account was deleted.');
  await expect(why).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  // It stays until the next login.
  await page.reload();
  await expect(why).toBeVisible();
});

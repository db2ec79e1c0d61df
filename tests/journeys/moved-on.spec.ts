import { expect, openAs, test, untilQuiet, withoutWorker } from './support/journey.ts';

test('a change that finds the session over leads to the login', async ({ app, page, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of 401/);
  const { id, email } = await app.person({ email: 'moves.on@example.com' });
  // The news, which would find it too, never comes.
  await page.route(/live\.follow/, () => undefined);
  await openAs(page, email, '/profile?view=update');
  await untilQuiet(page);
  await page.getByLabel('City').fill('Lisbon');
  await app.database.query('delete from sessions where user_id = $1', [id]);
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('main').getByText('You were logged out')).toBeVisible();
});

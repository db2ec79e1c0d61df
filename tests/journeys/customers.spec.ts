import { copyShipments } from '../support/copy-shipments.ts';
import { expect, openAs, type RunningApp, test, withoutWorker } from './support/journey.ts';

/** Money on an account, as a manager's deposit will put it there. */
async function deposit(app: RunningApp, userId: string, cents: number): Promise<void> {
  await app.database.query(
    `with added as (
       insert into transactions (id, user_id, type, amount_cents, status, summary)
       values (gen_random_uuid(), $1, 'deposit', $2, 'successful', 'Opening deposit') returning id
     ), entry as (
       insert into ledger_entries (id, user_id, transaction_id, total_cents, held_cents, reason)
       select gen_random_uuid(), $1, id, $2, 0, 'Opening deposit' from added
     )
     insert into balances (user_id, total_cents) values ($1, $2)`,
    [userId, cents],
  );
}

test('a customer finds shipments on the dashboard, and in paged and searched lists', async ({ app, page }) => {
  await withoutWorker(page);
  const me = await app.person({ email: 'many.parcels@example.com', firstName: 'Rosalind' });
  const ofMine = { senderEmail: me.email, receiverEmail: me.email, description: 'Parcel number 1' };
  const { id } = await app.shipment(ofMine);
  await copyShipments(app.database, id, 11, (place) => ({ description: `Parcel number ${place + 1}` }));
  await app.database.query(
    `update shipments set status = 'held' where sender_id = $1 and description = 'Parcel number 10'`,
    [me.id],
  );
  await openAs(page, me.email, '/');
  await expect(page.getByRole('heading', { name: 'Welcome, Rosalind' })).toBeVisible();
  await expect(page.locator('dt:has-text("In progress") + dd')).toHaveText('12');
  await page.getByRole('link', { name: 'View all outgoing shipments' }).click();
  const table = page.getByRole('table', { name: 'Outgoing shipments' });
  await expect(table.getByRole('row')).toHaveCount(11);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' }).click();
  await expect(table.getByRole('row')).toHaveCount(3);
  await page.getByLabel('Search').fill('number 7');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(table.getByRole('link')).toHaveText(['Parcel number 7']);
  await page.goto('/packages?status=held');
  const incoming = page.getByRole('table', { name: 'Incoming shipments' });
  await expect(incoming.getByRole('link')).toHaveText(['Parcel number 10']);
});

test('a withdrawal whose response is lost is made once, and an overdraft is rejected', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(/Failed to load resource|net::ERR|Failed to fetch|no-response/);
  const me = await app.person({ email: 'lost.answer@example.com' });
  await deposit(app, me.id, 50_000);
  // The request arrives, the answer does not.
  let isLost = true;
  await context.route('**/api/trpc/transaction.withdraw', async (route) => {
    if (!isLost) return route.continue();
    await route.fetch();
    await context.setOffline(true);
    await route.abort();
  });
  await openAs(page, me.email, '/profile/account?view=withdraw');
  const dialog = page.getByRole('dialog');
  const withdraw = async (amount: string) => {
    const fields = {
      'Amount ($)': amount,
      'Account number': '1',
      'Bank name': 'B',
      'Routing number': '2',
      IBAN: 'GB29 NWBK 6016 1331 9268 19',
      'Bank code': '4',
      Summary: 'Once',
    };
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
  };
  await withdraw('25');
  await expect(dialog.getByRole('alert')).toContainText('No response from the server.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  isLost = false;
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await withdraw('25');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('$475.00 available')).toBeVisible();
  const rows = await app.database.query("select 1 from transactions where user_id = $1 and type = 'withdrawal'", [
    me.id,
  ]);
  expect(rows).toHaveLength(1);
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await withdraw('500');
  await expect(dialog.getByText('You can withdraw up to $475.00.')).toBeVisible();
});

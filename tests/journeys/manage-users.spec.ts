import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  goWithin,
  openAs,
  PASSWORD,
  type RunningApp,
  test,
  withoutWorker,
} from './support/journey.ts';

const field = (page: Page, caption: string) =>
  page
    .locator('.cell')
    .filter({ has: page.getByText(caption, { exact: true }) })
    .getByRole('definition');

/** More shipments like one, older than it, without their emails. */
const moreOf = (app: RunningApp, id: string, count: number) =>
  app.database.query(
    `insert into shipments (id, tracking_id, description, status, service, dimensions, weight, value_cents, fee_cents, payer,
       ship_to, ship_date, sender_id, sender_name, sender_email, sender_phone, sender_code,
       receiver_name, receiver_email, receiver_phone, receiver_code, created_at)
     select gen_random_uuid(), 'V' || substr(upper(md5(id::text || n)), 1, 11), description || ' ' || n, status, service,
       dimensions, weight, 0, 0, payer, ship_to, ship_date, sender_id, sender_name, sender_email, sender_phone, sender_code,
       receiver_name, receiver_email, receiver_phone, receiver_code, created_at - (n || ' minutes')::interval
     from shipments, generate_series(1, $2::int) n where id = $1`,
    [id, count],
  );

/** A manager who has opened a page. */
async function managerAt(app: RunningApp, page: Page, email: string, path: string) {
  const manager = await app.person({ email, manager: true, firstName: 'Grace', lastName: 'Hopper' });
  await openAs(page, email, path);
  return manager;
}

test('a manager finds people by page and by search, kept in the address', async ({ app, page }) => {
  await withoutWorker(page);
  for (let count = 1; count <= 12; count += 1)
    await app.person({ email: `reader-${count}@example.com`, firstName: 'Reader', lastName: `Number ${count}` });
  await app.person({ email: 'hostile@example.com', firstName: '<img src=x onerror=alert(1)>', lastName: '{{7*7}}' });
  await managerAt(app, page, 'finder@example.com', '/manager/users');
  await expect(page).toHaveURL('/manager/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Users' });
  await expect(table.getByRole('row')).toHaveCount(11);
  await expect(table.getByText('<img src=x onerror=alert(1)> {{7*7}}')).toBeVisible();
  await expect(table.getByRole('row').nth(1)).toContainText('Grace Hopper');
  await expect(table.getByRole('row').nth(1)).toContainText('Manager');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/manager/users?page=2');
  await expect(table.getByText('reader-1@example.com')).toBeVisible();

  // With the keyboard alone.
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  await page.keyboard.type('number 7');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/manager/users?q=number%207');
  await expect(table.getByRole('link')).toHaveText(['Reader Number 7']);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('number 7');
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody is called this');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No users found.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/manager/users?q=reader&page=7');
  await expect(page).toHaveURL('/manager/users?page=2&q=reader');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('reader');
  await expect(table.getByRole('row')).toHaveCount(3);
});

test('a manager verifies a user, signs them out, pages through their shipments, sees the history of both, and deletes the account', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of (404|412|400)/);
  const vera = await app.person({
    email: 'vera.waiting@example.com',
    firstName: 'Vera',
    lastName: 'Waiting',
    address: 'Linnégatan 8',
    city: 'Gothenburg',
    state: 'Västra Götaland',
    nationality: 'Sweden',
    verified: false,
  });
  const { id } = await app.shipment({ senderEmail: vera.email, description: 'Parcel of Vera' });
  await moreOf(app, id, 11);
  const manager = await managerAt(app, page, 'verifier@example.com', '/manager/users');

  await page.getByRole('link', { name: 'Vera Waiting' }).click();
  await expect(page).toHaveURL(`/manager/users/${vera.id}`);
  await expect(page.getByRole('heading', { name: 'Vera Waiting', level: 1 })).toBeVisible();
  const profile = {
    'First name': 'Vera',
    'Last name': 'Waiting',
    'Phone number': 'N/A',
    'Date of birth': 'N/A',
    Address: 'Linnégatan 8',
    City: 'Gothenburg',
    State: 'Västra Götaland',
    Nationality: 'Sweden',
    'Email verified': 'No',
    Admin: 'No',
  };
  await expect(field(page, 'First name')).toHaveText('Vera');
  const fields = await page
    .locator('.cell')
    .evaluateAll((cells) =>
      Object.fromEntries(
        cells.map((cell) => ['dt', 'dd'].map((part) => cell.querySelector(part)?.textContent?.trim() ?? '')),
      ),
    );
  expect(fields).toMatchObject(profile);
  await expect(field(page, 'Password last changed')).toHaveText(/day \d\d\/\d\d\/\d{4} - /);
  await expect(page.getByRole('link', { name: 'Send email' })).toHaveAttribute(
    'href',
    '/manager/mail?to=vera.waiting%40example.com',
  );

  // Verifying, with the keyboard alone: the dialog focuses the button that changes nothing.
  const verify = page.getByRole('button', { name: 'Verify user' });
  await expect(verify).toBeVisible();
  await verify.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Verify vera.waiting@example.com?');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(verify).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Email verified')).toHaveText('Yes');
  await expect(question).toBeHidden();
  await expect(verify).toHaveCount(0);

  // Every device of hers is signed out.
  await app.call(vera.email, 'auth.login', { email: vera.email, password: PASSWORD });
  const sessions = () => app.database.query('select 1 from sessions where user_id = $1', [vera.id]);
  expect(await sessions()).toHaveLength(2);
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await expect(question).toContainText('Vera Waiting will be logged out on every device.');
  await question.getByRole('button', { name: 'End sessions' }).click();
  await expect(question).toBeHidden();
  expect(await sessions()).toEqual([]);

  // Her shipments, which verifying has linked.
  await page.getByRole('navigation', { name: 'User' }).getByRole('link', { name: 'Shipments' }).click();
  await expect(page).toHaveURL(`/manager/users/${vera.id}/shipments`);
  await expect(page.getByRole('heading', { name: 'Manage user incoming and outgoing shipments.' })).toBeVisible();
  const shipments = page.getByRole('table', { name: 'User shipments' });
  await expect(shipments.getByRole('row')).toHaveCount(11);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(`/manager/users/${vera.id}/shipments?page=2`);
  await expect(shipments.getByRole('row')).toHaveCount(3);
  await pages.getByRole('link', { name: 'Previous page' }).click();
  await expect(shipments.getByRole('row')).toHaveCount(11);
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(shipments.getByRole('row')).toHaveCount(3);
  await goWithin(page, `/manager/users/${vera.id}/shipments?page=abc`);
  await expect(pages.getByText('Page 1')).toHaveAttribute('aria-current', 'page');

  // The history of both says what happened and who did it.
  await page.getByRole('navigation', { name: 'User' }).getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(`/manager/users/${vera.id}/history`);
  const verified = page.getByRole('listitem').filter({ hasText: 'Grace Hopper verified the email' });
  await expect(verified).toContainText('Email verifiedNo → changed to Yes');
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'User' }).getByRole('link', { name: 'Shipments' }).click();
  await shipments.getByRole('link', { name: 'Parcel of Vera', exact: true }).click();
  await expect(page).toHaveURL(/\/manager\/shipments\/[\w-]+$/);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(/^.*\/manager\/shipments\/[\w-]+\/history$/);
  await expect(page.getByRole('heading', { name: 'Shipment history' })).toBeVisible();
  await expect(page.getByText('Grace Hopper linked the shipment to the account with its email address')).toBeVisible();
  await expect(page.getByText('Dispatch Lovelace created the shipment')).toBeVisible();
  await page.getByText(/^Show \d+ fields$/).click();
  await expect(page.getByText('Parcel of Vera', { exact: true })).toBeVisible();
  await expectAccessible(page);

  // Deleting asks first and leads to the list; the user's page no longer exists.
  await goWithin(page, `/manager/users/${vera.id}`);
  const remove = page.getByRole('button', { name: 'Delete user' });
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(question).toContainText('Are you sure you want to delete this user?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await remove.click();
  // Away from the list that comes: pointing at a row would ask for who is in it.
  await page.mouse.move(0, 0);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page).toHaveURL('/manager/users');
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await expect(page.getByText('Vera Waiting')).toHaveCount(0);
  expect(asked.filter((url) => url.includes(vera.id))).toEqual([]);
  const unknown = [
    [`/manager/users/${vera.id}`, '/manager/users'],
    [`/manager/users/${vera.id}/shipments`, '/manager/users'],
    ['/manager/users/nonsense', '/manager/users'],
  ] as const;
  for (const [address, leads] of unknown) {
    await page.goto(address);
    await expect(page).toHaveURL(leads);
    await expect(page.getByText('User not found')).toBeVisible();
  }

  // Nobody deletes themselves: the question stays, with the reason.
  await goWithin(page, `/manager/users/${manager.id}`);
  await expect(field(page, 'Admin')).toHaveText('Yes');
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toContainText('You can’t delete yourself.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await remove.click();
  await expect(question.getByRole('alert')).toHaveCount(0);
});

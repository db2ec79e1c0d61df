import type { Locator, Page } from '@playwright/test';
import { copyShipments } from '../support/copy-shipments.ts';
import {
  expect,
  expectAccessible,
  goWithin,
  openAs,
  PASSWORD,
  type RunningApp,
  said,
  test,
  withoutWorker,
} from './support/journey.ts';

const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response/;

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

/** What a page asks its lists for, from now on. */
function listsAsked(page: Page): unknown[] {
  const asked: unknown[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.includes('shipment.getShipments')) return;
    const inputs = Object.values(JSON.parse(searchParams.get('input') ?? '{}') as Record<string, object | null>);
    asked.push(...inputs.filter((input) => input !== null && 'rel' in input));
  });
  return asked;
}

/** The name of a status colour: that of the block around its icon. */
function colourOf(status: Locator): Promise<string> {
  return status.evaluate((word) => {
    const block = word.closest('.sticker')?.querySelector('.sticker-icon');
    if (!block) throw new Error('No status here');
    const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
    if (!pen) throw new Error('No canvas');
    pen.fillStyle = getComputedStyle(block).backgroundColor;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
    const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)];
    if (most !== red || most - least < 64) return 'neither';
    const warmth = (green - least) / (most - least);
    return warmth < 0.35 ? 'red' : warmth > 0.6 ? 'yellow' : 'neither';
  });
}

const codeIn = (text = '') => /code: ([\w ]+)/.exec(text)?.[1] ?? '';

test('a customer sees their shipments by status, and links an incoming parcel with both codes', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of (400|409)/);
  const me = await app.person({ email: 'rosalind@example.com', firstName: 'Rosalind', lastName: 'Franklin' });
  await app.shipment({ senderEmail: me.email, description: 'X-ray plates' });
  const incoming = await app.shipment({
    description: 'A parcel that waits for its owner',
    receiverEmail: 'waiting.receiver@example.com',
    senderEmail: 'waiting.sender@example.com',
  });
  const toReceiver = await app.mails.mail(({ receivers }) => receivers.includes('waiting.receiver@example.com'));
  const toSender = await app.mails.mail(({ receivers }) => receivers.includes('waiting.sender@example.com'));

  const asked = listsAsked(page);
  await openAs(page, me.email, '/');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Rosalind' })).toBeVisible();
  const tile = (name: string) =>
    page
      .getByRole('definition')
      .filter({ has: page.locator(':scope') })
      .and(page.locator(`dt:has-text("${name}") + dd`));
  await expect(tile('In progress')).toHaveText('1');
  for (const name of ['Delivered', 'Cancelled', 'Failed']) await expect(tile(name)).toHaveText('0');
  await expect(page.getByRole('link', { name: 'Manage my profile' })).toHaveAttribute('href', '/profile');
  await expect(page.getByRole('link', { name: 'View my incoming shipments' })).toHaveAttribute('href', '/packages');
  const outgoing = page.getByRole('table', { name: 'Outgoing shipments' });
  await expect(outgoing.getByRole('columnheader')).toHaveText(['Date', 'Shipment', 'Activity', 'Status']);
  await expect(outgoing.getByText('Label created')).toBeVisible();
  await expect(outgoing.getByText('N/A')).toBeVisible();
  // A row opens within the app, and in another tab if asked.
  const row = outgoing.getByRole('link', { name: 'X-ray plates' });
  const inOtherTab = page.context().waitForEvent('page');
  await row.click({ modifiers: ['ControlOrMeta'] });
  const otherTab = await inOtherTab;
  await expect(otherTab.getByText('X-ray plates')).toBeVisible();
  await otherTab.close();
  await expect(page).toHaveURL('/');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await row.press('Enter');
  await expect(page).toHaveURL(/\/track\/W/);
  await page.goBack();
  await expect(outgoing).toBeVisible();
  expect(loads).toBe(0);
  await expect(page.getByText('No shipments found.')).toBeVisible();
  expect(asked).toContainEqual({ rel: 'receiver', page: {} });
  expect(asked).toContainEqual({ rel: 'sender', page: {} });
  const toIncoming = page.getByRole('link', { name: 'View all incoming shipments' });
  await expect(toIncoming).toHaveText('View all');
  await expect(toIncoming).toHaveAttribute('href', '/packages');
  const toOutgoing = page.getByRole('link', { name: 'View all outgoing shipments' });
  await expect(toOutgoing).toHaveText('View all');
  await expect(toOutgoing).toHaveAttribute('href', '/shipping');

  // The form asks for an ID and goes to /track with it.
  await expect(page.getByRole('heading', { name: 'Track a shipment' })).toBeVisible();
  await expect(page.getByLabel('Tracking ID')).toHaveAttribute('required');
  await page.getByLabel('Tracking ID').fill(incoming.trackingId);
  await page.getByRole('button', { name: 'Track shipment' }).click();
  await expect(page).toHaveURL(`/track?trackingId=${incoming.trackingId}`);
  await expect(page).toHaveURL(`/track/${incoming.trackingId}`);
  await expect(page.getByText('Does this shipment belong to you?')).toHaveCount(0);

  // With the sender's code the details open, and with them the offer to link.
  await page.getByRole('link', { name: 'Detailed view' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(toSender.text));
  await page.getByRole('button', { name: 'Show details' }).click();
  await expect(page.getByText('Does this shipment belong to you?')).toBeVisible();
  await page.getByRole('link', { name: 'Link shipment' }).click();
  await expect(page).toHaveURL(/view=link/);
  const dialog = page.getByRole('dialog', { name: 'Link shipment' });
  await dialog.getByRole('button', { name: 'Link shipment' }).click();
  await expect(dialog.getByText('Receiver code is required.')).toBeVisible();
  await expect(dialog.getByText('Sender code is required.')).toBeVisible();
  await dialog.getByLabel('Receiver code').fill('WRONG');
  await dialog.getByLabel('Sender code').fill(codeIn(toSender.text));
  await dialog.getByRole('button', { name: 'Link shipment' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Those codes don’t match this shipment.');
  await expectAccessible(page);
  await dialog.getByLabel('Receiver code').fill(codeIn(toReceiver.text));
  await dialog.getByRole('button', { name: 'Link shipment' }).click();
  await expect(said(page, 'Shipment linked')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Does this shipment belong to you?')).toHaveCount(0);

  await goWithin(page, '/packages');
  await expect(page.getByRole('heading', { name: 'Incoming shipments' })).toBeVisible();
  await expect(page.getByText('A parcel that waits for its owner')).toBeVisible();
});

test('a link opens the link dialog, for a visitor after signing in', async ({ app, page, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of 409/);
  const me = await app.person({ email: 'by.address@example.com' });
  // Only people who can see its details may know that it is linked.
  const owner = await app.person({ email: 'the.owner@example.com' });
  const owned = await app.shipment({ receiverEmail: owner.email });
  const mail = await app.mails.mail(
    ({ receivers, text = '' }) => receivers.includes(owner.email) && text.includes('Receiver code'),
  );
  await page.goto(`/track/${owned.trackingId}?view=link`);
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`/track/${owned.trackingId}?view=link`);
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Link shipment' });
  const toSender = await app.mails.mail(
    ({ text = '' }) => text.includes('Sender code') && text.includes(owned.trackingId),
  );
  await dialog.getByLabel('Receiver code').fill(codeIn(mail.text));
  await dialog.getByLabel('Sender code').fill(codeIn(toSender.text));
  await dialog.getByRole('button', { name: 'Link shipment' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This shipment is already linked to an account.');
});

test('a withdrawal whose response is lost is not called unsent, and is made once despite retries', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
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
  const fields = {
    'Amount ($)': '25',
    'Account number': '1',
    'Bank name': 'B',
    'Routing number': '2',
    IBAN: 'GB29 NWBK 6016 1331 9268 19',
    'Bank code': '4',
    Summary: 'Once',
  };
  const fill = async () => {
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
  };
  await fill();
  await expect(dialog.getByRole('alert')).toContainText(
    'No response from the server. Check your connection and try again.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  isLost = false;
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await fill();
  await expect(dialog).toBeHidden();
  const rows = await app.database.query("select 1 from transactions where user_id = $1 and type = 'withdrawal'", [
    me.id,
  ]);
  expect(rows).toHaveLength(1);
});

test('lists are paged, searched and filtered in the address, and quotes need an office visit', async ({
  app,
  page,
}) => {
  await withoutWorker(page);
  const me = await app.person({ email: 'many.parcels@example.com' });
  const ofMine = { senderEmail: me.email, receiverEmail: me.email, description: 'Parcel number 1' };
  const { id } = await app.shipment(ofMine);
  await copyShipments(app.database, id, 11, (place) => ({ description: `Parcel number ${place + 1}` }));
  await app.database.query(
    `update shipments set status = case description
       when 'Parcel number 12' then 'cancelled' when 'Parcel number 11' then 'failed' else 'held' end
     where sender_id = $1 and description in ('Parcel number 12', 'Parcel number 11', 'Parcel number 10')`,
    [me.id],
  );
  await openAs(page, me.email, '/');
  await expect(page.getByRole('table', { name: 'Outgoing shipments' })).toBeVisible();
  await page.getByRole('link', { name: 'View all outgoing shipments' }).click();
  await expect(page).toHaveURL('/shipping');
  await page.goto('/shipping?page=abc');
  const table = page.getByRole('table', { name: 'Outgoing shipments' });
  await expect(table.getByRole('row')).toHaveCount(11);
  for (const [status, colour] of [
    ['Cancelled', 'red'],
    ['Failed', 'red'],
    ['Held', 'yellow'],
  ] as const)
    expect(await colourOf(table.getByText(status, { exact: true }))).toBe(colour);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/shipping?page=2');
  await expect(table.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByLabel('Search').fill('number 7');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/shipping?q=number%207');
  await expect(table.getByRole('link')).toHaveText(['Parcel number 7']);
  await page.getByLabel('Search').fill('');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Status').selectOption('delivered');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No shipments found.')).toBeVisible();

  await goWithin(page, '/packages');
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/packages?page=2');
  await expect(page.getByRole('table', { name: 'Incoming shipments' }).getByRole('row')).toHaveCount(3);

  await goWithin(page, '/shipping');
  await expect(page.getByRole('heading', { name: 'New shipment' })).toBeVisible();
  await page.clock.install();
  const cards = ['Warehousing & Storage', 'Special Cargo', 'Freight Fowarding', 'Full Truck Load'];
  for (const name of cards) await expect(page.getByRole('article', { name })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const name of cards)
    await page.getByRole('article', { name }).getByRole('button', { name: 'Get Quote' }).click();
  const quote = 'Unable to process quote online. Get quote from any of our walk-in offices.';
  await expect(page.getByRole('article', { name: 'Special Cargo' }).getByText(quote)).toBeVisible();
  let passed = 0;
  for (const [milliseconds, shown] of [
    [4_999, 4],
    [5_000, 0],
  ] as const) {
    await page.clock.runFor(milliseconds - passed);
    passed = milliseconds;
    await expect(page.getByText(quote)).toHaveCount(shown);
  }
  for (const name of cards)
    await expect(page.getByRole('article', { name }).getByRole('button', { name: 'Get Quote' })).toBeVisible();
});

test('a customer hides the balance, withdraws once, and gets overdrafts rejected', async ({ app, page, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of 400/);
  const me = await app.person({ email: 'money@example.com', firstName: 'Penny' });
  await openAs(page, me.email, '/profile/account');
  await expect(page.getByText('$0.00', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Transactions history' })).toBeVisible();
  await expect(page.getByText('No transactions found.')).toBeVisible();

  await deposit(app, me.id, 12_050);
  await app.database.query(
    `insert into bank_accounts (id, user_id, fallback, account_name, account_number, bank_name, routing_number)
     values (gen_random_uuid(), $1, false, 'Penny Canary', '5012 3344', 'Harbour Bank', '021000021')`,
    [me.id],
  );
  await app.database.query(
    `insert into transactions (id, user_id, type, amount_cents, status, summary)
     values (gen_random_uuid(), $1, 'withdrawal', 700, 'failed', 'Wrong IBAN')`,
    [me.id],
  );
  await page.reload();
  await expect(page.getByText('$120.50', { exact: true })).toBeVisible();
  await expect(page.getByText('+$120.50')).toBeVisible();
  // What failed has moved nothing: no sign.
  await expect(page.getByRole('row', { name: /Wrong IBAN/ }).getByText('$7.00', { exact: true })).toBeVisible();
  expect(await colourOf(page.getByText('Failed', { exact: true }))).toBe('red');
  await expect(page.getByRole('region', { name: 'Bank account details' }).getByText('Penny Canary')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hide balance' })).toBeVisible();

  await page.getByRole('button', { name: 'Hide balance' }).click();
  await expect(page.getByText('*****')).toBeVisible();
  await expect(page.getByText('$120.50', { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('*****')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show balance' })).toBeVisible();
  await page.getByRole('button', { name: 'Show balance' }).click();
  await expect(page.getByText('$120.50', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Withdraw' }).click();
  await expect(page).toHaveURL('/profile/account?view=withdraw');
  const dialog = page.getByRole('dialog', { name: 'Withdraw' });
  await expect(dialog.getByText('Your withdrawal will be processed within 24 hours.')).toBeVisible();
  await expect(dialog.getByLabel('Amount ($)')).toHaveAttribute('inputmode', 'decimal');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog.getByText('Amount is required.')).toBeVisible();
  for (const label of ['IBAN', 'Bank code', 'Summary'])
    await expect(dialog.getByText(`${label} is required.`)).toBeVisible();
  await expectAccessible(page);
  const fill = async (amount: string) => {
    await dialog.getByLabel('Amount ($)').fill(amount);
    await dialog.getByLabel('IBAN').fill('SE35 5000 0000 0549 1000 0003');
    await dialog.getByLabel('Bank code').fill('HARBSESS');
    await dialog.getByLabel('Summary').fill('To savings');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
  };
  await expect(dialog.getByLabel('Account number')).toHaveValue('5012 3344');
  await fill('100');
  await expect(said(page, 'Withdrawal requested')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('-$100.00')).toBeVisible();
  await expect(page.getByText('$20.50 available')).toBeVisible();
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await expect(dialog.getByText('You have $20.50 available.')).toBeVisible();
  await fill('1,234');
  await expect(dialog.getByText('Enter the amount like this: 1234.50')).toBeVisible();
  await dialog.getByLabel('IBAN').fill('SE35 5000 0000 0549 1000 0004');
  await expect(dialog.getByText('This is not a valid IBAN. Check it for typos.')).toBeVisible();
  await fill('100,00');
  await expect(dialog.getByText('You can withdraw up to $20.50.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/profile/account');
});

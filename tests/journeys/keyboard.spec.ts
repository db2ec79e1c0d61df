import type { Page } from '@playwright/test';
import { expect, PASSWORD, test, withoutWorker } from './support/journey.ts';
import { press, type } from './support/keyboard.ts';
import { withoutLookupPause } from './support/lookup-pause.ts';

test.use({ viewport: { width: 1280, height: 800 } });

async function login(page: Page, email: string, password: string): Promise<void> {
  await type(page, page.getByLabel('Email'), email);
  await type(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
}

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

  await press(page, page.getByRole('banner').getByRole('link', { name: 'My profile' }));
  await press(page, page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Account' }));
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

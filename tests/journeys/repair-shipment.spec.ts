/**
 * What a manager does about a shipment that is linked to the wrong person, or was sent to the wrong
 * address.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, openAs, test, withoutWorker } from './support/journey.ts';

const cell = (page: Page, caption: string) =>
  page
    .locator('.cell')
    .filter({ has: page.locator('dt').and(page.getByText(caption, { exact: true })) })
    .getByRole('definition');

test('a manager unlinks an account and links another one, by keyboard too; a corrected address gets a new code that opens the shipment', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 400/);
  await app.person({ email: 'repairs@example.com', firstName: 'Ines', lastName: 'Calder', manager: true });
  const wrong = await app.person({ email: 'wrong.owner@example.com' });
  const right = await app.person({ email: 'right.owner@example.com' });
  const parcel = await app.shipment({ receiverEmail: wrong.email, senderEmail: 'repair.sender@example.com' });
  const at = `/manager/shipments/${parcel.id}`;
  await openAs(page, 'repairs@example.com', at);
  await cell(page, 'Receiver code').getByRole('button', { name: 'Show codes' }).click();
  await expect(cell(page, 'Receiver code')).toHaveText(/^\w{12}$/);

  await cell(page, 'Receiver account').getByRole('link', { name: 'Unlink receiver account' }).click();
  await expect(page).toHaveURL(`${at}?view=unlink-receiver`);
  const question = page.getByRole('alertdialog', { name: 'Unlink receiver account' });
  await expect(question).toContainText('The account will no longer see this shipment.');
  await expect(question).toContainText(`We’ll send a new one to ${wrong.email}.`);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('Receiver account unlinked')).toBeVisible();
  await expect(cell(page, 'Receiver account')).toContainText('Account not linked');
  // The displayed code is no longer valid.
  await expect(cell(page, 'Receiver code').getByRole('button', { name: 'Show codes' })).toBeVisible();
  await expect(page).toHaveURL(at);
  await app.mails.mail(
    ({ receivers, subject = '' }) => receivers.includes(wrong.email) && subject.startsWith('Your private code'),
  );

  await cell(page, 'Receiver account').getByRole('link', { name: 'Link receiver account' }).focus();
  await page.keyboard.press('Enter');
  const linking = page.getByRole('dialog', { name: 'Link receiver account' });
  await linking.getByLabel('Account email').fill('nobody.at.all@example.com');
  await page.keyboard.press('Enter');
  await expect(linking.getByText('No account has this email.')).toBeVisible();
  await expectAccessible(page);
  await linking.getByLabel('Account email').fill(right.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Receiver account linked')).toBeVisible();
  await expect(cell(page, 'Receiver account').getByRole('link', { name: 'View account →' })).toHaveAttribute(
    'href',
    `/manager/users/${right.id}`,
  );

  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(`${at}/history`);
  await expect(page.getByText('Ines Calder linked the receiver account of the shipment')).toBeVisible();
  await expect(page.getByText('Ines Calder unlinked the receiver account of the shipment')).toBeVisible();

  // An address is corrected, and the form says first what comes of it.
  const typo = { receiverEmail: 'wrong.address@example.com', senderEmail: 'correct.sender@example.com' };
  const corrected = await app.shipment({ ...typo, deliveryDate: '2026-12-01T09:00:00.000Z' });
  await page.goto(`/manager/shipments/${corrected.id}?view=update-info`);
  const notice = page.getByRole('status').filter({ hasText: 'New code for the receiver' });
  await expect(page.getByLabel('Receiver email')).toHaveValue(typo.receiverEmail);
  await expect(notice).toHaveCount(0);
  await page.getByLabel('Receiver email').fill('right.address@example.com');
  await expect(notice).toContainText('The old receiver code will stop working');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Update shipment', exact: true }).click();
  await expect(cell(page, 'Receiver email')).toHaveText('right.address@example.com');

  const isCode = ({ subject = '' }: { subject?: string | undefined }) => subject.startsWith('Your private code');
  const mail = await app.mails.mail((one) => isCode(one) && one.receivers.includes('right.address@example.com'));
  const code = /Receiver code: (.{14})/.exec(mail.text ?? '')?.[1] ?? '';
  await page.goto(`/track/${corrected.trackingId}?detailed=true`);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Does this shipment belong to you?')).toBeVisible();
});

test('bills of a deleted person are on the page of the shipment, and close with it', async ({ app, page }) => {
  await withoutWorker(page);
  await app.person({ email: 'closes@example.com', manager: true });
  const gone = await app.person({ email: 'gone.payer@example.com' });
  const parcel = await app.shipment({ receiverEmail: gone.email });
  const bill = { userId: gone.id, amount: 12.5, summary: 'Storage of a sofa', trackingId: parcel.trackingId };
  await app.call('closes@example.com', 'billAdmin.addBill', bill);
  await app.call('closes@example.com', 'userAdmin.deleteUser', { id: gone.id });
  await openAs(page, 'closes@example.com', `/manager/shipments/${parcel.id}`);
  const bills = page.getByRole('table', { name: 'Bills' });
  await expect(bills).toContainText('Storage of a sofa For a deleted user');
  await bills.getByRole('link', { name: 'Delete Storage of a sofa' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete bill' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Delete shipment' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Its bills will be closed.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/manager/shipments');
  await expect
    .poll(() => app.database.query('select 1 from bills where user_id = $1 and deleted_at is null', [gone.id]))
    .toEqual([]);
});

import type { Page } from '@playwright/test';
import { readAllStorage } from './support/device.ts';
import { expect, goWithin, openAs, type RunningApp, test, withoutWorker } from './support/journey.ts';

const rowOf = (page: Page, address: string) =>
  page.getByRole('table', { name: 'Emails' }).getByRole('row').filter({ hasText: address });

/** Waits until an email is delivered or given up, and opens the log again. */
async function openLogWhen(app: RunningApp, page: Page, address: string, state: string): Promise<void> {
  const stateOf = () => app.database.query('select state from mails where receiver = $1', [address]);
  await expect.poll(stateOf).toEqual([{ state }]);
  await page.reload();
}

async function write(page: Page, to: string, subject: string, body: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Receiver' }).fill(to);
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'Body' }).fill(body);
  await page.getByRole('button', { name: 'Send email' }).click();
}

test('a manager writes emails, sends one again, and reads another', async ({ app, page }) => {
  await withoutWorker(page);
  const manager = await app.person({ email: 'writes@example.com', firstName: 'Ines', manager: true });
  await openAs(page, manager.email, '/manager/mail');

  await test.step('an email is accepted, and the log shows it', async () => {
    const address = 'maja@example.com';
    await write(page, address, 'About <b>your</b> parcel', 'Dear **Maja**,\n\n**<i>two</i>** sacks\nwait for you.');
    const mail = await app.mails.mail(({ receivers }) => receivers.includes(address));
    expect(mail.receivers).toEqual([address]);
    expect(mail.subject).toBe('About <b>your</b> parcel');
    expect(mail.text).toContain('Dear Maja,\n\n<i>two</i> sacks\nwait for you.');
    expect(mail.html).toContain('<strong>&lt;i&gt;two&lt;/i&gt;</strong> sacks<br>wait for you.');
    await openLogWhen(app, page, address, 'sent');
    await expect(rowOf(page, address).getByText('Sent', { exact: true })).toBeVisible();
  });
  await test.step('an undelivered email is shown with its reason, and sent again', async () => {
    const address = 'no.such.user@example.com';
    app.mails.behave({ refuse: 550, at: 'RCPT TO' });
    await write(page, address, 'Once more', 'It **waits**.');
    await openLogWhen(app, page, address, 'failed');
    const row = rowOf(page, address);
    await expect(row.getByText('Failed', { exact: true })).toBeVisible();
    await expect(row).toContainText('The mail server replied: 550 The sink refuses');
    app.mails.behave('accept');
    await row.getByRole('link', { name: `Resend Once more to ${address}` }).click();
    await page.getByRole('dialog', { name: 'Once more' }).getByRole('button', { name: 'Send now' }).click();
    const mail = await app.mails.mail(({ receivers }) => receivers.includes(address));
    expect(mail.html).toContain('It <strong>waits</strong>.');
  });
  await test.step('what was sent is found by its tracking ID, and read with its code masked', async () => {
    const receiverEmail = 'read.about@example.com';
    const { id, trackingId } = await app.shipment({ receiverEmail, senderEmail: 'read.sender@example.com' });
    await app.mails.mail(({ receivers }) => receivers.includes(receiverEmail));
    await goWithin(page, `/manager/mail?q=${trackingId.toLowerCase()}`);
    await expect(page.getByText('2 emails')).toBeVisible();
    await rowOf(page, receiverEmail).getByRole('link', { name: 'Shipment created', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Shipment [A-Z0-9]{3,4} / });
    await expect(dialog.getByText('Receiver code: **** **** ****')).toBeVisible();
    expect(await readAllStorage(page)).not.toContain('Receiver code');
    await dialog.getByRole('link', { name: 'View shipment →' }).click();
    await expect(page).toHaveURL(`/manager/shipments/${id}`);
  });
});

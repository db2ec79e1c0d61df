import type { Page } from '@playwright/test';
import { readAllStorage } from './support/device.ts';
import { expect, expectAccessible, goWithin, openAs, test, withoutWorker } from './support/journey.ts';

const receiver = (page: Page) => page.getByRole('textbox', { name: 'Receiver' });
const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });
const log = (page: Page) => page.getByRole('table', { name: 'Emails' });
const rowOf = (page: Page, address: string) => log(page).getByRole('row').filter({ hasText: address });

/** Refetches a log in which something is queued, as it does every five seconds. */
async function refetchLog(page: Page): Promise<void> {
  await page.clock.fastForward(5000);
}

async function write(page: Page, mail: { to: string; subject: string; body: string }): Promise<void> {
  await receiver(page).fill(mail.to);
  await subject(page).fill(mail.subject);
  await body(page).fill(mail.body);
  await page.getByRole('button', { name: 'Send email' }).click();
}

test('a manager writes emails, sees what became of each, sends an undelivered one again, and reads what was sent', async ({
  app,
  page,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 400/);
  const manager = await app.person({
    email: 'writes@example.com',
    firstName: 'Ines',
    lastName: 'Calder',
    manager: true,
  });
  let isChangedOnTheWay = false;
  const wrong = { receiver: 'a@example.com,b@example.com', subject: 's', body: 'b' };
  await page.route('**/mail.send**', (route) =>
    isChangedOnTheWay ? route.continue({ postData: JSON.stringify(wrong) }) : route.continue(),
  );
  await page.clock.install();

  await test.step('an email is previewed, sent, and accepted', async () => {
    // Only an address in the link is taken over.
    await openAs(page, manager.email, '/manager/mail?to=nobody');
    await expect(receiver(page)).toBeVisible();
    const taken = [page.url().slice(app.url.length), await receiver(page).inputValue()];
    expect(taken).toEqual(['/manager/mail?to=nobody', '']);
    await page.goto('/manager/mail?to=maja%40example.com');
    await expect(receiver(page)).toHaveValue('maja@example.com');

    // What is missing is said at its field, and nothing was sent.
    await receiver(page).fill('maja');
    await page.getByRole('button', { name: 'Send email' }).click();
    await expect(page.getByText('Enter a full email address, such as name@example.com.')).toBeVisible();
    await expect(page.getByText('Subject is required.')).toBeVisible();
    await expect(page.getByText('Body is required.')).toBeVisible();
    await expect(receiver(page)).toBeFocused();

    // By keyboard alone, with the preview following.
    await receiver(page).fill('maja@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('About <b>your</b> parcel');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Dear **Maja**,\n\n**<i>two</i>** sacks\nwait for you. 2 ** 3');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('About <b>your</b> parcel')).toBeVisible();
    await expect(preview.locator('strong')).toHaveText(['Maja', '<i>two</i>']);
    await expect(preview.getByText('wait for you. 2 ** 3')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Send email' })).toBeFocused();
    await page.keyboard.press('Enter');

    const mail = await app.mails.mail(({ receivers }) => receivers.includes('maja@example.com'));
    expect(mail.receivers).toEqual(['maja@example.com']);
    expect(mail.subject).toBe('About <b>your</b> parcel');
    expect(mail.text).toContain('Dear Maja,\n\n<i>two</i> sacks\nwait for you. 2 ** 3');
    expect(mail.html).toContain('Dear <strong>Maja</strong>,');
    expect(mail.html).toContain('<strong>&lt;i&gt;two&lt;/i&gt;</strong> sacks<br>wait for you. 2 ** 3');

    // The banner stays until it is dismissed; the form is ready for the next one.
    const banner = page.getByRole('status').filter({ hasText: 'Email sent' });
    await expect(banner).toContainText('maja@example.com');
    await expect(subject(page)).toHaveValue('');
    await expect(body(page)).toHaveValue('');
    await expectAccessible(page);
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('Email sent')).toHaveCount(0);
    await expect(receiver(page)).toBeFocused();

    // The log refreshes until the email has been accepted.
    await refetchLog(page);
    const row = rowOf(page, 'maja@example.com');
    await expect(row.getByText('Sent', { exact: true })).toBeVisible();
    await expect(row).toContainText('About <b>your</b> parcel');
    await expect(row).toContainText('1 attempt');

    // The server has the last word, at the field it is about, and the draft stays.
    isChangedOnTheWay = true;
    const draft = {
      to: 'canary.receiver@example.com',
      subject: 'A canary of a subject',
      body: 'A draft of **weight**',
    };
    await write(page, draft);
    await expect(page.getByText('Enter a full email address, such as name@example.com.')).toBeVisible();
    await expect(receiver(page)).toHaveValue(draft.to);
    isChangedOnTheWay = false;
  });
  await test.step('sender and receiver are emailed a status change, and the log links to their shipment', async () => {
    const parties = { senderEmail: 'told.sender@example.com', receiverEmail: 'told.receiver@example.com' };
    const parcel = await app.shipment(parties);
    await goWithin(page, `/manager/shipments/${parcel.id}?view=update-status`);
    await page.getByLabel('Status', { exact: true }).selectOption('held');
    await page.getByRole('button', { name: 'Update status' }).click();
    for (const address of Object.values(parties)) {
      const mail = await app.mails.mail(
        ({ receivers, subject: of = '' }) => receivers.includes(address) && /^Held/.test(of),
      );
      expect(mail.text).toContain('The status of this shipment has changed to Held');
      expect(mail.text).toContain(`${app.url}/track/${parcel.trackingId}`);
    }

    await goWithin(page, '/manager/mail');
    await expect(page).toHaveURL('/manager/mail');
    const row = rowOf(page, 'told.receiver@example.com').filter({ hasText: 'Status changed to Held' });
    await row.getByRole('link', { name: 'Status changed to Held', exact: true }).click();
    const mail = page.getByRole('dialog', { name: /^Held: / });
    await mail.getByRole('link', { name: 'View shipment →' }).click();
    await expect(page).toHaveURL(`/manager/shipments/${parcel.id}`);
  });
  await test.step('an undelivered email is shown with its reason, and sent again', async () => {
    const address = 'full.mailbox@example.com';
    await goWithin(page, '/manager/mail');
    app.mails.behave({ refuse: 452 });
    await write(page, { to: address, subject: 'Once more', body: 'It **waits**.' });
    const row = rowOf(page, address);
    await expect(row.getByText('Queued')).toBeVisible();
    await expect(row).toContainText('The mail server replied: 452 The sink refuses');
    await expect(row.getByRole('link', { name: /^Resend/ })).toHaveCount(0);

    // Half a day later it has been given up.
    await app.database.query("update mails set state = 'failed', attempts = 16 where receiver = $1", [address]);
    app.mails.behave('accept');
    await page.getByRole('navigation', { name: 'Emails by status' }).getByRole('link', { name: 'Failed' }).click();
    await expect(page).toHaveURL('/manager/mail?state=failed');
    await expect(row.getByText('Failed', { exact: true })).toBeVisible();
    await expect(row).toContainText('16 attempts');
    await expectAccessible(page);
    // Nothing is sent before a preview.
    await row.getByRole('link', { name: `Resend Once more to ${address}` }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Once more' });
    await expect(dialog.getByText(`This email was never sent. If you send it now, ${address} gets it.`)).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'What will be sent' })).toBeVisible();
    await expect(dialog.getByText('It waits.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send now' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Email queued again')).toBeVisible();
    await expect(page).toHaveURL('/manager/mail?state=failed');
    const mail = await app.mails.mail(({ receivers }) => receivers.includes(address));
    expect(mail.html).toContain('It <strong>waits</strong>.');
    await expect(page.getByText('No emails found.')).toBeVisible();
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect(row.getByText('Sent', { exact: true })).toBeVisible();
    await expect(row).toContainText('17 attempts');
  });
  await test.step('an email whose receiver is rejected permanently fails at once, and says why', async () => {
    const address = 'no.such.user@example.com';
    await goWithin(page, '/manager/mail');
    app.mails.behave({ refuse: 550, at: 'RCPT TO' });
    await write(page, { to: address, subject: 'Not there', body: 'Nobody reads it.' });
    const row = rowOf(page, address);
    await expect(row.getByText('Failed', { exact: true })).toBeVisible();
    await expect(row).toContainText('The mail server replied: 550 The sink refuses');
    await expect(row.getByRole('link', { name: `Resend Not there to ${address}` })).toBeVisible();
    app.mails.behave('accept');

    // The dashboard shows it too, and links to it.
    await goWithin(page, '/manager');
    const notice = page.locator('.notice').filter({ hasText: /emails? failed/ });
    await expect(notice).toContainText(`The latest was to ${address}.`);
    await expectAccessible(page);
    await notice.getByRole('link', { name: 'View failed emails' }).click();
    await expect(page).toHaveURL('/manager/mail?state=failed');
    await expect(row).toBeVisible();
  });
  await test.step('what was sent can be read with its code masked, and is found by the tracking ID', async () => {
    const receiverEmail = 'read.about@example.com';
    const parcel = await app.shipment({ receiverEmail, senderEmail: 'read.sender@example.com' });
    await app.mails.mail(({ receivers }) => receivers.includes(receiverEmail));
    const [codes] = await app.database.query<{ id: string }>('select id from mails where receiver = $1', [
      receiverEmail,
    ]);

    await goWithin(page, '/manager/mail');
    await page.getByRole('searchbox', { name: 'Search' }).fill(parcel.trackingId.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/manager/mail?q=${parcel.trackingId.toLowerCase()}`);
    await expect(page.getByText('2 emails')).toBeVisible();
    await expect(log(page).getByRole('row')).toHaveCount(3);
    await expect(rowOf(page, receiverEmail)).toContainText(parcel.trackingId);
    await rowOf(page, receiverEmail).getByRole('link', { name: 'Shipment created', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`mail=${codes?.id}$`));
    const dialog = page.getByRole('dialog', { name: /^Shipment created: / });
    await expect(dialog.getByText('Receiver code: **** **** ****')).toBeVisible();
    await expect(dialog.getByText('Private codes and one-time links are masked.')).toBeVisible();
    await expect(dialog.getByText(`${receiverEmail} gets it a second time.`)).toBeVisible();
    await expectAccessible(page);
    expect(await readAllStorage(page)).not.toContain('Receiver code');

    // Where the address was corrected, it could only be dropped: it can be read, and is not offered.
    await app.database.query("update shipments set receiver_email = 'corrected@example.com' where id = $1", [
      parcel.id,
    ]);
    await page.reload();
    await expect(dialog.getByText('Receiver code: **** **** ****')).toBeVisible();
    await expect(dialog.getByText(/^This email can’t be sent again/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Send again' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, receiverEmail).getByRole('link', { name: /^Resend/ })).toHaveCount(0);
    await expect(rowOf(page, 'read.sender@example.com').getByRole('link', { name: /^Resend/ })).toBeVisible();

    await page.getByRole('searchbox', { name: 'Search' }).fill('nobody-ever-wrote-this');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText('No emails found.')).toBeVisible();
  });
});

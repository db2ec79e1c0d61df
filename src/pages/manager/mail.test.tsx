import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, serve } from '../../../tests/components/api.ts';
import {
  expectAccessible,
  expectLink,
  expectRowsInView,
  expectShown,
  expectWords,
  toastOf,
} from '../../../tests/components/expectations.ts';
import { CREATED_MAIL, FAILED_MAIL, NO_TEXTS, QUEUED_MAIL, SENT_MAIL } from '../../../tests/components/mails.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage } from '../../../tests/components/shipments.ts';
import type { LoggedMail } from '../../domain/mail.ts';

const receiver = page.getByRole('textbox', { name: 'Receiver' });
const subject = page.getByRole('textbox', { name: 'Subject' });
const body = page.getByRole('textbox', { name: 'Body' });
const send = page.getByRole('button', { name: 'Send email' });
const rows = page.getByRole('table', { name: 'Emails' }).getByRole('row');

const PREVIEWED = {
  receiver: 'maja@example.com',
  subject: 'Out for delivery today: A lamp',
  text: 'Your courier comes',
};

const openMail = (search: string, mails: LoggedMail[] = [], more: Api['mail'] = {}) =>
  openPage(`/manager/mail${search}`, {
    as: MANAGER,
    size: DESKTOP,
    api: { mail: { getMails: () => onePage(mails), getSms: () => NO_TEXTS, ...more } },
  });

test('an address in the link is the receiver, and nothing else is', async () => {
  await openMail('?to=nobody');
  await expect.element(receiver).toHaveValue('');
  await openMail('?to=maja%40example.com');
  await expect.element(receiver).toHaveValue('maja@example.com');
});

test('an email is written by keyboard, sent and confirmed', async () => {
  await openMail('', [], { send: () => ({ ok: true }) });
  await page.getByRole('link', { name: 'Write an email' }).click();
  await expect.element(receiver).toBeVisible();
  receiver.element().focus();
  await userEvent.keyboard('maja@example.com{Tab}About <b>your</b> parcel{Tab}');
  await userEvent.keyboard('Dear **Maja**,{Enter}{Enter}**<i>two</i>** sacks{Enter}wait for you. 2 ** 3');
  await expectAccessible();
  await userEvent.keyboard('{Tab}');
  await expect.element(send).toHaveFocus();
  await userEvent.keyboard('{Enter}');

  await expectShown(toastOf('Email sent'), toastOf('It’s on its way to maja@example.com. Check the log for delivery.'));
  const sent = 'Dear **Maja**,\n\n**<i>two</i>** sacks\nwait for you. 2 ** 3';
  expect(inputsOf('mail.send')).toEqual([
    { receiver: 'maja@example.com', subject: 'About <b>your</b> parcel', body: sent },
  ]);
  // The form is ready for the next one.
  await expect.element(subject).toHaveValue('');
  await expect.element(body).toHaveValue('');
  await expectAccessible();
});

test('the log is loaded every five seconds until nothing is queued', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openMail('', [QUEUED_MAIL]);
  await expect.element(rows.getByText('Queued')).toBeVisible();
  await expect.element(rows.nth(1)).toMatchTextContent('The mail server replied: 452 Mailbox full');
  await expect.element(rows.getByRole('link', { name: /^Resend/ })).not.toBeInTheDocument();
  serve({ mail: { getMails: () => onePage([{ ...QUEUED_MAIL, state: 'sent', attempts: 2 }]) } });
  vi.advanceTimersByTime(5000);
  await expect.element(rows.getByText('Sent', { exact: true })).toBeVisible();
  await expect.element(rows.nth(1)).toMatchTextContent('2 attempts');
  const loaded = inputsOf('mail.getMails').length;
  vi.advanceTimersByTime(60_000);
  expect(inputsOf('mail.getMails')).toHaveLength(loaded);
});

test('what a receiver answered to a text is listed with its words', async () => {
  const text = {
    id: '1',
    trackingId: 'W1',
    shipmentId: '2',
    event: 'out' as const,
    state: 'delivered' as const,
    number: '+46••••67',
    lastError: null,
    reply: 'When will you stop here?',
    createdAt: '2026-11-20T06:40:00Z',
  };
  const month = { day: '2026-11-01', messages: 1, segments: 1, cost: 0.05, waiting: 0 };
  await openMail('', [], { getSms: () => ({ month, problems: [text] }) });
  const table = page.getByRole('table', { name: 'Texts to look at' });
  await expectWords(table, 'Sent', 'The receiver answered: “When will you stop here?”');
  await expectAccessible();
});

test('at the desk at least 16 emails are on a screen, a line each', async () => {
  const mails = Array.from({ length: 25 }, (_, at) => ({ ...(at % 2 ? FAILED_MAIL : CREATED_MAIL), id: `${at}` }));
  await openMail('', mails);
  await expectRowsInView(16);
  await expectAccessible();
});

test('the log is filtered by status and searched', async () => {
  await openMail('', [SENT_MAIL]);
  await expectWords(rows.nth(1), 'About your parcel', '1 attempt');
  await page.getByRole('navigation', { name: 'Emails by status' }).getByRole('link', { name: 'Failed' }).click();
  await expect.poll(address).toBe('/manager/mail?state=failed');
  const all = page.getByRole('link', { name: 'All', exact: true });
  await all.click();
  await expect.element(all).toHaveAttribute('aria-current', 'true');
  serve({ mail: { getMails: () => onePage([CREATED_MAIL]) } });
  await page.getByRole('searchbox', { name: 'Search' }).fill('w48207k159xq');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/manager/mail?q=w48207k159xq');
  await expect.element(page.getByText('1 email', { exact: true })).toBeVisible();
  await expect.element(rows.nth(1)).toMatchTextContent(CREATED_MAIL.trackingId ?? '');
  serve({ mail: { getMails: () => onePage([]) } });
  // Acts by itself once typing pauses.
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody-ever-wrote-this');
  await expect.element(page.getByText('No emails found.')).toBeVisible();
  const pages = [{}, { state: 'failed' }, { q: 'w48207k159xq' }, { q: 'nobody-ever-wrote-this' }];
  expect(inputsOf('mail.getMails')).toEqual(pages.map((search) => ({ page: { page: 1, size: 25, ...search } })));
});

test('an undelivered email is sent again after a look at it', async () => {
  const text = { subject: 'Once more', text: 'It waits.' };
  await openMail('?state=failed', [FAILED_MAIL], {
    getMail: () => ({ ...FAILED_MAIL, sent: null, next: text }),
    resend: () => ({ ok: true }),
  });
  await expect.element(rows.nth(1)).toMatchTextContent('16 attempts');
  await expectAccessible();
  const resend = rows.getByRole('link', { name: 'Resend Once more to full.mailbox@example.com' });
  resend.element().focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Once more' });
  await expect
    .element(dialog.getByText('This email was never sent. If you send it now, full.mailbox@example.com gets it.'))
    .toBeVisible();
  await expect.element(dialog.getByRole('heading', { name: 'What will be sent' })).toBeVisible();
  await expect.element(dialog.getByText('It waits.')).toBeVisible();
  await expectAccessible();
  dialog.getByRole('button', { name: 'Send now' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('Email queued again')).toBeVisible();
  await expect.poll(address).toBe('/manager/mail?state=failed');
  expect(inputsOf('mail.resend')).toEqual([{ id: FAILED_MAIL.id }]);
});

test('a sent email shows its code masked, and links its shipment', async () => {
  await openMail('', [CREATED_MAIL], { getMail: () => CREATED_MAIL });
  await rows.getByRole('link', { name: 'Shipment created', exact: true }).click();
  await expect.poll(address).toBe(`/manager/mail?mail=${CREATED_MAIL.id}`);
  const dialog = page.getByRole('dialog', { name: 'Shipment created: Ceramic kiln parts' });
  await expect.element(dialog.getByText('Receiver code: **** **** ****')).toBeVisible();
  await expect.element(dialog.getByText('Private codes and one-time links are masked.')).toBeVisible();
  await expect.element(dialog.getByText(`${MANAGED.receiverEmail} gets it a second time.`)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Send again' })).toBeVisible();
  await expectAccessible();
  await expectLink(dialog.getByRole('link', { name: 'View shipment →' }), `/manager/shipments/${MANAGED.id}`);
});

test('an email that was held back says why, and can be sent', async () => {
  const held = { ...QUEUED_MAIL, state: 'held' as const, resendable: true };
  const details = { ...held, sent: null, next: { subject: 'Shipment created', text: 'Your parcel' } };
  await openMail('?state=held', [held], { getMail: () => details });
  await expect.element(rows.getByText('Held back')).toBeVisible();
  await expect
    .element(rows.getByText('This address already had its emails about parcels for the day: its next one lists it'))
    .toBeVisible();
  await rows.getByRole('link', { name: /^Resend/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/^This address already had/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Send now' })).toBeVisible();
  await expectAccessible();
});

test('every message can be looked at: the email, its plain text and its text message', async () => {
  await openMail('', [], {
    preview: ({ message }) =>
      message === 'delivery'
        ? { mail: { ...PREVIEWED, page: 'about:blank' }, sms: 'North: Your parcel is out for delivery today.' }
        : { mail: null, sms: null },
  });
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect.poll(address).toBe('/manager/mail?preview=delivery');
  const dialog = page.getByRole('dialog', { name: 'What we send' });
  await expectWords(dialog, 'Out for delivery today: A lamp', 'Your courier comes', 'North: Your parcel is out');
  expect(dialog.element().querySelector('iframe')?.sandbox.contains('allow-scripts')).toBe(false);
  await expectAccessible();
  await dialog.getByRole('combobox', { name: 'Message' }).selectOptions('Withdrawal');
  await expect.poll(address).toBe('/manager/mail?preview=withdrawal');
  await expect
    .element(dialog.getByText('We haven’t sent “Withdrawal” lately. You’ll see it here once we do.'))
    .toBeVisible();
  await dialog.getByRole('combobox', { name: 'Message' }).selectOptions('code');
  await expect.element(dialog.getByText('This is a text message, and texts of it are turned off.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/manager/mail');
});

test('an email that could only be dropped is not offered again', async () => {
  const dropped = { ...CREATED_MAIL, status: 'held' as const, resendable: false, next: null };
  await openMail(`?mail=${CREATED_MAIL.id}`, [dropped], { getMail: () => dropped });
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Receiver code: **** **** ****')).toBeVisible();
  await expect.element(dialog.getByText(/^This email can’t be sent again/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(rows.getByRole('link', { name: 'Status changed to Held' })).toBeVisible();
  await expect.element(rows.getByRole('link', { name: /^Resend/ })).not.toBeInTheDocument();
});

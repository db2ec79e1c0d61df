import { expect, it } from 'vitest';
import { deliveryAttemptMail, statusChangedMail } from './status-mails.ts';

const site = {
  ...{ name: 'Waybill', support: 'support@waybill.test', phone: '', timeZone: 'America/New_York', currency: 'USD' },
  ...{ accent: { colour: '#fb5412', on: '#14171c' }, logo: null, legal: [] },
};
const link = 'https://waybill.test/track/1234567890123456';
const about = { trackingId: '1234567890123456', description: 'A box of books', name: 'Elin', link };
const when = new Date('2026-11-22T13:05:00Z');

it.each([
  ['delivery-attempted', 'Delivery attempted', 'We tried to deliver this shipment, but couldn’t: A box of books.'],
  ['delivery-corrected', 'Not delivered', 'We told you by mistake that this shipment was delivered.'],
] as const)('of the kind %s says what happened, why and when', (kind, headline, sentence) => {
  const mail = deliveryAttemptMail(site, { ...about, kind, reason: 'consignee_not_home', isOut: true, when });
  expect(mail.subject).toBe('Shipment 1234 5678 9012 3456');
  expect(mail.text).toMatch(new RegExp(`^${headline}\n`));
  for (const body of [mail.text, mail.html]) {
    for (const part of [
      headline,
      'Hello Elin,',
      sentence,
      'Nobody home',
      'We may try again today. If not, we’ll try on another day.',
      'support@waybill.test',
      '08:05 EST',
      about.link,
    ])
      expect(body).toContain(part);
  }
});

it.each([
  ['consignee_not_home', 'We’ll try again on another day.'],
  ['consignee_refused', 'It goes back to our depot until the sender decides what happens to it.'],
] as const)('of an attempt, %s, says what comes next once the run has ended', (reason, sentence) => {
  const mail = deliveryAttemptMail(site, { ...about, kind: 'delivery-attempted', reason, isOut: false, when });
  expect(mail.text).toContain(sentence);
  expect(mail.text).not.toContain('today');
});

it.each([
  ['delivery', 'It is out for delivery.'],
  ['held', 'It is held in our warehouse.'],
  ['cancelled', 'It will be returned to the sender.'],
] as const)('of the status %s says what that means', (status, explanation) => {
  const { text, html } = statusChangedMail(site, { ...about, status, when });
  for (const body of [text, html]) expect(body).toContain(explanation);
});

import { expect, it } from 'vitest';
import { type NextStep, sayNextStep } from '../../../src/domain/next-step.ts';
import { type PromiseFacts, promiseOf } from '../../../src/domain/promise.ts';
import type { Site } from './letter.ts';
import { composeMail } from './letter.ts';
import { type AboutShipment, type ParcelLetter, parcelMail, shipmentCreatedLetter } from './shipment-mails.ts';
import {
  arrivedLetter,
  deliveryAttemptLetter,
  statusChangedLetter,
  statusSummaryMail,
  twoStopsLetter,
} from './status-mails.ts';

const site = {
  name: 'Waybill',
  support: 'support@waybill.test',
  phone: '',
  timeZone: 'America/New_York',
  currency: 'USD',
  accent: { colour: '#fb5412', on: '#14171c' },
  logo: null,
  legal: [],
  above: '',
  below: '',
};
const when = new Date();
const written =
  <About extends AboutShipment>(write: (of: Site, about: About) => ParcelLetter) =>
  (of: Site, about: About) =>
    parcelMail(of, about, write(of, about));
const shipmentCreatedMail = written<AboutShipment & { code: string }>((_, about) => shipmentCreatedLetter(about));
const arrivedMail = written(arrivedLetter);
const deliveryAttemptMail = written(deliveryAttemptLetter);
const statusChangedMail = written(statusChangedLetter);
const twoStopsMail = written(twoStopsLetter);

const link = 'https://waybill.test/track/1234567890123456#code=K7QM2XHTR4PB';
const about = {
  trackingId: '1234567890123456',
  description: 'Three novels',
  link,
  also: [] as string[],
  party: 'receiver' as const,
  name: 'Jane',
  other: 'Second-Hand Books',
};
const toSender = { ...about, party: 'sender' as const, name: 'Second-Hand Books', other: 'Jane' };
const news = { when, method: 'recipient' as const };
const promised = (facts: PromiseFacts, now = when) => ({ promise: promiseOf(facts, now, site.timeZone) });

it('has a subject that says what happened, what it is and from whom', () => {
  const subjects = [
    shipmentCreatedMail(site, { ...about, code: 'K7QM2XHTR4PB' }),
    statusChangedMail(site, { ...about, ...news, status: 'delivery' }),
    deliveryAttemptMail(site, {
      ...about,
      kind: 'delivery-attempted',
      reason: 'consignee_not_home',
      when,
    }),
    arrivedMail(site, { ...about, place: 'the depot in Gothenburg', when }),
    statusChangedMail(site, { ...about, ...news, status: 'delivered', method: 'neighbour' }),
    statusChangedMail(site, { ...toSender, ...news, status: 'delivered' }),
    deliveryAttemptMail(site, { ...toSender, kind: 'delivery-attempted', reason: 'weather_delay', when }),
    twoStopsMail(site, { ...about, stopsBefore: 2 }),
  ].map(({ subject }) => subject);
  expect(subjects).toEqual([
    'Coming to you: Three novels from Second-Hand Books',
    'Out for delivery today: Three novels from Second-Hand Books',
    'We missed you: Three novels',
    'Arrived at the depot in Gothenburg: Three novels from Second-Hand Books',
    'Delivered to your neighbour: Three novels',
    'Delivered: Three novels to Jane',
    'Not delivered (bad weather): Three novels to Jane',
    'Two stops away: Three novels from Second-Hand Books',
  ]);
});

it.each([
  ['A set of nine hand-painted porcelain cups and saucers', 'A set of nine hand-painted porcelain…'],
  ['x'.repeat(200), `${'x'.repeat(40)}…`],
  ['😀'.repeat(200), `${'😀'.repeat(40)}…`],
  [`Cups\r\nBcc: evil@example.com\u2028\0\u202eterces`, 'Cups Bcc: evil@example.com terces'],
])('cuts and cleans what someone wrote for a subject: %j', (description, shown) => {
  const { subject } = statusChangedMail(site, { ...about, ...news, description, status: 'delivered' });
  expect(subject).toBe(`Delivered: ${shown}`);
});

it('names the window, its zone and the stops before, where they are known', () => {
  const today = { state: 'out' as const, day: '2026-11-28', confirmedAt: '2026-11-28T13:00:00Z', stopsBefore: 9 };
  const known = { ...today, from: '2026-11-28T18:10:00Z', to: '2026-11-28T19:30:00Z' };
  const textOf = (of?: typeof today) =>
    statusChangedMail(site, {
      ...about,
      ...news,
      status: 'delivery',
      ...promised({ status: 'delivery', today: of }, new Date('2026-11-28T14:00:00Z')),
    }).text;
  const parcel = 'with your parcel: Three novels from Second-Hand Books.';
  expect(textOf(known)).toContain(
    `Your courier comes today between 01:10 PM and 02:30 PM EST ${parcel} Stops before yours: 9. Can’t be there?`,
  );
  expect(textOf(today)).toContain(`Your courier comes today ${parcel} Stops before yours: 9.`);
  expect(textOf()).toContain(`Your courier comes today ${parcel} Can’t be there?`);
});

it('does not say today of what went out on another day', () => {
  const { subject } = statusChangedMail(site, { ...about, ...news, status: 'delivery', when: new Date(0) });
  expect(subject).toBe('Out for delivery: Three novels from Second-Hand Books');
});

it('of a failed visit says why, when and what comes next', () => {
  const attempt = { ...about, kind: 'delivery-attempted', reason: 'consignee_not_home' } as const;
  const visit = { ...attempt, when: new Date('2026-11-22T13:05:00Z') };
  const next = (step: NextStep) => ({ next: { ...step, says: sayNextStep(step, 'receiver'), acts: [], days: [] } });
  const { text, html } = deliveryAttemptMail(site, { ...visit, ...next({ kind: 'again', isInVan: true }) });
  for (const body of [text, html])
    for (const part of [
      'We may try again today.',
      'Nobody home',
      'support@waybill.test',
      '22 Nov 2026, 08:05 AM EST',
      'Hello Jane,',
    ])
      expect(body).toContain(part);
  expect(deliveryAttemptMail(site, { ...visit, ...next({ kind: 'again' }) }).text).toContain(
    'We try again on another day.',
  );
  const refused = deliveryAttemptMail(site, { ...visit, ...next({ kind: 'desk', isInVan: true }) });
  expect(refused.text).toContain('It goes back to our depot. Our desk decides what happens to it.');
  expect(refused.text).not.toContain('agree on a day');
  const turnedAway = { ...visit, reason: 'consignee_refused' as const, ...next({ kind: 'desk', isInVan: true }) };
  expect(deliveryAttemptMail(site, turnedAway).text).toMatch(/refused at the door: .+\n+It goes back to our depot\./);
});

it('shows its first sentence beside the subject in an inbox', () => {
  const due = promised({ status: 'shipped', deliveryDate: '2026-12-01T12:00:00Z' }, new Date('2026-11-28T14:00:00Z'));
  const { html } = statusChangedMail(site, { ...about, ...news, ...due, status: 'shipped' });
  expect(
    html
      .replace(/<title>.*?<\/style>/s, '')
      .replace(/<[^>]*>/g, '')
      .trim(),
  ).toMatch(
    /^Your parcel is on its way and should arrive by Tuesday 1 December: Three novels from Second-Hand Books\./,
  );
});

it('lists what was held back, and the brand’s own sentences above and below', () => {
  const own = { ...site, above: 'Merry <Christmas>!', below: 'We plant trees.' };
  const { text, html } = statusChangedMail(own, {
    ...about,
    ...news,
    also: ['Shipped: A <lamp>', 'and 2 more'],
    status: 'delivered',
  });
  expect(text).toMatch(
    /^Merry <Christmas>!\n[\s\S]*Since our last email:\nShipped: A <lamp>\nand 2 more\n[\s\S]*We plant trees.\n/,
  );
  expect(html).toContain('Merry &lt;Christmas&gt;!');
  expect(html).toContain('Since our last email:<br>Shipped: A &lt;lamp&gt;<br>and 2 more');
});

it('of many parcels links each with its own code', () => {
  const rows = ['first', 'second'].map((code) => ({
    trackingId: '1234567890123456',
    description: `The ${code}`,
    status: 'held' as const,
    toPay: 0,
    link: `https://waybill.test/track/1234567890123456#code=${code}`,
  }));
  const { subject, text, html } = statusSummaryMail(site, { rows, link, also: [] });
  expect(subject).toBe('Held: The first and 1 more');
  for (const body of [text, html]) for (const row of rows) expect(body).toContain(row.link);
  const toPay = rows.map((row) => ({ ...row, toPay: 1_250 }));
  expect(statusSummaryMail(site, { rows: toPay, link, also: [] }).text).toContain('The second ($1,250.00 to pay)');
});

it('says to its receiver what to have ready, and to nobody else', () => {
  const status = 'delivery';
  const today = { state: 'out' as const, day: '2026-11-28', confirmedAt: when.toISOString(), stopsBefore: 9 };
  const out = (facts: Partial<PromiseFacts>, to = about) =>
    statusChangedMail(site, { ...to, ...news, status, ...promised({ status, today, ...facts }) }).text;
  const both = { cod: 1_250, code: 'required' as const };
  expect(out(both)).toContain(
    'Please have ready: $1,250.00 to pay in cash or by card at the door, and the code on its page.',
  );
  expect(out({ cod: 1_250 })).toContain('Please have ready: $1,250.00 to pay in cash or by card at the door.');
  for (const text of [
    out({}),
    out(both, toSender as unknown as typeof about),
    out({ cod: 1_250, paid: { method: 'before', amount: 1_250 } }),
    out({ cod: 1_250, status: 'delivered' }),
  ])
    expect(text).not.toContain('have ready');
});

it('is one message without anything else in a letter', () => {
  const { subject, text } = composeMail(site, { subject: 'A\u202e\nB', paragraphs: ['One.'] });
  expect([subject, text]).toEqual(['A B', 'One.\n\nWaybill\nsupport@waybill.test']);
});

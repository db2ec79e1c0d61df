/** What the page of a shipment says of now and next. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../tests/components/api.ts';
import { readDescriptions } from '../../tests/components/descriptions.ts';
import { setOnline } from '../../tests/components/device.ts';
import { expectAccessible, expectShown } from '../../tests/components/expectations.ts';
import { BILL, PAYMENT } from '../../tests/components/managed-money.ts';
import { openAgain, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../tests/components/people.ts';
import { DETAILS, OVERVIEW, TRACKING_ID } from '../../tests/components/shipments.ts';
import { untilStored } from '../../tests/components/stored.ts';
import { noteServerTime } from '../api/calls/server-clock.ts';
import type { ShipmentDetails, Today, TrackedShipment } from '../domain/shipment.ts';
import type { ShipmentStatus } from '../domain/shipment-status.ts';

const path = `/track/${TRACKING_ID}`;
const shows = (shipment: TrackedShipment, bills = [] as (typeof BILL)[]): Api => ({
  shipment: { getShipmentByTrackingId: () => shipment },
  bill: { getBills: () => bills },
});
const day = '2026-11-25';
const at = (clock: string) => `${day}T${clock}:00.000Z`;
const OUT: Today = { state: 'out', day, stopsBefore: 4, confirmedAt: at('12:05') };
const WINDOW: Today = { ...OUT, from: at('13:10'), to: at('14:40') };
const on = (today: Today): TrackedShipment => ({
  ...DETAILS,
  status: 'delivery',
  visits: [],
  today,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at('12:10')) });
  onTestFinished(() => void vi.useRealTimers());
});

test.each<[ShipmentStatus, steps: string[]]>([
  ['shipped', ['Done: Label created', 'Now: Shipped', 'Next: Out for delivery', 'Later: Delivered']],
  ['held', ['Done: Label created', 'Now: Held', 'Next: Out for delivery', 'Later: Delivered']],
  ['delivered', ['Done: Label created', 'Done: Shipped', 'Done: Out for delivery', 'Now: Delivered']],
])('a visitor sees how far a parcel is that is %s, and what comes next', async (status, steps) => {
  await openPage(path, { api: shows({ ...OVERVIEW, status }) });
  const list = page.getByRole('region', { name: 'Progress' }).getByRole('listitem');
  expect(list.elements().map(({ textContent }) => textContent)).toEqual(steps);
  expect(list.elements().filter((step) => step.ariaCurrent === 'step')).toHaveLength(1);
  await expect.element(page.getByText(/before yours|On a run/)).not.toBeInTheDocument();
  await expectAccessible();
});

test('a cancelled parcel has no progress, only why', async () => {
  await openPage(path, { api: shows({ ...OVERVIEW, status: 'cancelled' }) });
  await expect.element(page.getByText('Shipment cancelled')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Progress' })).not.toBeInTheDocument();
});

test.each<[what: string, today: Today, title: string, text: RegExp]>([
  [
    'a parcel on a run',
    { state: 'on-a-run', day, confirmedAt: at('12:05') },
    'On a run for Wednesday 25 November',
    /Once the courier is out/,
  ],
  ['a parcel without a window', OUT, 'Out for delivery, 4 stops before yours', /As of 12:05 PM/],
  ['the next one', { ...OUT, stopsBefore: 0 }, 'Out for delivery, the next stop is yours', /As of 12:05 PM/],
  [
    'a window',
    WINDOW,
    'Today between 01:10 PM and 02:40 PM (UTC)',
    /Out for delivery, 4 stops before yours. As of 12:05 PM/,
  ],
  ['a window that is over', { ...WINDOW, to: at('12:00') }, 'Out for delivery, 4 stops before yours', /As of/],
  [
    'one that was tried',
    { state: 'out', day, confirmedAt: at('12:05') },
    'Out for delivery',
    /couldn’t deliver it yet. As of/,
  ],
])('%s sees what to expect today', async (_, today, title, text) => {
  await openPage(path, { as: CUSTOMER, api: shows(on(today)) });
  const notice = page.getByRole('status').filter({ hasText: 'As of' });
  await expect.element(notice.getByText(title, { exact: true })).toBeVisible();
  await expect.element(notice).toMatchTextContent(text);
  await expectAccessible();
});

test('the label says the window, which visitors do not learn', async () => {
  const estimate = () => readDescriptions()['Estimated delivery'];
  await openPage(path, { as: CUSTOMER, api: shows(on(WINDOW)) });
  await expect.poll(estimate).toBe('Today, 01:10 PM to 02:40 PM (UTC)');
  await openPage(path, { api: shows(OVERVIEW) });
  await expect.poll(estimate).toBe('Information not available');
});

test.each([
  ['an agreed day', { kind: 'day', day: '2026-11-30' }, 'Monday 30 November', 'We’ll do so.'],
  [
    'a day that became a day off',
    { kind: 'day', day: '2026-11-29' },
    'Monday 30 November',
    'It comes on Monday 30 November instead.',
  ],
  ['a hold at the depot', { kind: 'hold', day: null }, 'Collection at our depot', 'We’ll do so.'],
] as const)('the label and the choice say what %s promises', async (_, choice, says, confirmed) => {
  const choices = {
    made: [
      {
        id: 'a',
        text: '',
        name: '',
        party: 'receiver',
        state: 'counted',
        askedAt: '2026-11-25T12:00:00.000Z',
        ...choice,
      },
    ],
    options: [],
    days: ['2026-11-28', '2026-11-30'],
  } satisfies ShipmentDetails['choices'];
  await openPage(path, { as: CUSTOMER, api: shows({ ...DETAILS, status: 'held', choices }) });
  await expect.poll(() => readDescriptions()['Estimated delivery']).toBe(says);
  await expect.element(page.getByText(confirmed)).toBeVisible();
});

test('without a network the last word of today stays, with its age', async () => {
  await openPage(path, { as: CUSTOMER, api: shows(on(WINDOW)) });
  setOnline(false);
  await expectShown(
    'Today between 01:10 PM and 02:40 PM (UTC)',
    page.getByText(/4 stops before yours. As of 12:05 PM/),
  );
});

/** Opens the page on a device that knows the person, until it has stored what the page shows. */
async function openAndStore(today: Today): Promise<void> {
  await openPage(path, { as: CUSTOMER, api: shows(on(today)) });
  await untilStored('profile');
  await openAgain({ as: CUSTOMER });
  await untilStored('tracked-shipment', TRACKING_ID);
}

test('a new start without a network reads today from the device, with its age', async () => {
  await openAndStore(WINDOW);
  setOnline(false);
  for (const _ of ['once', 'twice', 'three times']) {
    await openAgain({ as: CUSTOMER });
    await expectShown(
      'Today between 01:10 PM and 02:40 PM (UTC)',
      page.getByText(/4 stops before yours. As of 12:05 PM/),
    );
    await expectShown(page.getByText(/^Last updated/));
  }
});

test('a window that ends while the page is open is no longer shown', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(at('12:10')) });
  await openPage(path, { as: CUSTOMER, api: shows(on(WINDOW)) });
  await expectShown('Today between 01:10 PM and 02:40 PM (UTC)');
  vi.setSystemTime(Date.parse(at('14:40')));
  vi.advanceTimersByTime(60_000);
  await expectShown('Out for delivery, 4 stops before yours');
});

test.each<[what: string, today: Today, later: string]>([
  ['of a run', { state: 'on-a-run', day, confirmedAt: at('12:05') }, '2026-11-26T00:00:00.000Z'],
  ['of a courier who was not heard for half a day', WINDOW, '2026-11-26T00:06:00.000Z'],
])('a device says nothing of yesterday, %s', async (_, today, later) => {
  await openAndStore(today);
  await expectShown(page.getByText(/As of 12:05 PM/));
  setOnline(false);
  vi.setSystemTime(Date.parse(later));
  await openAgain({ as: CUSTOMER });
  await expectShown(page.getByRole('region', { name: 'Progress' }));
  await expect.element(page.getByText(/As of/)).not.toBeInTheDocument();
});

test('a window after midnight belongs to its run’s day', async () => {
  vi.setSystemTime(Date.parse('2026-11-26T00:05:00.000Z'));
  const late = { ...OUT, confirmedAt: '2026-11-26T00:01:00.000Z', from: '2026-11-26T00:20:00.000Z' };
  await openPage(path, { as: CUSTOMER, api: shows(on({ ...late, to: '2026-11-26T01:10:00.000Z' })) });
  await expectShown('Today between 12:20 AM and 01:10 AM (UTC)', page.getByText(/As of 12:01 AM/));
});

test('a device with a wrong clock uses the server’s', async () => {
  const note = (time: number) =>
    noteServerTime(new Response(null, { headers: { date: new Date(time).toUTCString() } }));
  note(Date.parse(at('12:10')));
  vi.setSystemTime(Date.parse('2026-11-28T09:00:00.000Z'));
  note(Date.parse(at('12:10')));
  onTestFinished(() => note(Date.now()));
  await openPage(path, { as: CUSTOMER, api: shows(on(WINDOW)) });
  await expectShown('Today between 01:10 PM and 02:40 PM (UTC)', page.getByText(/As of 12:05 PM/));
});

test('a bill says to whom and how it is paid', async () => {
  await openPage(path, { as: CUSTOMER, api: shows(DETAILS, [{ ...BILL, payment: PAYMENT }]) });
  const online = page.getByRole('link', { name: 'Pay $148.20 online' });
  await expect.element(online).toHaveAttribute('href', PAYMENT.link);
  await expectShown(
    'Payment of $148.20 required',
    page.getByText(/^Or pay Waybill by bank transfer/),
    'DE89 3704 0044 0532 0130 00',
    'North Parcels',
  );
  await expect.element(page.getByRole('img', { name: 'RF18 5390 0754 7034' })).toBeVisible();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Copy IBAN' }).click();
  expect(write).toHaveBeenCalledWith(PAYMENT.account?.accountNumber);
  await expectAccessible();
});

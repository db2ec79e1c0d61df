import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, callsOf, inputsOf, noAnswer, rejecting, serve } from '../../tests/components/api.ts';
import { textsOf } from '../../tests/components/descriptions.ts';
import { expectAccessible, expectShown, toastOf } from '../../tests/components/expectations.ts';
import { BILL } from '../../tests/components/managed-money.ts';
import { address, openAgain, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../tests/components/people.ts';
import { ACTIVITY, DETAILS, OVERVIEW, TRACKING_ID } from '../../tests/components/shipments.ts';
import type { Activity } from '../domain/activity.ts';
import { texts } from '../domain/errors.ts';
import type { TrackedShipment } from '../domain/shipment.ts';
import type { ShipmentStatus } from '../domain/shipment-status.ts';
import { SENT_ID, type Sent } from '../domain/tracked-page.ts';
import { takeLinkCodes } from '../features/tracking/link-code.ts';

const path = `/track/${TRACKING_ID}`;
const detailedPath = `${path}?detailed=true`;
const link = `${location.origin}${path}`;
const shows = (shipment: TrackedShipment): Api => ({
  shipment: { getShipmentByTrackingId: () => shipment },
  bill: { getBills: () => [] },
});
const timeline = page.getByRole('list', { name: 'Timeline' });

/** Entries are an hour apart. The label has been created. */
const activityOf = (...statuses: ShipmentStatus[]): Activity[] => [
  ACTIVITY,
  ...statuses.map((status, index): Activity => {
    const at = new Date(Date.parse(ACTIVITY.createdAt) + (index + 1) * 3_600_000).toISOString();
    return { ...ACTIVITY, id: `activity-${index}`, kind: 'status', status, createdAt: at, occurredAt: at };
  }),
];

test('a visitor sees an overview with masked names, and no bill', async () => {
  await openPage(path, { api: { shipment: { getShipmentByTrackingId: () => ({ ...OVERVIEW, status: 'held' }) } } });
  await expect.element(page.getByRole('heading', { name: 'W482 07K1 59XQ', level: 1 })).toBeVisible();
  const views = page.getByRole('navigation', { name: 'View' }).getByRole('link');
  await expect.poll(textsOf(views)).toEqual(['Overview', 'Detailed view']);
  for (const words of ['Status', 'Estimated delivery', 'Held in warehouse', 'No images']) {
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  }
  await expectShown('E••• S•••••', 'Monday 16/11/2026');
  await expect.element(page.getByText('Payment of')).not.toBeInTheDocument();
  expect(document.title).toBe('W482 07K1 59XQ – Waybill');
  expect(document.querySelector<HTMLMetaElement>('meta[name=robots]')?.content).toBe('noindex');
  await expectAccessible();
});

test('who has several parcels reads where each is while they are apart', async () => {
  const places = ['Parcels 1, 3: Still with its sender', 'Parcel 2: Collected, in a van'];
  await openPage(path, { as: CUSTOMER, api: shows({ ...DETAILS, parcels: 3, places }) });
  await expectShown(...places);
  await expectAccessible();
});

const OPENED_BY_CODE: Api = {
  shipment: {
    getShipmentByTrackingId: (_, { context }) =>
      context.grant === 'a-grant' ? { ...DETAILS, viewer: 'grant', receiverLinked: true } : OVERVIEW,
    verifyShipmentCode: () => ({ grant: 'a-grant', expiresAt: new Date(Date.now() + 3_600_000).toISOString() }),
  },
  bill: { getBills: () => [] },
};

function arriveWith(code: string): void {
  history.replaceState(null, '', `${path}#code=${code}`);
  takeLinkCodes();
}

test('the link in the email opens the details, and leaves no code in the address', async () => {
  arriveWith('K3N7P2QX9WDE');
  expect(location.hash).toBe('');
  await openPage(path, { api: OPENED_BY_CODE });
  await expect.element(timeline.getByRole('heading', { name: 'Label created' })).toBeVisible();
  expect(address()).toBe(detailedPath);
  expect(inputsOf('shipment.verifyShipmentCode')).toEqual([{ id: OVERVIEW.id, code: 'K3N7P2QX9WDE' }]);
});

test('a link opens the details again without an answer, and without its code nothing does', async () => {
  arriveWith('K3N7P2QX9WDE');
  await openPage(path, { api: OPENED_BY_CODE });
  await expect.element(timeline).toBeVisible();
  serve({ shipment: { verifyShipmentCode: noAnswer } });
  for (const [code, isOpen] of [
    ['ANOTHERCODE2', false],
    ['K3N7P2QX9WDE', true],
  ] as const) {
    sessionStorage.clear();
    arriveWith(code);
    await openAgain();
    await expect.element(isOpen ? timeline : page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  }
});

test('a link that is pasted where the shipment is open opens the details, too', async () => {
  takeLinkCodes();
  await openPage(path, { api: OPENED_BY_CODE });
  await expectShown('E••• S•••••');
  location.hash = '#code=K3N7P2QX9WDE';
  await expect.element(timeline.getByRole('heading', { name: 'Label created' })).toBeVisible();
  expect(location.href).not.toContain('code');
  expect(inputsOf('shipment.verifyShipmentCode')).toEqual([{ id: OVERVIEW.id, code: 'K3N7P2QX9WDE' }]);
});

test('a code in a link that is wrong is said where it can be corrected', async () => {
  arriveWith('OLD-CODE');
  const wrong = { code: ['That code doesn’t match this shipment.'] };
  await openPage(path, {
    api: {
      shipment: {
        getShipmentByTrackingId: () => OVERVIEW,
        verifyShipmentCode: rejecting('BAD_REQUEST', 'Check the form.', wrong),
      },
    },
  });
  await expect.element(page.getByText('That code doesn’t match this shipment.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveValue('OLD-CODE');
  expect(inputsOf('shipment.verifyShipmentCode')).toHaveLength(1);
});

test('the private code opens the details; a wrong one says so', async () => {
  const isOpen = (context: Record<string, unknown>) => context.grant === 'a-grant';
  const wrong = { code: ['That code doesn’t match this shipment.'] };
  await openPage(path, {
    api: {
      shipment: {
        getShipmentByTrackingId: (_, { context }) =>
          isOpen(context) ? { ...DETAILS, viewer: 'grant', receiverLinked: false } : OVERVIEW,
        verifyShipmentCode: rejecting('BAD_REQUEST', 'Check the form.', wrong),
      },
      bill: { getBills: () => [BILL] },
    },
  });
  await page.getByRole('link', { name: 'Detailed view' }).click();
  expect(address()).toBe(detailedPath);
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect.element(code).toBeVisible();
  const offer = page.getByText('Does this shipment belong to you?');
  await expect.element(offer).not.toBeInTheDocument();
  await code.fill('WRONG-CODE');
  await page.getByRole('button', { name: 'Show details' }).click();
  await expect.element(page.getByText('That code doesn’t match this shipment.')).toBeVisible();
  await expect.element(code).toHaveValue('WRONG-CODE');
  await expectAccessible();

  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  serve({ shipment: { verifyShipmentCode: () => ({ grant: 'a-grant', expiresAt }) } });
  await code.fill('k3n7 p2qx 9wde');
  await page.getByRole('button', { name: 'Show details' }).click();
  await expect.element(timeline.getByRole('heading', { name: 'Label created' })).toBeVisible();
  expect(inputsOf('shipment.verifyShipmentCode').at(-1)).toEqual({ id: OVERVIEW.id, code: 'k3n7 p2qx 9wde' });
  await expectShown('Payment of $148.20 required', page.getByText(BILL.summary), offer);
  expect(callsOf('bill.getBills').map(({ context }) => isOpen(context))).not.toContain(false);
  await expectAccessible();

  // The grant stays for this tab.
  await openAgain();
  await expect.element(timeline).toBeVisible();
  sessionStorage.clear();
  await openAgain();
  await expect.element(code).toBeVisible();
});

/** The newest is first, the current one in brackets. */
const shownSteps = () =>
  [...document.querySelectorAll('ol[aria-label=Timeline] > li')].map((step) => {
    const words = `${step.querySelector('h3')?.textContent}: ${step.querySelector('h3 + span')?.textContent}`;
    return step.getAttribute('aria-current') === 'step' ? `[${words}]` : words;
  });

test.for<[status: ShipmentStatus, past: ShipmentStatus[], steps: string[]]>([
  ['in-progress', [], ['Delivered: Not yet', '[Label created: Started]']],
  [
    'shipped',
    ['shipped', 'held', 'shipped'],
    ['Delivered: Not yet', 'Held: Completed', '[Shipped: Now]', 'Label created: Completed'],
  ],
  ['cancelled', ['cancelled'], ['Delivered: Not delivered', '[Cancelled: Now]', 'Label created: Completed']],
  ['failed', ['failed'], ['Delivered: Not delivered', '[Failed: Now]', 'Label created: Completed']],
  ['delivered', ['shipped', 'delivered'], ['[Delivered: Completed]', 'Shipped: Completed', 'Label created: Completed']],
])('the timeline of a shipment that is %s marks its step', async ([status, past, steps]) => {
  await openPage(detailedPath, { as: CUSTOMER, api: shows({ ...DETAILS, status, activity: activityOf(...past) }) });
  await expect.element(timeline).toBeVisible();
  await expect.poll(shownSteps).toEqual(steps);
  const title = { cancelled: 'Shipment cancelled', failed: 'Shipment failed' }[status as string];
  if (title) await expect.element(page.getByText(title, { exact: true })).toBeVisible();
  const reason = page.getByText('This shipment has been cancelled. It will be returned to the sender.');
  await expect.poll(() => reason.elements()).toHaveLength(status === 'cancelled' ? 1 : 0);
  await expectAccessible();
});

test('a delivered shipment shows when, by the clock of the device', async () => {
  const activity = activityOf('shipped', 'delivered');
  const deliveredAt = '2026-11-17T23:30:00.000Z';
  activity[2] = { ...activity[2], occurredAt: deliveredAt, createdAt: deliveredAt } as Activity;
  // It was shipped the day before by the brand’s clock, UTC.
  const shipment = { ...DETAILS, status: 'delivered', activity, shipDate: '2026-11-16T23:30:00.000Z' } as const;
  await openPage(detailedPath, { as: CUSTOMER, api: shows(shipment) });
  const label = page.getByLabelText('Shipping label');
  await expect.element(label.getByText('Delivered', { exact: true }).first()).toBeVisible();
  await expect.element(label.getByText('Wednesday 18/11/2026 - 12:30 AM')).toBeVisible();
  const [step] = timeline.getByRole('listitem').elements();
  expect(step?.querySelector('time')?.dateTime).toBe(deliveredAt);
  await expect.element(page.getByText('Information not available')).not.toBeInTheDocument();

  await page.getByRole('link', { name: 'Overview' }).click();
  await expect.element(page.getByText('Monday 16/11/2026')).toBeVisible();
});

test('a linked shipment says so instead of asking for codes', async () => {
  await openPage(`${path}?view=link`, { as: CUSTOMER, api: shows(DETAILS) });
  const dialog = page.getByRole('dialog', { name: 'Link shipment' });
  await expect.element(dialog.getByText('This shipment is already linked to an account.')).toBeVisible();
  await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument();
  await expectAccessible();
  await dialog.getByText('Close', { exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe(path);
});

function embed(sent: Sent): void {
  const element = document.createElement('script');
  Object.assign(element, { type: 'application/json', id: SENT_ID, textContent: JSON.stringify(sent) });
  document.body.append(element);
}

test('the shipment that came with the page is shown without asking again', async () => {
  embed({ shipment: OVERVIEW, at: Date.now() });
  await openPage(path);
  await expect.element(page.getByText('E••• S•••••')).toBeVisible();
  expect(inputsOf('shipment.getShipmentByTrackingId')).toEqual([]);
});

test('an owner sees the full names, although the page came for everyone', async () => {
  embed({ shipment: OVERVIEW, at: Date.now() });
  await openPage(path, { as: CUSTOMER, api: shows(DETAILS) });
  await expect.element(page.getByText('Elin Strand')).toBeVisible();
});

test.for([
  ['a visitor', undefined],
  ['a customer', CUSTOMER],
] as const)('a page that came without a shipment leads %s to the form', async ([, as]) => {
  embed({ shipment: null, at: Date.now() });
  await openPage(path, { as });
  await expect.element(page.getByRole('alert')).toMatchTextContent('Shipment not found');
  expect(address()).toBe('/track?error=Shipment%20not%20found');
  await expect.poll(() => inputsOf('auth.profile')).toHaveLength(as ? 1 : 0);
  expect(inputsOf('shipment.getShipmentByTrackingId')).toEqual([]);
});

test('an address with an unknown ID leads to the form', async () => {
  const getShipmentByTrackingId = rejecting('NOT_FOUND', texts.shipmentNotFound);
  await openPage('/track/w482-07k1-59xx', { api: { shipment: { getShipmentByTrackingId } } });
  await expect.element(page.getByRole('alert')).toMatchTextContent('Shipment not found');
  expect(address()).toBe('/track?error=Shipment%20not%20found');
  expect(inputsOf('shipment.getShipmentByTrackingId')).toEqual([{ trackingId: 'W48207K159XX' }]);
});

const share = page.getByRole('button', { name: 'Share tracking link' });
const writesClipboard = () => vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();

/** No headless browser has Web Share, so this ends as the test says. */
function giveShare(end: () => Promise<void>) {
  const given = vi.fn(end);
  const canShare = ({ url = '' }: ShareData) => URL.canParse(url);
  Object.defineProperties(navigator, {
    share: { configurable: true, value: given },
    canShare: { configurable: true, value: canShare },
  });
  return {
    given,
    [Symbol.dispose]() {
      for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
    },
  };
}

test('a tracking link is shared with another app; cancelling shows nothing', async () => {
  const written = writesClipboard();
  using sharing = giveShare(async () => undefined);
  await openPage(detailedPath, { as: CUSTOMER, api: shows(DETAILS) });
  await share.click();
  expect(sharing.given.mock.calls).toEqual([[{ title: 'Shipment W482 07K1 59XQ', url: link }]]);

  sharing.given.mockRejectedValueOnce(new DOMException('no', 'AbortError'));
  await share.click();
  expect(sharing.given).toHaveBeenCalledTimes(2);
  expect(written).not.toHaveBeenCalled();

  // A browser that does not let us use it copies instead.
  sharing.given.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
  await share.click();
  await expect.element(toastOf('Tracking link copied')).toBeVisible();
  await expect.poll(() => toastOf('Tracking link copied').elements()).toHaveLength(1);
  expect(written.mock.calls).toEqual([[link]]);
});

test('without sharing the link is copied by key, or a message says why not', async () => {
  const written = writesClipboard();
  await openPage(path, { api: shows(OVERVIEW) });
  share.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('Tracking link copied')).toBeVisible();
  expect(written.mock.calls).toEqual([[link]]);
  await expectAccessible();

  written.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await share.click();
  await expectShown(toastOf('Tracking link not copied'), toastOf('Copy it from the address bar.'));
});

test.each([
  ['to be paid', undefined, '$499.00 to be paid in cash or by card at the door'],
  ['paid', { counted: false }, /\$499\.00 Paid in cash Monday 16\/11\/2026 - \d\d:02 [AP]M$/],
  ['counted', { counted: true }, /, counted$/],
])('cash on delivery is %s', async (_state, paid, says) => {
  const payment = { method: 'cash' as const, amount: 499, at: '2026-11-16T12:02:00.000Z' };
  await openPage(path, {
    as: CUSTOMER,
    api: shows({ ...DETAILS, cod: 499, paid: paid && { ...payment, ...paid } }),
  });
  const item = page.getByRole('definition').filter({ hasText: '$499.00' });
  await expect.element(item).toMatchTextContent(says);
  // The links of emails and texts open the other view.
  await page.getByRole('link', { name: 'Detailed view' }).click();
  await expect.element(timeline).toBeVisible();
  const notice = page.getByText('$499.00 to be paid in cash or by card at the door', { exact: true });
  await expect.poll(() => notice.elements().length).toBe(paid ? 0 : 1);
});

test('cash on delivery can be paid now, with a reference for the bank', async () => {
  const account = { accountName: 'North', accountNumber: 'DE89370400440532013000', bankName: 'B', routingNumber: 'R' };
  const payAhead = { reference: 'RF18539007547034', amount: 499, link: null, account, isIban: true, qr: null };
  await openPage(path, { as: CUSTOMER, api: shows({ ...DETAILS, cod: 499, payAhead }) });
  await expectShown('You can pay the $499.00 now', 'Then the courier collects nothing.');
  await page.getByText('How to pay').click();
  await expectShown(page.getByRole('button', { name: 'Copy Reference' }));
  await expectAccessible();
});

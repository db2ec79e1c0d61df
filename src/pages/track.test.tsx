import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { manifest } from '../../build/manifest.ts';
import { inputsOf, rejecting, serve } from '../../tests/components/api.ts';
import { allowOnConsole } from '../../tests/components/console.ts';
import { expectAccessible, expectShown, expectWords } from '../../tests/components/expectations.ts';
import { address, DESKTOP, openPage, PHONE } from '../../tests/components/open-page.tsx';
import { OVERVIEW } from '../../tests/components/shipments.ts';
import { VALID_ID } from '../../tests/components/tracking.ts';
import { texts } from '../domain/errors.ts';
import { composeTestTrackingId } from '../domain/tracking-id.ts';
import { MIN_LOOKUP_MS } from '../features/tracking/lookup.ts';

const field = page.getByLabelText('Tracking ID');
const track = page.getByRole('button', { name: 'Track shipment' });
const alert = page.getByRole('alert');
const lookUps = () => inputsOf('shipment.getShipmentByTrackingId');
const finds = { shipment: { getShipmentByTrackingId: () => ({ ...OVERVIEW, trackingId: VALID_ID }) } };
const getShipmentByTrackingId = rejecting('NOT_FOUND', texts.shipmentNotFound);
const findsNothing = { shipment: { getShipmentByTrackingId } };
const TEST_ID = composeTestTrackingId(new Uint8Array(10));

/** A lookup takes at least two seconds; the page’s timers go on by themselves otherwise. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
}

/** It also ends the last one’s progress. */
async function endLookup(count: number): Promise<void> {
  await expect.poll(lookUps).toHaveLength(count);
  await vi.advanceTimersByTimeAsync(MIN_LOOKUP_MS);
}

test('the page says what it is for, and who sees details', async () => {
  await openPage('/track');
  await expectShown(page.getByRole('heading', { name: 'Track shipment' }), 'Enter tracking ID to track shipment.');
  await expect.element(page.getByPlaceholder('Tracking ID')).toBeVisible();
  const note = page.getByText(/^For extra security/);
  await expect
    .element(note)
    .toMatchTextContent(
      'For extra security detailed information about shipment is only available to the shipment sender or receiver. You must be signed in to view them.',
    );
  await expectAccessible();
});

test.for(['', '   '])('an ID of %j is asked for in the field', async (nothing) => {
  await openPage('/track');
  await field.fill(nothing);
  await track.click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription('Tracking ID is required.');
  expect(address()).toBe('/track');
  await field.fill('W');
  await expect.element(page.getByText('Tracking ID is required.')).not.toBeInTheDocument();
});

test('an unknown ID shows an error, at the earliest after two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await openPage('/track', { api: findsNothing });
  await field.fill('nonsense');
  await track.click();
  await expect.element(page.getByText('Looking for')).toMatchTextContent('Looking for nonsense');
  await expect.poll(lookUps).toEqual([{ trackingId: 'N0NSENSE' }]);
  await vi.advanceTimersByTimeAsync(MIN_LOOKUP_MS - 1);
  await expect.element(page.getByText('Looking for')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(1);
  await expectWords(alert, 'Failed to track shipment', 'Shipment not found');
  await expect.element(field).toHaveValue('nonsense');
  vi.useRealTimers();
  await expectAccessible();
});

test('the ID of a test shipment says that nothing travels, typed or in its link', async () => {
  const sentence = 'This ID belongs to a test shipment. It doesn’t travel, so there is nothing to track.';
  fakeTimers();
  await openPage('/track', { api: findsNothing });
  await field.fill(TEST_ID);
  await track.click();
  await endLookup(1);
  await expect.element(alert).toMatchTextContent(sentence);
  vi.useRealTimers();
  await openPage(`/track/${TEST_ID}`);
  await expect.element(alert).toMatchTextContent(sentence);
});

test('the same ID is looked up again', async () => {
  fakeTimers();
  await openPage('/track', { api: findsNothing });
  await field.fill('W48207K159XX');
  await track.click();
  await endLookup(1);
  await expect.element(alert).toMatchTextContent('Shipment not found');
  await track.click();
  await endLookup(2);
  await expect.element(alert).toMatchTextContent('Shipment not found');
});

test('an ID is found however it is typed, and in a pasted letter', async () => {
  fakeTimers();
  await openPage('/track', { api: finds });
  await field.fill('w482 07k1 59x1');
  await track.click();
  await endLookup(1);
  await expect.poll(address).toBe(`/track/${VALID_ID}`);

  await openPage('/track');
  const letter = `Dear customer, ${'your parcel is on its way to you. '.repeat(5)}Tracking ID: W482 07K1 59X1. Thank you!`;
  await field.fill(letter);
  await track.click();
  await endLookup(2);
  await expect.poll(address).toBe(`/track/${VALID_ID}`);
  expect(lookUps()).toEqual([{ trackingId: VALID_ID }, { trackingId: VALID_ID }]);
});

test('an address that was cut off, or has only spaces, finds nothing', async () => {
  allowOnConsole(/malformed URL segment/);
  await openPage('/track/W48207K159%', { api: findsNothing });
  await expect.element(alert).toMatchTextContent('Shipment not found');
  const before = lookUps().length;
  await openPage('/track?trackingId=%20%20');
  await expect.element(page.getByText('You must be signed in to view them.')).toBeVisible();
  expect(lookUps()).toHaveLength(before);
});

/** The installed app opens what other apps share, and links of its protocol, there. */
const { share_target: target, protocol_handlers: [handler] = [] } = manifest('Waybill');
const whenFollowed = (link: string) => handler?.url.replace('%s', encodeURIComponent(link)) ?? '';
const whenShared = (what: { title?: string; text?: string; url?: string }) =>
  `${target?.action}?${new URLSearchParams(what)}`;

test('a shared text opens the shipment it names, and Back skips it', async () => {
  fakeTimers();
  const { router } = await openPage('/login', { api: finds });
  expect(target).toMatchObject({ method: 'GET', params: { title: 'title', text: 'text', url: 'url' } });
  const text = 'Hello, your parcel w482 07k1 59x1 left from Porto today.';
  await router.navigate(whenShared({ title: 'Message', text }));
  await endLookup(1);
  await expect.element(page.getByRole('heading', { name: 'W482 07K1 59X1' })).toBeVisible();
  expect(address()).toBe(`/track/${VALID_ID}`);
  history.back();
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(address()).toBe('/login');
});

test.for([
  ['a shared link', whenShared({ url: `https://elsewhere.example/track/${VALID_ID}?detailed=true` })],
  ['a link of the app’s own kind', whenFollowed(`web+waybill:${VALID_ID}`)],
] as const)('%s opens the shipment', async ([, opened]) => {
  fakeTimers();
  await openPage(opened, { api: finds });
  await endLookup(1);
  await expect.poll(address).toBe(`/track/${VALID_ID}`);
});

test('a shared text without an ID is put in the field, with a message', async () => {
  fakeTimers();
  await openPage(whenShared({ title: 'Dinner', text: '<img src=x onerror=alert(1)> on Friday' }), { api: finds });
  await expect.element(alert).toMatchTextContent('Failed to track shipment');
  await expect
    .element(alert)
    .toMatchTextContent('We couldn’t find a tracking ID in what you shared. Type it, or scan the code on the parcel.');
  await expect.element(field).toHaveValue('<img src=x onerror=alert(1)> on Friday Dinner');
  await expectAccessible();
  // A mail filter has wrapped the pasted link.
  const link = encodeURIComponent(`https://elsewhere.example/track/${VALID_ID}?detailed=true`);
  await field.fill(`<https://eur01.safelinks.protection.outlook.com/?url=${link}&data=05%7C02&reserved=0>.`);
  await userEvent.keyboard('{Enter}');
  await endLookup(1);
  await expect.poll(address).toBe(`/track/${VALID_ID}`);
});

test('of a long shared text the field takes a hundred characters', async () => {
  await openPage(whenShared({ text: 'parcel '.repeat(200) }));
  await expect.element(alert).toMatchTextContent('We couldn’t find a tracking ID in what you shared.');
  const { value } = field.element() as HTMLInputElement;
  expect(value).toBe('parcel '.repeat(200).slice(0, 100));
});

test('a server that is busy shows its reason, and a retry finds the shipment', async () => {
  fakeTimers();
  const busy = rejecting('SERVICE_UNAVAILABLE', 'The service is busy.');
  await openPage('/track', { api: { shipment: { getShipmentByTrackingId: busy } } });
  await field.fill(VALID_ID);
  await track.click();
  await expect.poll(lookUps).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(MIN_LOOKUP_MS);
  await expect.element(alert).toMatchTextContent('The service is busy.');
  serve(finds);
  await page.getByRole('button', { name: 'Try again' }).click();
  await endLookup(3);
  await expect.poll(address).toBe(`/track/${VALID_ID}`);
});

test('the note is below the form on a phone, and beside it on a desktop', async () => {
  await openPage('/track', { size: PHONE });
  const note = page.getByText(/^For extra security/);
  const boxes = () => [note, field].map((one) => one.element().getBoundingClientRect()) as [DOMRect, DOMRect];
  await expect.element(note).toBeVisible();
  const [below, above] = boxes();
  expect(below.top).toBeGreaterThan(above.bottom);
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await expect.poll(() => boxes()[0].left - boxes()[1].right).toBeGreaterThan(0);
});

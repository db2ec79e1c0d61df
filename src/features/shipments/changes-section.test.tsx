import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, inputsOf, serve } from '../../../tests/components/api.ts';
import { setHidden, setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectLink, expectShown, expectWords } from '../../../tests/components/expectations.ts';
import { HOME } from '../../../tests/components/home.ts';
import { openAgain, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { ACTIVITY, onePage, SUMMARY, TRACKING_ID } from '../../../tests/components/shipments.ts';
import { untilStored } from '../../../tests/components/stored.ts';
import type { ShipmentSummary } from '../../domain/shipment.ts';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-20T12:00:00.000Z');
const SEEN_AT_FIRST = '2026-11-20T11:59:30.000Z';
const SEEN_LATER = '2026-11-20T12:30:30.000Z';

const changes = page.getByRole('region', { name: 'Since your last visit' });
const CHANGED: ShipmentSummary = {
  ...SUMMARY,
  latestActivity: { ...ACTIVITY, comment: 'Left the sorting centre', address: 'Maia terminal' },
};
const responses = (until: string, ...data: ShipmentSummary[]): Api => ({
  shipment: { ...HOME.shipment, getChanges: () => ({ data, total: data.length, until }) },
});

const untilSeen = (until: string) =>
  expect.poll(() => localStorage.getItem('last-visit')).toContain(`"until":"${until}"`);

/** Looks at another tab for so long. */
function lookAway(minutes: number): void {
  setHidden(true);
  vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
  setHidden(false);
}

test('what has changed since the last visit is above the lists', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  await openPage('/', { as: CUSTOMER, api: responses(SEEN_AT_FIRST, CHANGED) });
  await expect.element(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await untilSeen(SEEN_AT_FIRST);
  // Nothing has changed on the first visit.
  await expect.element(changes).not.toBeInTheDocument();
  // A short pause ends no visit.
  lookAway(29);
  await expect.element(changes).not.toBeInTheDocument();

  serve(responses(SEEN_LATER, CHANGED));
  lookAway(31);
  const row = changes.getByRole('row', { name: SUMMARY.description });
  await expectWords(row, 'Left the sorting centre', 'Maia terminal', 'In progress');
  expect(inputsOf('shipment.getChanges').at(-1)).toEqual({ since: SEEN_AT_FIRST });
  await expect.poll(() => changes.getByRole('row').elements()).toHaveLength(2);
  await expectLink(changes.getByRole('link', { name: SUMMARY.description }), `/track/${TRACKING_ID}`);
  await expectAccessible();

  // A reload is the same visit.
  await openAgain();
  await expect.element(row).toBeVisible();
  expect(inputsOf('shipment.getChanges').at(-1)).toEqual({ since: SEEN_AT_FIRST });

  await untilSeen(SEEN_LATER);
  // What was seen is no news on the next visit.
  serve(responses(SEEN_LATER));
  lookAway(31);
  await expect.poll(() => inputsOf('shipment.getChanges').at(-1)).toEqual({ since: SEEN_LATER });
  await expect.element(changes).not.toBeInTheDocument();
});

test('without a network the lists stay, with their changes and age, however long', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  const lists = { getShipments: () => onePage([SUMMARY]) };
  await openPage('/', { as: CUSTOMER, api: responses(SEEN_AT_FIRST) });
  await untilSeen(SEEN_AT_FIRST);
  serve({ shipment: { ...responses(SEEN_LATER, CHANGED).shipment, ...lists } });
  lookAway(31);
  await expect.element(changes).toBeVisible();
  await openAgain();
  await expectShown(page.getByRole('table', { name: 'Incoming shipments' }), changes);
  await untilStored('own-shipments', SUMMARY.id);

  setOnline(false);
  vi.setSystemTime(Date.now() + 90 * MINUTE_MS);
  const { client } = await openAgain();
  await expect.element(changes).toBeVisible();
  await expect.element(page.getByRole('table', { name: 'Incoming shipments' })).toMatchTextContent(SUMMARY.description);
  await expect.element(page.getByText(/^Last updated .* You’re offline\.$/)).toBeVisible();
  // A second try would come with the network, in the next test.
  await expect.poll(() => client.isFetching()).toBe(0);
});

/** Late is not empty: a page waits for the device's storage, says so, and shows what comes first. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, noAnswer, serve, silence } from '../../tests/components/api.ts';
import { button, expectSaved, link, openWithRun } from '../../tests/components/courier-phone.ts';
import { newRun, started, stopPath } from '../../tests/components/courier-runs.ts';
import { restartWithLateStorage, setOnline } from '../../tests/components/device.ts';
import { expectAccessible } from '../../tests/components/expectations.ts';
import { PROFILE } from '../../tests/components/home.ts';
import { closePage, openPage } from '../../tests/components/open-page.tsx';
import { readOutbox } from '../../tests/components/outbox.ts';
import { CUSTOMER } from '../../tests/components/people.ts';
import { onePage, SUMMARY } from '../../tests/components/shipments.ts';
import { untilStored } from '../../tests/components/stored.ts';
import { discardDrafts } from '../offline/drafts.ts';
import { openLastingDraft } from '../offline/lasting-drafts.ts';

const waiting = page.getByRole('status').filter({ hasText: 'Waiting for this device’s storage.' });
const noResponse = page.getByText('No response');
const firstStop = link('Next stop: 1');

const NETWORKS = {
  good: () => undefined,
  silent: silence,
  refused: () => serve({ auth: { profile: noAnswer }, courier: { getRun: noAnswer } }),
};

const cells = [1_000, 3_000, 10_000, 30_000].flatMap((ms) =>
  (Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]).map((network) => ({ ms, network })),
);

test.each(cells)('storage that is $ms ms late shows a run, the network being $network', async ({ ms, network }) => {
  const { courier } = await openWithRun('/courier', started(newRun([1, 1])));
  await expect.element(firstStop).toBeVisible();
  await untilStored('courier-run', 'Receiver 1');
  await closePage();
  NETWORKS[network]();
  restartWithLateStorage(ms);
  await openPage('/courier', { as: courier });
  if (network === 'good') await expect.element(firstStop).toBeVisible();
  if (ms > 1_000) await expect.element(waiting).toBeVisible();
  for (let passed = 1_500; passed < ms; passed += 500) {
    await vi.advanceTimersByTimeAsync(500);
    expect(noResponse.query()).toBeNull();
  }
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(firstStop).toBeVisible();
  await expect.element(waiting).not.toBeInTheDocument();
});

test.each([
  ['/packages', 'own-shipments', SUMMARY.description],
  ['/profile', 'profile', CUSTOMER.email],
])('%s comes by itself once late storage has answered', async (path, name, words) => {
  serve({ shipment: { getShipments: () => onePage([SUMMARY]) }, ...PROFILE });
  await openPage(path, { as: CUSTOMER });
  await untilStored(name);
  await closePage();
  silence();
  restartWithLateStorage(10_000);
  await openPage(path, { as: CUSTOMER });
  await expect.element(waiting).toBeVisible();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(page.getByRole('main').getByText(words)).toBeVisible();
  expect(noResponse.query()).toBeNull();
});

test('the server is asked again while storage is late', async () => {
  await openPage('/packages', { as: CUSTOMER, api: { shipment: { getShipments: () => onePage([]) } } });
  await untilStored('profile');
  await closePage();
  restartWithLateStorage(60_000);
  await openPage('/packages', { as: CUSTOMER });
  serve({ auth: { profile: noAnswer } });
  await expect.element(waiting).toBeVisible();
  await expect.poll(() => inputsOf('auth.profile').length).toBeGreaterThan(0);
  serve({ auth: { profile: () => CUSTOMER }, shipment: { getShipments: () => onePage([SUMMARY]) } });
  dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('main').getByText(SUMMARY.description)).toBeVisible();
  await expect.element(waiting).toBeVisible();
  await expectAccessible();
});

test('an unsent visit is shown, and sent once, after late storage', async () => {
  const run = started(newRun([1, 1]));
  const { courier } = await openWithRun(stopPath(run, 0, '?view=problem'), run);
  await untilStored('courier-run');
  setOnline(false);
  await button('Nobody home').click();
  await expectSaved('Nobody home, Receiver 1');
  await closePage();
  restartWithLateStorage(10_000);
  await openPage('/profile', { as: courier, api: PROFILE });
  await expect.element(waiting).toBeVisible();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(link('Outbox, 1 unsent')).toBeVisible();
  expect(await readOutbox()).toHaveLength(1);
});

test('what was entered before late storage was read overwrites nothing', async () => {
  const run = started(newRun([1]));
  const path = stopPath(run, 0, '?view=deliver');
  const { courier } = await openWithRun(path, run);
  await button('Neighbour').click();
  await page.getByLabelText('Neighbour’s name').fill('Karin Ek');
  const readDraft = () => openLastingDraft(`visit ${run.stops[0]?.id}`)?.read();
  await expect.poll(readDraft).toMatchObject({ name: 'Karin Ek' });
  await closePage();
  discardDrafts();
  restartWithLateStorage(10_000);
  await openPage(path, { as: courier });
  await button('Neighbour').click();
  await button('Add a note').click();
  await page.getByLabelText('Note').fill('Blue door');
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(page.getByLabelText('Neighbour’s name')).toHaveValue('Karin Ek');
  await expect.poll(readDraft).toMatchObject({ name: 'Karin Ek', note: 'Blue door' });
});

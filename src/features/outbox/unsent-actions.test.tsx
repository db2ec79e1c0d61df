import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  type Api,
  callsOf,
  held,
  inputsOf,
  noAnswer,
  Rejection,
  rejecting,
  serve,
} from '../../../tests/components/api.ts';
import { textsOf } from '../../../tests/components/descriptions.ts';
import { fillDevice, setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown, expectWords, toastOf } from '../../../tests/components/expectations.ts';
import { openAgain, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { readOutbox, storedLocation, storedStatus, watchBadge, writeOutbox } from '../../../tests/components/outbox.ts';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED } from '../../../tests/components/shipments.ts';
import { untilStored } from '../../../tests/components/stored.ts';
import type { ShipmentStatus } from '../../domain/shipment-status.ts';

const path = `/manager/shipments/${MANAGED.id}`;
const pending = page.getByRole('region', { name: 'Not sent yet' });
const outboxLink = page.getByRole('banner').getByRole('link', { name: /^Outbox/ });
const allSent = page.getByText('Everything has been sent.');
const noRoom = 'This device is out of space. Nothing was sent.';

const shipment: Api = {
  shipmentAdmin: { getShipment: () => MANAGED },
  billAdmin: { getShipmentBills: () => [] },
  runAdmin: { exceptions: () => [] },
};

const openShipment = () => openPage(path, { as: MANAGER, size: TABLET, api: shipment });

/** Returns what arrived, in order. */
function serveUpdates(): string[] {
  const arrived: string[] = [];
  serve({
    shipmentAdmin: {
      updateShipmentActivity: ({ comment }) => {
        arrived.push(comment);
        return { ok: true };
      },
      updateShipment: (input) => {
        arrived.push('status' in input ? String(input.status) : 'details');
        return { ok: true };
      },
    },
  });
  return arrived;
}

async function addLocation(comment: string, place = ''): Promise<void> {
  await page.getByRole('link', { name: 'Add new location' }).click();
  await page.getByLabelText('Comment').fill(comment);
  await page.getByLabelText('Address').fill(place);
  await page.getByRole('button', { name: 'Add location' }).click();
}

async function setStatus(status: ShipmentStatus): Promise<void> {
  const field = page.getByLabelText('Status', { exact: true });
  await page.getByRole('link', { name: 'Update shipment status' }).click();
  await field.selectOptions(status);
  await page.getByRole('button', { name: 'Update status' }).click();
  await expect.element(field).not.toBeInTheDocument();
}

/** Nothing is tried again by itself until the test says so. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

const passTimeUntil = (isSo: () => unknown) =>
  expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(500);
      return isSo();
    })
    .toBeTruthy();

const texts = textsOf(pending.getByRole('listitem'));

test('what is done offline waits on its shipment, newest first', async () => {
  const badge = watchBadge();
  await openShipment();
  await expect.element(outboxLink).not.toBeInTheDocument();
  setOnline(false);
  await addLocation('Loaded in the dark', 'Canary Quay 4');
  await expect.element(page.getByLabelText('Comment')).not.toBeInTheDocument();
  await setStatus('held');
  await expect
    .poll(texts)
    .toEqual([
      expect.stringMatching(/Status changed to Held.*Waiting to send/s),
      expect.stringMatching(/Loaded in the dark.*Canary Quay 4.*Waiting to send/s),
    ]);
  await expect.element(outboxLink).toHaveAccessibleName('Outbox, 2 unsent');
  expect(badge()).toBe(2);
  const brand = page.getByRole('banner').getByText('Waybill', { exact: true }).element();
  expect(brand.scrollWidth).toBe(brand.clientWidth);
  await expectAccessible();
  // Nothing says that it was done.
  expect(page.getByText(/^(Location added|Status updated)$/).elements()).toEqual([]);
});

test('what waits is listed offline, and sent in order once online', async () => {
  const badge = watchBadge();
  await openPage('/track', { as: MANAGER });
  await untilStored('profile');
  setOnline(false);
  await writeOutbox([storedLocation('Loaded in the dark'), storedStatus('delivery'), storedStatus('held')]);
  await openPage('/outbox');
  const entries = page.getByRole('main').getByRole('listitem');
  await expect.element(page.getByText('You’re offline', { exact: true })).toBeVisible();
  await expectShown('Waiting items are sent once you’re back online.', entries.nth(2));
  await expect.poll(() => entries.all()).toHaveLength(3);
  expect(badge()).toBe(3);
  await expectAccessible();

  const arrived = serveUpdates();
  setOnline(true);
  await expect.element(allSent).toBeVisible();
  expect(arrived).toEqual(['Loaded in the dark', 'delivery', 'held']);
  await expect.element(outboxLink).not.toBeInTheDocument();
  await expect.poll(badge).toBe(null);
  expect(await readOutbox()).toEqual([]);
});

test('what waits is still there after the app has started again offline', async () => {
  await openShipment();
  await untilStored('managed-shipment');
  setOnline(false);
  await addLocation('Loaded in the dark');
  await expect.element(toastOf('Waiting to send')).toBeVisible();
  await openAgain();
  await expect.element(pending).toMatchTextContent('Loaded in the dark');
  await expect.element(outboxLink).toHaveAccessibleName('Outbox, 1 unsent');
});

test('input that the server would reject is rejected offline too', async () => {
  await openShipment();
  setOnline(false);
  await page.getByRole('link', { name: 'Add new location' }).click();
  await page.getByRole('button', { name: 'Add location' }).click();
  const missing = page.getByText('Enter an address or a comment.');
  await expect.element(missing).toBeVisible();
  await page.getByLabelText('Address').fill('C');
  await expect.element(missing).not.toBeInTheDocument();
  expect(await readOutbox()).toEqual([]);
});

test('an action without a response is sent again under its key', async () => {
  await openShipment();
  const durabilities: unknown[] = [];
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    const begun = begin.apply(this, given);
    if (this.name === 'waybill-outbox' && begun.mode === 'readwrite') durabilities.push(begun.durability);
    return begun;
  });
  stopTimers();
  serve({ shipmentAdmin: { updateShipmentActivity: noAnswer } });
  await addLocation('Said once');
  await expectShown(toastOf('Waiting to send'), 'We’ll send it as soon as you’re back online.');
  await expect.element(pending).toMatchTextContent('Said once');
  // What is reported as saved survives a loss of power.
  expect(new Set(durabilities)).toEqual(new Set(['strict']));

  await expect.element(page.getByLabelText('Comment')).not.toBeInTheDocument();
  await outboxLink.click();
  serveUpdates();
  await passTimeUntil(() => allSent.query());
  const keys = callsOf('shipmentAdmin.updateShipmentActivity').map(({ context }) => context.idempotencyKey);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
});

test('an unsent action is sent with any other call that succeeds', async () => {
  const { client } = await openShipment();
  serve({ shipmentAdmin: { updateShipmentActivity: noAnswer }, auth: { profile: noAnswer } });
  stopTimers();
  await addLocation('While the server was away');
  // Closed once the first try has failed.
  await expect.element(page.getByLabelText('Comment')).not.toBeInTheDocument();
  await outboxLink.click();
  const sendNow = page.getByRole('button', { name: 'Send now' });
  // Each failed try doubles the wait, which is now several seconds.
  const countTries = () => inputsOf('shipmentAdmin.updateShipmentActivity').length;
  for (let click = 0; click < 4; click += 1) {
    const before = countTries();
    await sendNow.click();
    await expect.poll(countTries).toBeGreaterThan(before);
    await expect.element(sendNow).not.toHaveAttribute('aria-busy');
  }
  const arrived = serveUpdates();
  serve({ auth: { profile: () => MANAGER } });
  await client.refetchQueries();
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(() => arrived).toEqual(['While the server was away']);
});

test('what the server fails to do can be tried again', async () => {
  await openShipment();
  stopTimers();
  const message = 'Something went wrong. Please try again.';
  serve({ shipmentAdmin: { updateShipmentActivity: rejecting('INTERNAL_SERVER_ERROR', message) } });
  await addLocation('At a bad moment');
  await expect.element(page.getByLabelText('Comment')).not.toBeInTheDocument();
  await outboxLink.click();
  await expectShown('Not sent yet. Retrying.', page.getByText(message));
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  const before = inputsOf('shipmentAdmin.updateShipmentActivity').length;
  await tryAgain.click();
  await expect.poll(() => inputsOf('shipmentAdmin.updateShipmentActivity').length).toBeGreaterThan(before);
  const arrived = serveUpdates();
  await passTimeUntil(() => arrived.length);
  await expect.element(allSent).toBeVisible();
  expect(arrived).toEqual(['At a bad moment']);
});

test('a status rejected after its form was left waits for review', async () => {
  await openShipment();
  const { answer, reject } = held<{ ok: true }>();
  serve({ shipmentAdmin: { updateShipment: answer } });
  await page.getByRole('link', { name: 'Update shipment status' }).click();
  await page.getByLabelText('Status', { exact: true }).selectOptions('held');
  await page.getByRole('button', { name: 'Update status' }).click();
  await expect.poll(() => inputsOf('shipmentAdmin.updateShipment')).toHaveLength(1);
  history.back();
  await expect.element(page.getByLabelText('Status', { exact: true })).not.toBeInTheDocument();
  reject(new Rejection('CONFLICT', 'The status has changed.'));
  await expect.element(pending).toMatchTextContent('Needs review');
  await pending.getByRole('link', { name: 'Review' }).click();
  await expect.element(page.getByText('Someone else changed the status.')).toBeVisible();
});

test('logging out warns that unsent actions are lost, and Cancel keeps them', async () => {
  await writeOutbox([storedLocation('Never sent')]);
  await openPage('/track', { as: MANAGER, api: { shipmentAdmin: { updateShipmentActivity: noAnswer } } });
  await expect.element(outboxLink).toHaveAccessibleName('Outbox, 1 unsent');
  await untilStored('profile');
  setOnline(false);
  await openPage('/profile');
  await page.getByRole('button', { name: 'Logout' }).click();
  const dialog = page.getByRole('alertdialog');
  await expectWords(dialog, '1 action has not been sent', 'Logging out discards it.');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await readOutbox()).toHaveLength(1);
});

test('the browser is asked to keep its storage once something waits', async () => {
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false);
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true);
  await openShipment();
  setOnline(false);
  await expect.element(page.getByText(/You’re offline\.$/)).toBeVisible();
  expect(persist).not.toHaveBeenCalled();
  await addLocation('On the quay');
  await expect.element(pending).toMatchTextContent('Waiting to send');
  await expect.poll(() => persist.mock.calls.length).toBeGreaterThan(0);
});

test('a full device says offline that nothing was sent', async () => {
  await openShipment();
  setOnline(false);
  await fillDevice();
  await addLocation('No room for this');
  await expect.element(page.getByRole('alert').filter({ hasText: noRoom })).toBeVisible();
  await expect.element(page.getByLabelText('Comment')).toHaveValue('No room for this');
  expect(await readOutbox()).toEqual([]);
});

test('a full device sends what it has once, and the rest immediately', async () => {
  await writeOutbox([storedStatus('held'), storedStatus('delivery'), storedLocation('Put on a shelf')]);
  const arrived: string[] = [];
  const keys = new Set<unknown>();
  let tries = 0;
  serve({
    shipmentAdmin: {
      // The server applies the first one, and its response never arrives.
      updateShipment: (input, { context }) => {
        tries += 1;
        if (!keys.has(context.idempotencyKey)) arrived.push('status' in input ? String(input.status) : '');
        keys.add(context.idempotencyKey);
        return tries === 1 ? noAnswer() : { ok: true };
      },
      updateShipmentActivity: ({ comment }) => {
        arrived.push(comment);
        return { ok: true };
      },
    },
  });
  await fillDevice();
  await openShipment();
  await expect.poll(() => arrived).toEqual(['held', 'delivery', 'Put on a shelf']);
  expect(tries).toBe(3);
  await expect.element(outboxLink).not.toBeInTheDocument();
  await addLocation('No room for this');
  await expect.element(toastOf('Location added')).toBeVisible();
  expect(arrived.at(-1)).toBe('No room for this');
  await expect.element(page.getByLabelText('Comment')).not.toBeInTheDocument();
});

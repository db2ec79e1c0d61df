import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, inputsOf, Rejection } from '../../tests/components/api.ts';
import { setOnline } from '../../tests/components/device.ts';
import { expectAccessible, expectWords, toastOf } from '../../tests/components/expectations.ts';
import { openPage } from '../../tests/components/open-page.tsx';
import * as outbox from '../../tests/components/outbox.ts';
import { CUSTOMER, MANAGER } from '../../tests/components/people.ts';
import { ACTIVITY, MANAGED } from '../../tests/components/shipments.ts';
import { untilStored } from '../../tests/components/stored.ts';

const { readOutbox, rowOfNewerVersion, storedLocation, storedRow, storedStatus, writeOutbox } = outbox;

const entries = page.getByRole('main').getByRole('list').getByRole('listitem');
const reviews = entries.filter({ hasText: 'Needs review' });
const allSent = page.getByText('Everything has been sent.');
const question = page.getByRole('alertdialog');
const outboxLink = page.getByRole('banner').getByRole('link', { name: /^Outbox/ });

async function openOffline(rows: readonly object[]): Promise<void> {
  await openPage('/track', { as: MANAGER });
  await untilStored('profile');
  setOnline(false);
  await writeOutbox(rows);
  await openPage('/outbox');
}

test('rows say what they are about, and why they were not sent', async () => {
  const problem = { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong.', fieldErrors: {} };
  const rejection = { code: 'NOT_FOUND', message: 'Not found.', fieldErrors: {} };
  await openOffline([
    storedLocation('At a bad moment', { problem }),
    storedLocation('Rejected', { state: 'review', problem: rejection }),
    storedStatus('held', { clockOffset: -86_400_000 }),
  ]);
  await expect.poll(() => entries.all()).toHaveLength(3);
  await expectWords(entries.nth(0), 'Not sent yet. Retrying.', 'Something went wrong.');
  await expectWords(entries.nth(1), 'Rejected by the server', 'Needs review');
  await expect.element(entries.nth(2)).toMatchTextContent('Status changed to Held');
  await expectWords(entries.nth(2), 'This device’s clock is 1 day ahead. This is the server’s time.');
  await expectAccessible();
});

test('an unreadable row holds nothing up, and can be discarded', async () => {
  await writeOutbox([{ opId: 'half', procedure: 'shipmentAdmin.up' }, storedLocation('Behind the half')]);
  const api: Api = { shipmentAdmin: { updateShipmentActivity: () => ({ ok: true }) } };
  await openPage('/outbox', { as: MANAGER, api });
  await expect
    .poll(() => inputsOf('shipmentAdmin.updateShipmentActivity'))
    .toMatchObject([{ comment: 'Behind the half' }]);
  const half = entries.filter({ hasText: 'Unreadable item' });
  await half.getByRole('button', { name: 'Discard' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(allSent).toBeVisible();
  expect(await readOutbox()).toEqual([]);
});

test('what a newer version stored waits for an update, undiscardable', async () => {
  await writeOutbox([rowOfNewerVersion()]);
  await openPage('/outbox', { as: MANAGER });
  await expect.element(entries).toMatchTextContent('Update to send');
  await expect.element(page.getByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('a long queue shows its first hundred, and what needs a person', async () => {
  const rows: object[] = Array.from({ length: 150 }, (_, place) => storedLocation(`Stop ${place + 1}`));
  const problem = { code: 'NOT_FOUND', message: 'Not found.', fieldErrors: {} };
  rows[120] = storedLocation('Needs a person', { state: 'review', problem });
  await openOffline(rows);
  // Finding so many by role would take seconds.
  const count = () => document.querySelectorAll('main ul > li').length;
  await expect.poll(count).toBe(101);
  expect(document.querySelector('main ul > li:last-of-type')?.textContent).toContain('Needs a person');
  await expect.element(page.getByText('49 more items, waiting to be sent')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(count).toBe(150);
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('another user’s rows are only counted, and most can be discarded', async () => {
  const userId = CUSTOMER.id;
  await writeOutbox([
    storedLocation('Left behind', { userId }),
    storedRow('courier.position', { stop: 'Linnégatan 8' }, { userId }),
  ]);
  await openPage('/track', { as: MANAGER });
  await expect.element(outboxLink).toHaveAccessibleName('Outbox, 2 unsent from another user');
  await outboxLink.click();
  await expect.element(page.getByText('2 unsent actions from another user')).toBeVisible();
  await expect.element(page.getByText('Left behind')).not.toBeInTheDocument();
  await expect.element(entries).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(question).toMatchTextContent('1 unsent action from another user will be lost.');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByText('1 unsent action from another user', { exact: true })).toBeVisible();
  expect(await readOutbox()).toMatchObject([{ procedure: 'courier.position' }]);
});

describe('a status that someone else has changed', () => {
  const at = '2026-11-17T11:00:00.000Z';
  // The entry’s kind tells when the status changed, however its comment is worded.
  const change = { ...ACTIVITY, id: 'theirs', kind: 'status', comment: 'Now theirs', status: 'delivered' } as const;
  const activity = [ACTIVITY, { ...change, createdAt: at, occurredAt: at }];
  const isTheirs: Api = {
    shipmentAdmin: {
      getShipment: () => ({ ...MANAGED, status: 'delivered', statusVersion: 2, activity }),
      updateShipment: (input) => {
        if ('baseStatusVersion' in input && input.baseStatusVersion === 1)
          throw new Rejection('CONFLICT', 'The status has changed.');
        return { ok: true };
      },
      updateShipmentActivity: () => ({ ok: true }),
    },
  };
  async function openConflict(): Promise<void> {
    await writeOutbox([storedStatus('held'), storedLocation('Put on a shelf'), storedStatus('delivery')]);
    await openPage('/outbox', { as: MANAGER, api: isTheirs });
    await expect.element(reviews.getByRole('button', { name: 'Keep mine' })).toBeEnabled();
  }
  const statuses = () => inputsOf('shipmentAdmin.updateShipment');

  test('is shown beside theirs, with their times, and holds up statuses only', async () => {
    await openConflict();
    await expect.element(reviews.getByText('Someone else changed the status.')).toBeVisible();
    const [mine, theirs] = [reviews.getByRole('definition').first(), reviews.getByRole('definition').last()];
    await expect.element(mine).toMatchTextContent('Held');
    await expect.element(theirs).toMatchTextContent('Delivered');
    await expect.element(theirs.getByRole('time')).toHaveAttribute('datetime', '2026-11-17T11:00:00.000Z');
    await expect.poll(() => entries.all()).toHaveLength(2);
    expect(inputsOf('shipmentAdmin.updateShipmentActivity')).toMatchObject([{ comment: 'Put on a shelf' }]);
    expect(statuses()).toMatchObject([{ status: 'held' }]);
    await expectAccessible();
  });

  test('is sent over theirs, and then what waited behind it', async () => {
    await openConflict();
    await reviews.getByRole('button', { name: 'Keep mine' }).click();
    await expect.element(allSent).toBeVisible();
    expect(statuses()).toMatchObject([
      { status: 'held', baseStatusVersion: 1 },
      { status: 'held', baseStatusVersion: 2 },
      { status: 'delivery' },
    ]);
  });

  test('becomes a note', async () => {
    await openConflict();
    await reviews.getByRole('button', { name: 'Add as note' }).click();
    const note = { comment: 'Held was reported here, but the status had become Delivered' };
    await expect
      .poll(() => inputsOf('shipmentAdmin.updateShipmentActivity'))
      .toMatchObject([{ comment: 'Put on a shelf' }, note]);
  });

  test('is discarded after a double tap, which sends what waited behind it', async () => {
    await openConflict();
    // The second half of the tap doesn’t close the dialog again.
    await reviews.getByRole('button', { name: 'Discard' }).dblClick();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(statuses).toMatchObject([{ status: 'held' }, { status: 'delivery' }]);
    await expect.element(reviews).toMatchTextContent('Delivery');
    await reviews.getByRole('button', { name: 'Discard' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect.element(allSent).toBeVisible();
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('stays, and says so, while the storage fails', async () => {
    await openConflict();
    const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('No disk', 'UnknownError');
    });
    await reviews.getByRole('button', { name: 'Keep mine' }).click();
    await expect.element(toastOf('Nothing has changed')).toBeVisible();
    await reviews.getByRole('button', { name: 'Discard' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect.element(question.getByRole('alert')).toMatchTextContent('This device couldn’t open its outbox.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    broken.mockRestore();
    await expect.poll(() => entries.all()).toHaveLength(2);
    await expect.poll(statuses).toHaveLength(1);
  });
});

import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { letUndoPass } from '../../../tests/components/courier-phone.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { focusOn } from '../../../tests/components/keyboard.ts';
import { openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { readOutbox } from '../../../tests/components/outbox.ts';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage, SUMMARY, TRACKING_ID } from '../../../tests/components/shipments.ts';

const openList = (updateShipment: () => { ok: true } | Promise<never> = () => ({ ok: true })) =>
  openPage('/manager/shipments', {
    as: MANAGER,
    size: TABLET,
    api: { shipmentAdmin: { getShipments: () => onePage([SUMMARY]), updateShipment } },
  });

const statusOf = (words: string) => page.getByRole('button', { name: `${words}, change for ${TRACKING_ID}` });
const choice = (name: string) => page.getByRole('menuitemradio', { name });
const undo = page.getByRole('button', { name: 'Undo' });
const sent = () => inputsOf('shipmentAdmin.updateShipment');

test('two taps change a status, which is sent once it can’t be undone', async () => {
  await openList();
  await expectShown(page.getByTitle(/^Created \d+ \w+ ago$/));
  await statusOf('In progress').click();
  await expectAccessible();
  await choice('Held').click();
  await expectShown(statusOf('Held'), undo);
  await expectAccessible();
  expect(sent()).toEqual([]);
  serve({ shipmentAdmin: { getShipments: () => onePage([{ ...SUMMARY, status: 'held', statusVersion: 2 }]) } });
  letUndoPass();
  await expect.poll(sent).toMatchObject([{ id: MANAGED.id, status: 'held', baseStatusVersion: 1 }]);
  await expect.element(undo).not.toBeInTheDocument();
  await expectShown(statusOf('Held'));
});

test('by keyboard, a status is changed, changed again, and undone', async () => {
  await openList();
  await focusOn(statusOf('In progress'));
  await userEvent.keyboard('{Enter}');
  await expect.element(choice('In progress')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(statusOf('Delivery')).toHaveFocus();
  await expectShown('Status changed to Delivery. You can undo this.');
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
  await expect.element(statusOf('Held')).toHaveFocus();
  expect(await readOutbox()).toHaveLength(1);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(statusOf('In progress')).toHaveFocus();
  expect(await readOutbox()).toEqual([]);
  letUndoPass();
  expect(sent()).toEqual([]);
});

test('offline a status waits, and a conflict asks for review', async () => {
  await openList(rejecting('CONFLICT', 'Someone else changed the status to Delivered.'));
  await expectShown(statusOf('In progress'));
  setOnline(false);
  await statusOf('In progress').click();
  await choice('Shipped').click();
  await expectShown(undo);
  letUndoPass();
  await expectShown('Waiting to send', statusOf('Shipped'));
  setOnline(true);
  await expectShown('Needs review', statusOf('In progress'));
});

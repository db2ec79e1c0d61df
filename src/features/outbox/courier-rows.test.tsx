import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import * as phone from '../../../tests/components/courier-phone.ts';
import { newRun, started, stopPath } from '../../../tests/components/courier-runs.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown, expectWords } from '../../../tests/components/expectations.ts';
import { PROFILE } from '../../../tests/components/home.ts';
import { closePage, openAgain, openPage } from '../../../tests/components/open-page.tsx';
import { readOutbox, watchBadge } from '../../../tests/components/outbox.ts';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { deleteDatabase } from '../../offline/database.ts';

const { button, expectSaved, letUndoPass, openWithRun, silenceOutbox } = phone;
const question = page.getByRole('alertdialog');
const rows = page.getByRole('main').getByRole('listitem');

/** Reports at a stop without a network: with a photo, or as nobody home. */
async function reportOffline(path: string, withPhoto: boolean) {
  const run = started(newRun([1]));
  const opened = await openWithRun(stopPath(run, 0, path), run);
  await expect.element(button(withPhoto ? 'Recipient' : 'Nobody home')).toBeVisible();
  setOnline(false);
  await button(withPhoto ? 'Recipient' : 'Nobody home').click();
  if (withPhoto) await button('Take photo and finish').click();
  await expectSaved(withPhoto ? 'Delivered to the recipient, Receiver 1' : 'Nobody home, Receiver 1');
  return opened;
}

test('a rejected visit keeps its picture, and is sent when tried again', async () => {
  const { pictures } = await reportOffline('?view=deliver', true);
  serve({ courier: { visit: rejecting('NOT_FOUND', 'Not found.') } });
  setOnline(true);
  letUndoPass();
  await expect.element(page.getByText('Rejected: see the outbox')).toBeVisible();
  await page.getByRole('link', { name: /^Outbox/ }).click();
  const rejected = rows.filter({ hasText: 'Rejected by the server' });
  await expectWords(rejected, 'Delivered to the recipient', 'Stop, 1 parcel');
  await rejected.getByRole('button', { name: 'Discard' }).click();
  await expectWords(question, 'It won’t be sent, and neither will its pictures. This can’t be undone.');
  await expectAccessible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  serve({ courier: { visit: () => ({ ok: true }) } });
  await rejected.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Everything has been sent.')).toBeVisible();
  expect(inputsOf('courier.visit')).toHaveLength(2);
  expect(pictures).toHaveLength(1);
});

test('a delivery with its photo is one action in every count', async () => {
  const badge = watchBadge();
  await reportOffline('?view=deliver', true);
  await page.getByRole('link', { name: 'Outbox, 1 unsent' }).click();
  expect(badge()).toBe(1);
  expect(await readOutbox()).toHaveLength(2);
  await expect.element(rows).toHaveLength(1);
  await button('Open menu').click();
  await page.getByRole('dialog').getByRole('link', { name: 'My profile' }).click();
  await button('Logout').click();
  await expect.element(question).toMatchTextContent('1 action has not been sent');
  await button('Cancel').click();
  serve(PROFILE);
  setOnline(true);
  localStorage.removeItem('device-user');
  await openPage('/outbox', { as: CUSTOMER });
  await expect.element(page.getByText('1 unsent action from another user')).toBeVisible();
  await expectShown(page.getByRole('link', { name: 'Outbox, 1 unsent from another user' }), 'You’ve sent everything.');
});

test('a browser that has deleted unsent work says so, until it was read', async () => {
  await reportOffline('?view=deliver', true);
  await expect.poll(() => localStorage.getItem('waiting-to-send')).not.toBeNull();
  const { pathname } = location;
  await closePage();
  await deleteDatabase('waybill-outbox');
  setOnline(true);
  await openPage(pathname);
  const lost = page.getByRole('status').filter({ hasText: 'This browser deleted 1 unsent action.' });
  await expect.element(lost).toBeVisible();
  await expectAccessible();
  await openAgain();
  await expect.element(lost).toBeVisible();
  await lost.getByRole('button', { name: 'OK' }).click();
  await expect.element(lost).not.toBeInTheDocument();
  await openAgain();
  await expect.element(page.getByRole('heading', { name: 'My run' })).toBeVisible();
  await expect.element(lost).not.toBeInTheDocument();
});

test('logging out keeps unsent visits; others see only their number', async () => {
  await reportOffline('?view=problem', false);
  await button('Open menu').click();
  await page.getByRole('dialog').getByRole('link', { name: 'My profile' }).click();
  await button('Logout').click();
  await expect.element(question).toMatchTextContent('It stays on this device, hidden, until you log in here again.');
  await expectAccessible();
  await button('Cancel').click();
  serve(PROFILE);
  setOnline(true);
  localStorage.removeItem('device-user');
  await openPage('/outbox', { as: CUSTOMER });
  await expect.element(page.getByText('1 unsent action from another user')).toBeVisible();
  await expect.element(button('Discard')).not.toBeInTheDocument();
  await expect.element(page.getByText('Nobody home')).not.toBeInTheDocument();
});

test('logging out warns of a loss while the outbox has not been read', async () => {
  silenceOutbox();
  await openPage('/profile', { as: CUSTOMER, api: PROFILE });
  await button('Logout').click();
  await expectWords(question, 'Something may not have been sent. If you log out now, it may be lost.');
  await expectAccessible();
});

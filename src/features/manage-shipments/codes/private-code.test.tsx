import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { type Api, inputsOf } from '../../../../tests/components/api.ts';
import { DESK, SHIPMENT_PATH as path } from '../../../../tests/components/desk.ts';
import { setOnline } from '../../../../tests/components/device.ts';
import { expectAccessible, expectShown } from '../../../../tests/components/expectations.ts';
import { openPage, TABLET } from '../../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../../tests/components/people.ts';
import { ACTIVITY, MANAGED } from '../../../../tests/components/shipments.ts';
import { untilStored } from '../../../../tests/components/stored.ts';
import { readStored } from '../../../offline/stored-queries.ts';

const api: Api = {
  ...DESK,
  shipmentAdmin: {
    getShipment: () => MANAGED,
    showCodes: () => ({ senderCode: '7HK2M4PQ9RTX', receiverCode: '3WN8C5VD6YFJ' }),
  },
};
const senderCode = page.getByRole('definition').filter({ hasText: /7HK2 ?M4PQ ?9RTX/ });
const receiverCode = page.getByRole('definition').filter({ hasText: /3WN8 ?C5VD ?6YFJ/ });
const show = page.getByRole('button', { name: 'Show codes' });

async function showCodes(): Promise<void> {
  await openPage(path, { as: MANAGER, size: TABLET, api });
  await expect.element(senderCode).not.toBeInTheDocument();
  expect(inputsOf('shipmentAdmin.showCodes')).toEqual([]);
  await show.first().click();
  await expectShown(senderCode, receiverCode);
  await expect.element(show).not.toBeInTheDocument();
}

test('private codes are shown on request, and stored nowhere', async () => {
  await showCodes();
  await expectAccessible();
  await untilStored('managed-shipment');
  const stored = JSON.stringify([await readStored(), { ...localStorage }, { ...sessionStorage }]);
  expect(stored).toContain(MANAGED.description);
  expect(stored).not.toMatch(/7HK2|3WN8/);
  setOnline(false);
  await openPage(path, { size: TABLET });
  await expect.element(page.getByText('Not stored on this device. Go online to see it.').first()).toBeVisible();
  await expect.element(senderCode).not.toBeInTheDocument();
});

test('private codes are not printed, nor a word about them', async () => {
  await showCodes();
  const emulate = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => void (await emulate('')));
  await emulate('print');
  await expect.element(page.getByText('Sender email')).toBeVisible();
  for (const word of ['Sender code', 'Receiver code']) await expect.element(page.getByText(word)).not.toBeVisible();
  // What is hidden has no role.
  for (const code of [senderCode, receiverCode]) await expect.element(code).not.toBeInTheDocument();
});

test('an entry that came late says so, and one without a certain time gives a range', async () => {
  const entry = (details: object) => ({ ...ACTIVITY, kind: 'location' as const, id: crypto.randomUUID(), ...details });
  const late = { comment: 'Told late', createdAt: '2026-11-16T15:45:00.000Z' };
  const [earliestAt, createdAt] = ['2026-11-16T10:15:00.000Z', '2026-11-16T12:15:00.000Z'];
  const vague = { comment: 'By an empty battery', earliestAt, createdAt };
  const activity = [ACTIVITY, ...[{ comment: 'Told at once' }, late, vague].map(entry)];
  const shipmentAdmin = { getShipment: () => ({ ...MANAGED, activity }) };
  await openPage(path, { as: MANAGER, size: TABLET, api: { ...api, shipmentAdmin } });
  const of = (comment: string) => page.getByRole('listitem').filter({ hasText: comment });
  await expect.element(of('Told late')).toMatchTextContent('Received 5 hours later');
  await expect.element(of('Told at once')).not.toMatchTextContent('Received');
  await expect.element(of('By an empty battery')).toMatchTextContent(/between \d+:\d\d [AP]M and \d+:\d\d [AP]M/);
});

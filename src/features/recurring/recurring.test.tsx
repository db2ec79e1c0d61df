import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../tests/components/api.ts';
import { DESK } from '../../../tests/components/desk.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { address, openPage } from '../../../tests/components/open-page.tsx';
import { MANAGER, SHIPPER } from '../../../tests/components/people.ts';
import { MANAGED } from '../../../tests/components/shipments.ts';
import type { Recurring } from '../../domain/shops/recurring.ts';
import { WORK_PATHS } from '../../domain/work-paths.ts';

const CRATES: Recurring = {
  id: MANAGED.id,
  trackingId: MANAGED.trackingId,
  description: 'Two crates',
  senderName: 'Bageri Kaj',
  receiverName: 'Café Kaj',
  shipTo: 'Kaj 9, 411 04 Gothenburg',
  weekdays: [5],
  nextOn: '2026-12-04',
  problem: '',
};
const repeat = () => ({ ok: true }) as const;

test('a shop sees what comes again and when, and adds a day', async () => {
  const list = () => [CRATES];
  await openPage('/shipping/recurring', { as: SHIPPER, api: { recurring: { list, repeat } } });
  await expectShown('Every Friday', 'Next on Friday 4 December', page.getByRole('link', { name: 'Two crates' }));
  await expectAccessible();
  await page.getByRole('button', { name: 'Change days of Two crates' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'Friday' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Monday' }).click();
  await expectAccessible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectShown('Days saved');
  expect(inputsOf('recurring.repeat')).toEqual([{ id: MANAGED.id, weekdays: [1, 5] }]);
});

test('why the last one was not made is said, and that nothing repeats yet', async () => {
  const problem = '2026-11-27: This costs $5.90, but your balance is $0.00.';
  const orders = [{ ...CRATES, nextOn: null, problem }];
  await openPage('/manager/recurring', { as: MANAGER, api: { ...DESK, recurring: { list: () => orders } } });
  await expectShown(`Not made on ${problem}`, 'All these days are off', 'Bageri Kaj');
  orders.length = 0;
  await openPage('/manager/recurring', { as: MANAGER, api: { ...DESK, recurring: { list: () => orders } } });
  await expectShown('Nothing repeats yet. Open a shipment and choose Repeat.');
});

test('the desk repeats a shipment from its page', async () => {
  await openPage(`/manager/shipments/${MANAGED.id}`, {
    as: MANAGER,
    api: { ...DESK, recurring: { list: () => [], repeat } },
  });
  await page.getByRole('link', { name: 'Repeat shipment' }).click();
  await page.getByRole('checkbox', { name: 'Friday' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => inputsOf('recurring.repeat')).toEqual([{ id: MANAGED.id, weekdays: [5] }]);
  await expect.poll(address).toBe(`/manager/shipments/${MANAGED.id}`);
});

test('the worklist opens what was not made of the desk’s, and nothing of shops', async () => {
  const unmade = { ...CRATES, problem: '2026-11-27: This shipment can’t be created.' };
  const ofShop = { ...unmade, id: '0198c5f0-0000-7000-8000-0000000000aa', description: 'Of a shop', isOfShop: true };
  const made = { ...CRATES, id: '0198c5f0-0000-7000-8000-0000000000ab', description: 'Made as always' };
  const orders = [unmade, ofShop, made];
  await openPage(WORK_PATHS.recurring, { as: MANAGER, api: { ...DESK, recurring: { list: () => orders } } });
  await expectShown('Recurring orders not made', page.getByRole('link', { name: 'Two crates' }));
  const links = page.getByRole('table', { name: 'Recurring orders' }).getByRole('link');
  await expect.poll(() => links.elements()).toHaveLength(1);
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect.poll(() => links.elements()).toHaveLength(3);
  await expectAccessible();
});

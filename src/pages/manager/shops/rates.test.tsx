import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputsOf } from '../../../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../../../tests/components/expectations.ts';
import { openPage } from '../../../../tests/components/open-page.tsx';
import { ACCOUNTANT, MANAGER, SHIPPER } from '../../../../tests/components/people.ts';

const RATE = {
  id: '0198c5f0-0000-7000-8000-0000000000f1',
  userId: null,
  maxGrams: 2_000,
  country: 'Sweden',
  postcode: '41',
  fee: 5.9,
};

const SHOP = { id: SHIPPER.id, name: 'Harbour Books', email: SHIPPER.email, rates: 0 };
const rateAdmin = {
  getCod: () => ({ limit: 500 }),
  list: () => [RATE],
  shops: () => [SHOP],
  save: () => ({ id: RATE.id }),
};

test.each([
  ['the brand’s, for a shipper', '/manager/rates', 'These rates price your own parcels. Ask someone else to do it.'],
  ['one’s own', `/manager/rates?user=${ACCOUNTANT.id}`, 'This is your own account. Ask someone else to do it.'],
])('rates that price one’s own parcels are not offered to change: %s', async (_whose, path, reason) => {
  await openPage(path, { as: { ...ACCOUNTANT, roles: ['accountant', 'shipper'] }, api: { rateAdmin } });
  await expectShown('$5.90', reason);
  await expect.element(page.getByRole('button', { name: /rate$|^Change|^Delete/ })).not.toBeInTheDocument();
});

test('rates are shown beside the shops that pay them, and another is added', async () => {
  await openPage('/manager/rates', {
    as: MANAGER,
    api: { rateAdmin },
  });
  await expectShown('$5.90', page.getByRole('link', { name: 'Harbour Books' }));
  await expectAccessible();
  await page.getByRole('button', { name: 'Add rate' }).click();
  await page.getByLabelText('Up to (kg)').fill('500 g');
  await page.getByLabelText(/^Fee/).fill('4.50');
  await page.getByLabelText(/^Return fee/).fill('3');
  await page.getByLabelText(/^COD fee/).fill('1.50');
  await expectAccessible();
  await page.getByRole('button', { name: 'Save rate' }).click();
  await expect
    .poll(() => inputsOf('rateAdmin.save'))
    .toEqual([{ userId: null, maxGrams: 500, country: null, postcode: '', fee: 4.5, returnFee: 3, codFee: 1.5 }]);
});

test('a manager says how much a shop may have collected at the door', async () => {
  const api = {
    rateAdmin: { ...rateAdmin, list: () => [{ ...RATE, codFee: 1.5 }], setCod: () => ({ ok: true as const }) },
  };
  await openPage(`/manager/rates?user=${SHOP.id}`, { as: MANAGER, api });
  await expectShown('$1.50');
  const limit = page.getByLabelText(/^At most/);
  await expect.element(limit).toHaveValue('500.00');
  await expectAccessible();
  await limit.fill('750');
  await page.getByRole('button', { name: 'Save limit' }).click();
  await expect.poll(() => inputsOf('rateAdmin.setCod')).toEqual([{ userId: SHOP.id, limit: 750 }]);
  await limit.fill('');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => inputsOf('rateAdmin.setCod')[1]).toEqual({ userId: SHOP.id, limit: null });
});

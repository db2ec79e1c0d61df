import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../../../tests/components/expectations.ts';
import { openPage } from '../../../../tests/components/open-page.tsx';
import { MANAGER, SHIPPER } from '../../../../tests/components/people.ts';

const RATE = {
  id: '0198c5f0-0000-7000-8000-0000000000f1',
  userId: null,
  maxGrams: 2_000,
  country: 'Sweden',
  postcode: '41',
  fee: 5.9,
};

test('rates are shown beside the shops that pay them, and another is added', async () => {
  await openPage('/manager/rates', {
    as: MANAGER,
    api: {
      rateAdmin: {
        list: () => [RATE],
        shops: () => [{ id: SHIPPER.id, name: 'Harbour Books', email: SHIPPER.email, rates: 0 }],
        save: () => ({ id: RATE.id }),
      },
    },
  });
  await expectShown('$5.90', page.getByRole('link', { name: 'Harbour Books' }));
  await expectAccessible();
  await page.getByRole('button', { name: 'Add rate' }).click();
  await page.getByLabelText('Up to (kg)').fill('500 g');
  await page.getByLabelText(/^Fee/).fill('4.50');
  await expectAccessible();
  await page.getByRole('button', { name: 'Save rate' }).click();
  await expect
    .poll(() => inputsOf('rateAdmin.save'))
    .toEqual([{ userId: null, maxGrams: 500, country: null, postcode: '', fee: 4.5 }]);
});

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../../../tests/components/expectations.ts';
import { serveFile } from '../../../../tests/components/fetch.ts';
import { savedBy } from '../../../../tests/components/files.ts';
import { openPage, PHONE } from '../../../../tests/components/open-page.tsx';
import { ACCOUNTANT } from '../../../../tests/components/people.ts';

test('the journal is exported as the last time, and an export can be downloaded again', async () => {
  const made = { id: 'e1', format: 'sie' as const, from: '2026-10-01', until: '2026-10-31', by: 'Ann Counts' };
  const exported = { ...made, firstVoucher: 1, lastVoucher: 2_311, createdAt: '2026-11-02T09:00:00.000Z' };
  const statementAdmin = {
    duePayouts: () => ({ total: 0, payouts: [] }),
    exports: () => [exported],
    createExports: () => ({ ok: true as const }),
  };
  await openPage('/manager/payouts', { as: ACCOUNTANT, size: PHONE, api: { statementAdmin } });
  await expectShown('Vouchers 1 to 2,311', page.getByRole('cell', { name: 'SIE 4' }));
  await expectAccessible();
  serveFile(
    '/api/book-exports/e1',
    () => new Response('#', { headers: { 'content-type': 'application/octet-stream' } }),
  );
  const { name } = await savedBy(() => page.getByRole('button', { name: 'Download vouchers 1 to 2,311' }).click());
  expect(name).toBe('journal-1-2311.si');
  await page.getByLabelText('Up to this day').fill('2026-11-30');
  await page.getByRole('button', { name: 'New export' }).click();
  await expectShown('Exported');
  expect(inputsOf('statementAdmin.createExports')).toEqual([{ format: 'sie', day: '2026-11-30' }]);
});

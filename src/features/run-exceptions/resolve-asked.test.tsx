import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { OPEN_EXCEPTION } from '../../../tests/components/managed-runs.ts';
import { DESKTOP, openPage, PHONE } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { onePage, SUMMARY, TRACKING_ID } from '../../../tests/components/shipments.ts';

test.for([PHONE, DESKTOP])('a dispute is resolved in its row, with a word ($width)', async (size) => {
  const none = { id: '', name: '', day: '' };
  const dispute = { ...OPEN_EXCEPTION, kind: 'choice-disputed' as const, trackingId: TRACKING_ID, run: none };
  await openPage('/manager/shipments?work=disputes', {
    as: MANAGER,
    size,
    api: {
      shipmentAdmin: { getShipments: () => onePage([SUMMARY]) },
      runAdmin: { exceptions: () => [{ ...OPEN_EXCEPTION, id: 'another' }, dispute] },
    },
  });
  await expectShown('Disputed choices');
  await page.getByRole('button', { name: `Resolve ${TRACKING_ID}` }).click();
  await expectShown('Somebody else chose how this parcel is delivered.');
  await expectAccessible();
  serve({ shipmentAdmin: { getShipments: () => onePage([]) }, runAdmin: { resolve: () => ({ ok: true }) } });
  await page.getByRole('textbox', { name: 'What was done' }).fill('Called them.');
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect.poll(() => inputsOf('runAdmin.resolve')).toEqual([{ id: dispute.id, note: 'Called them.' }]);
  await expect.element(page.getByRole('button', { name: /Resolve/ })).not.toBeInTheDocument();
});

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../../tests/components/api.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { onePage, SUMMARY } from '../../../tests/components/shipments.ts';
import type { PrintedShipment } from '../../domain/label/printing.ts';

const PRINTED: PrintedShipment = {
  ...{ id: SUMMARY.id, trackingId: SUMMARY.trackingId, reference: 'SO-4711', service: 'Package', weight: '31.4 kg' },
  ...{ senderName: 'Tomás Pereira Instrumentos', senderCountry: 'Portugal', receiverName: 'Elin Strand' },
  ...{ receiverCountry: 'Sweden', shipTo: 'Linnégatan 8, 413 04 Gothenburg', parcels: 3, marks: ['signature', 'hold'] },
  sort: { run: 'North 2', stop: 14, day: 'Friday 27/11/2026' },
};

const openList = async (shipments: PrintedShipment[]) => {
  const api: Api = {
    shipmentAdmin: { getShipments: () => onePage([SUMMARY]) },
    shipment: { getPrintable: () => ({ shipments }) },
  };
  await openPage('/manager/shipments', { as: MANAGER, size: TABLET, api });
  await page.getByRole('checkbox').first().click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
};

test('labels show before they print, one for each parcel', async () => {
  await openList([PRINTED]);
  await expect.element(page.getByText('3 labels', { exact: true })).toBeVisible();
  await page.getByLabelText('Paper').selectOptions('a4');
  await expect.element(page.getByText('3 labels on 1 sheet')).toBeVisible();
  await page.getByLabelText('First free place').selectOptions('3');
  await expect.element(page.getByText('3 labels on 2 sheets')).toBeVisible();
  await expectAccessible();
});

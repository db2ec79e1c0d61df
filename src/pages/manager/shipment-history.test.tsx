import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage } from '../../../tests/components/shipments.ts';
import type { AuditEntry } from '../../domain/audit.ts';

const { service, weight, dimensions, senderName, receiverName, shipTo } = MANAGED;
const CREATED: AuditEntry = {
  id: '0198c5f0-0000-7000-8000-0000000000e1',
  createdAt: '2026-11-16T10:15:00.000Z',
  actor: { id: MANAGER.id, name: 'Dispatch Lovelace' },
  procedure: 'shipmentAdmin.createShipment',
  entity: 'shipment',
  entityId: MANAGED.id,
  before: null,
  after: { description: 'Parcel of Vera', service, weight, dimensions, senderName, receiverName, shipTo },
};

test('many fields of a new shipment are folded away until wanted', async () => {
  const linked = { before: { senderId: null }, after: { senderId: MANAGER.id } };
  const linking = { ...CREATED, id: MANAGED.id, procedure: 'userAdmin.verifyUser', ...linked };
  const api = { auditAdmin: { getEntries: () => onePage([linking, CREATED]) } };
  await openPage(`/manager/shipments/${MANAGED.id}/history`, { as: MANAGER, size: TABLET, api });
  await expect.element(page.getByRole('heading', { name: 'Shipment history' })).toBeVisible();
  await expectShown('Dispatch Lovelace linked the shipment to the account with its email address');
  await expect.element(page.getByText('Dispatch Lovelace created the shipment')).toBeVisible();
  await expect.element(page.getByText('Parcel of Vera', { exact: true })).not.toBeVisible();
  await page.getByText('Show 7 fields').click();
  await expect.element(page.getByText('Parcel of Vera', { exact: true })).toBeVisible();
  await expectAccessible();
  expect(inputsOf('auditAdmin.getEntries')).toContainEqual({ shipmentId: MANAGED.id, page: { page: 1 } });
});

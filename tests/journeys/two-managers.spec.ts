import { expect, goWithin, openAs, PARCEL, test, withoutWorker } from './support/journey.ts';

test('two managers overwrite nothing of each other unseen', async ({ app, page, reports }) => {
  await withoutWorker(page);
  reports.allow(/status of 4(04|09)/);
  const manager = await app.person({ email: 'edits.first@example.com', firstName: 'Ines', manager: true });
  const other = await app.person({ email: 'edits.second@example.com', manager: true });
  const { id } = await app.shipment();
  const stored = { ...PARCEL, id, deliveryDate: '2026-12-24T10:00:00.000Z' };
  await app.call(other.email, 'shipmentAdmin.updateShipment', stored);
  await openAs(page, manager.email, `/manager/shipments/${id}?view=update-info`);
  const panel = page.getByRole('region', { name: 'Update shipment info' });
  const weight = panel.getByLabel('Weight');
  await weight.fill('5 kg');
  await panel.getByLabel('Description').fill('Corrected by the first');
  await app.call(other.email, 'shipmentAdmin.updateShipment', { ...stored, weight: '99 kg', shipTo: 'Hall 4' });
  await expect(panel.getByLabel('Ship to')).toHaveValue('Hall 4');
  await page.reload();
  await expect(weight).toHaveValue('5 kg');
  await expect(panel.getByLabel('Ship to')).toHaveValue('Hall 4');
  await panel.getByRole('button', { name: 'Update shipment' }).click();
  await expect(panel.getByText('Someone else changed this to “99 kg”. Save again to replace it.')).toBeVisible();
  const rows = () => app.database.query('select description, weight, ship_to from shipments where id = $1', [id]);
  expect(await rows()).toEqual([{ description: PARCEL.description, weight: '99 kg', ship_to: 'Hall 4' }]);
  await panel.getByRole('button', { name: 'Update shipment' }).click();
  await expect(panel).toBeHidden();
  expect(await rows()).toEqual([{ description: 'Corrected by the first', weight: '5 kg', ship_to: 'Hall 4' }]);

  // Money that the other has paid is not failed, even if the choice was made before a reload.
  const user = await app.person({ email: 'paid.by.two@example.com' });
  const deposit = { userId: user.id, amount: 60, summary: 'Rent', status: 'pending' };
  const rent = await app.call<{ id: string }>(other.email, 'transactionAdmin.addDeposit', deposit);
  const dialog = page.getByRole('dialog', { name: 'Update transaction' });
  await goWithin(page, `/manager/users/${user.id}/account?view=update-transaction&id=${rent.id}`);
  await dialog.getByLabel('Status').selectOption('failed');
  await expect(dialog.locator('form')).toHaveAttribute('data-unfinished', 'true');
  const paid = { id: rent.id, amount: 60, status: 'successful' };
  await app.call(other.email, 'transactionAdmin.updateTransaction', paid);
  await page.reload();
  await expect(dialog.getByLabel('Status')).toHaveValue('failed');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toContainText('Someone else changed this transaction. It is now $60.00, successful.');
  const now = await app.database.query('select status from transactions where id = $1', [rent.id]);
  expect(now).toEqual([{ status: 'successful' }]);
});

import { expect, expectAccessible, goWithin, openAs, PARCEL, said, test, withoutWorker } from './support/journey.ts';

test('two managers who edit the same thing overwrite nothing of each other unseen, even after a reload, and learn what the other has deleted', async ({
  app,
  page,
  context,
  reports,
}) => {
  await withoutWorker(page);
  reports.allow(/status of 4(04|09)/);
  const manager = await app.person({ email: 'edits.first@example.com', firstName: 'Ines', manager: true });
  const other = await app.person({ email: 'edits.second@example.com', manager: true });

  await test.step('different fields', async () => {
    const { id } = await app.shipment();
    await openAs(page, manager.email, `/manager/shipments/${id}?view=update-info`);
    const panel = page.getByRole('region', { name: 'Update shipment info' });
    await panel.getByLabel('Description').fill('Corrected by the first');
    await panel.getByLabel('Delivery date').fill('2026-12-01T10:00');

    const theirs = { ...PARCEL, id, weight: '99 kg', shipTo: 'Hall 4', deliveryDate: '2026-12-24T10:00:00.000Z' };
    await app.call(other.email, 'shipmentAdmin.updateShipment', theirs);
    await expect(panel.getByLabel('Weight')).toHaveValue('99 kg');
    await expect(panel.getByLabel('Description')).toHaveValue('Corrected by the first');
    await expect(panel.getByLabel('Delivery date')).toHaveValue('2026-12-01T10:00');
    await expect(panel.locator('form')).toHaveAttribute('data-unfinished', 'true');
    await panel.getByRole('button', { name: 'Update shipment' }).click();
    // There was no delivery date when this one was typed: the other's is not replaced unseen.
    await expect(panel.getByText('Someone else changed this. Save again to replace it.')).toBeVisible();
    await panel.getByRole('button', { name: 'Update shipment' }).click();
    await expect(panel).toBeHidden();
    const stored = 'select description, weight, ship_to from shipments where id = $1';
    expect(await app.database.query(stored, [id])).toEqual([
      { description: 'Corrected by the first', weight: '99 kg', ship_to: 'Hall 4' },
    ]);
  });
  await test.step('a field that both have changed', async () => {
    const { id } = await app.shipment();
    const stored = { ...PARCEL, id, deliveryDate: '2026-12-24T10:00:00.000Z' };
    await app.call(other.email, 'shipmentAdmin.updateShipment', stored);
    await goWithin(page, `/manager/shipments/${id}?view=update-info`);
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
    await expect(weight).toBeFocused();
    const rows = () => app.database.query('select description, weight, ship_to from shipments where id = $1', [id]);
    expect(await rows()).toEqual([{ description: PARCEL.description, weight: '99 kg', ship_to: 'Hall 4' }]);
    await panel.getByRole('button', { name: 'Update shipment' }).click();
    await expect(panel).toBeHidden();
    expect(await rows()).toEqual([{ description: 'Corrected by the first', weight: '5 kg', ship_to: 'Hall 4' }]);
  });
  await test.step('a change by another one during a submit, which is made once', async () => {
    const { id } = await app.shipment();
    const stored = { ...PARCEL, id, deliveryDate: '2026-12-24T10:00:00.000Z' };
    await app.call(other.email, 'shipmentAdmin.updateShipment', stored);
    await goWithin(page, `/manager/shipments/${id}?view=update-info`);
    const panel = page.getByRole('region', { name: 'Update shipment info' });
    let sent = 0;
    let goOn = () => {};
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await context.route(/shipmentAdmin\.updateShipment/, async (route) => {
      sent += 1;
      await mayGoOn;
      await route.continue();
    });
    await panel.getByLabel('Description').fill('Sent once');
    await panel.getByLabel('Description').press('Enter');
    await expect.poll(() => sent).toBe(1);
    await app.call(other.email, 'shipmentAdmin.updateShipment', { ...stored, weight: '99 kg' });
    await expect(panel.getByLabel('Weight')).toHaveValue('99 kg');
    await panel.getByLabel('Description').press('Enter');
    goOn();
    await expect(panel).toBeHidden();
    await expect(page.getByText('Sent once').first()).toBeVisible();
    expect(sent).toBe(1);
  });
  await test.step('the status form follows the shipment', async () => {
    const { id } = await app.shipment();
    const setStatus = (status: string) => app.call(other.email, 'shipmentAdmin.updateShipment', { id, status });
    await goWithin(page, `/manager/shipments/${id}?view=update-status`);
    const panel = page.getByRole('region', { name: 'Update shipment status' });
    await expect(panel.getByLabel('Status')).toHaveValue('in-progress');
    await setStatus('shipped');
    await expect(panel.getByLabel('Status')).toHaveValue('shipped');
    await panel.getByLabel('Status').selectOption('held');
    await setStatus('delivery');
    await expect(page.getByText('Delivery', { exact: true }).first()).toBeVisible();
    await expect(panel.getByLabel('Status')).toHaveValue('held');
  });
  await test.step('a shipment deleted by someone else', async () => {
    const { id } = await app.shipment();
    await goWithin(page, `/manager/shipments/${id}?view=update-info`);
    const description = page.getByLabel('Description');
    await description.fill('Not yet saved');
    await app.call(other.email, 'shipmentAdmin.deleteShipment', { id });
    const panel = page.getByRole('region', { name: 'Update shipment info' });
    await expect(panel.getByRole('alert')).toContainText('Someone else deleted this shipment');
    await expect(description).toHaveValue('Not yet saved');
    await expect(page).toHaveURL(`/manager/shipments/${id}?view=update-info`);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Close' }).click();
    await expect(page).toHaveURL('/manager/users');
    await expect(said(page, 'Shipment not found')).toBeVisible();
  });
  await test.step('money that the other has paid, and words that the other has corrected', async () => {
    const user = await app.person({ email: 'paid.by.two@example.com' });
    const account = `/manager/users/${user.id}/account`;
    const dialog = page.getByRole('dialog', { name: 'Update transaction' });
    const request = async () => {
      const deposit = { userId: user.id, amount: 60, summary: 'Rent', status: 'pending' };
      return (await app.call<{ id: string }>(other.email, 'transactionAdmin.addDeposit', deposit)).id;
    };
    const change = (id: string, changes: object) =>
      app.call(other.email, 'transactionAdmin.updateTransaction', { id, amount: 60, status: 'pending', ...changes });
    const stored = async (id: string) =>
      (await app.database.query('select status, summary, deleted_at from transactions where id = $1', [id]))[0];
    const paidSince = 'Someone else changed this transaction. It is now $60.00, successful.';

    const reworded = await request();
    await goWithin(page, `${account}?view=update-transaction&id=${reworded}`);
    await dialog.getByLabel('Status').selectOption('successful');
    await change(reworded, { summary: 'Rent of two rooms' });
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog).toBeHidden();
    expect(await stored(reworded)).toMatchObject({ status: 'successful', summary: 'Rent of two rooms' });

    const deleted = await request();
    await goWithin(page, `${account}?view=delete-transaction&id=${deleted}`);
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await change(deleted, { status: 'successful' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question).toContainText(paidSince);
    expect(await stored(deleted)).toMatchObject({ status: 'successful', deleted_at: null });

    const failed = await request();
    await goWithin(page, `${account}?view=update-transaction&id=${failed}`);
    await dialog.getByLabel('Status').selectOption('failed');
    await expect(dialog.locator('form')).toHaveAttribute('data-unfinished', 'true');
    await change(failed, { status: 'successful' });
    await page.reload();
    await expect(dialog.getByLabel('Status')).toHaveValue('failed');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog).toContainText(paidSince);
    expect(await stored(failed)).toMatchObject({ status: 'successful' });
  });
  await test.step('a bank account that the other has just added or deleted', async () => {
    const { id } = await app.person({ email: 'banked.by.two@example.com' });
    const theirs = { accountName: 'Theirs', bankName: 'Their bank', accountNumber: '999', routingNumber: '9' };
    const stored = 'select account_name from bank_accounts where user_id = $1 and deleted_at is null';
    await goWithin(page, `/manager/users/${id}/account?view=update-bank-account`);
    for (const field of ['Account name', 'Bank name', 'Account number', 'Routing number'])
      await page.getByRole('textbox', { name: field }).fill('Mine');
    const save = async () => {
      await page.getByRole('textbox', { name: 'Bank name' }).press('Enter');
    };
    const added = await app.call<{ id: string }>(other.email, 'transactionAdmin.createBankAccount', {
      userId: id,
      ...theirs,
    });
    await save();
    await expect(page.getByText('Someone else changed this to “999”. Save again to replace it.')).toBeVisible();
    expect(await app.database.query(stored, [id])).toEqual([{ account_name: 'Theirs' }]);
    await expect(page.getByRole('region', { name: 'Update bank account' })).toBeVisible();
    // Not before it is being saved, or the page would hear of it.
    await page.route(/updateBankAccount/, async (route) => {
      await app.call(other.email, 'transactionAdmin.deleteBankAccount', { id: added.id });
      await route.continue();
    });
    await save();
    await expect(page.getByText('This bank account no longer exists.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Add bank account' })).toBeVisible();
    await save();
    await expect(said(page, 'Bank account saved')).toBeVisible();
    expect(await app.database.query(stored, [id])).toEqual([{ account_name: 'Mine' }]);
  });
  await test.step('a money dialog keeps the entry it was opened on', async () => {
    const user = await app.person({ email: 'money.of.two@example.com' });
    const deposit = { userId: user.id, amount: 60, summary: 'Counter', status: 'pending' };
    const { id } = await app.call<{ id: string }>(other.email, 'transactionAdmin.addDeposit', deposit);
    await goWithin(page, `/manager/users/${user.id}/account?view=update-transaction&id=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Update transaction' });
    await dialog.getByLabel('Status').selectOption('successful');
    await app.call(other.email, 'transactionAdmin.updateTransaction', { id, amount: 60, status: 'failed' });
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog).toContainText('Someone else changed this transaction. It is now $60.00, failed.');

    await app.call(other.email, 'transactionAdmin.deleteTransaction', { id });
    await expect(page.getByText('No transactions found.')).toBeAttached();
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog).toContainText('This transaction no longer exists.');
    await page.reload();
    const gone = page.getByRole('dialog', { name: 'No such transaction' });
    await gone.getByRole('button', { name: 'Close' }).last().click();
    await expect(gone).toBeHidden();
    await expect(page).toHaveURL(`/manager/users/${user.id}/account`);
  });
});

import { expect, plantSession, test, untilQuiet, withoutWorker } from '../../journeys/support/journey.ts';

test('a deposit is added once, however long Enter is held on a slow device', async ({ app, page }) => {
  await withoutWorker(page);
  const { email } = await app.person({ email: 'heavy.finger@example.com', manager: true });
  const customer = await app.person({ email: 'paid.once@example.com' });
  const account = `/manager/users/${customer.id}/account`;
  await plantSession(page, email);
  const device = await page.context().newCDPSession(page);
  for (const summary of ['First', 'Second', 'Third']) {
    // Enter may have opened the form once more, on the link that got the focus back.
    await page.goto(account);
    await page.getByRole('link', { name: 'Add deposit' }).click();
    await page.getByLabel('Amount ($)').fill('1');
    await page.getByLabel('Summary').fill(summary);
    await device.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    for (let repeat = 0; repeat < 30; repeat += 1) {
      await page.keyboard.down('Enter');
      // As often as a keyboard repeats it.
      await page.waitForTimeout(33);
    }
    await page.keyboard.up('Enter');
    await device.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(page.getByRole('row', { name: summary }).first()).toBeAttached();
    await untilQuiet(page);
  }
  const added = await app.database.query<{ summary: string }>(
    'select summary from transactions where user_id = $1 order by id',
    [customer.id],
  );
  expect(added.map(({ summary }) => summary)).toEqual(['First', 'Second', 'Third']);
});

import { expect, openAs, test, withoutWorker } from '../../journeys/support/journey.ts';
import { copyShipments } from '../../support/copy-shipments.ts';

test('forty shipments to eight doors go into a released run in at most ten taps', async ({ app, page }) => {
  await withoutWorker(page);
  const manager = await app.person({ email: 'forty.manager@example.com', manager: true });
  await app.person({ email: 'forty.bo@example.com', firstName: 'Bo', lastName: 'Forty', courier: true });
  const { id } = await app.shipment({ description: 'Forty parcel', receiverName: 'Forty 0', shipTo: '0 Street, Oslo' });
  await copyShipments(app.database, id, 39, (place) => ({
    ship_to: `${place % 8} Street, Oslo`,
    receiver_name: `Forty ${place % 8}`,
  }));
  let taps = 0;
  const tap = async (name: string) => {
    taps += 1;
    await page.getByRole('button', { name, exact: true }).click();
  };
  await openAs(page, manager.email, '/manager/runs?q=Forty');
  await tap('Select all 40 on this page');
  await tap('New run');
  taps += 2;
  await page.getByLabel('Courier').selectOption('Bo Forty');
  await tap('Create run');
  await expect(page.getByText('Not loaded')).toHaveCount(40);
  await expect(page.getByRole('region', { name: 'Stops' }).getByRole('heading', { level: 3 })).toHaveCount(8);
  await tap('Release run');
  await tap('Release');
  await expect(page.getByText('Run released')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(10);
});

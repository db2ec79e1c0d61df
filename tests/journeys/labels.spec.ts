import { copyShipments } from '../support/copy-shipments.ts';
import { decodeCodes } from '../support/decode-codes.ts';
import { readPdf } from '../support/read-pdf.ts';
import { goOffline, waitUntilCached, waitUntilStored } from './support/device.ts';
import { expect, openAs, test } from './support/journey.ts';

const TABLET = { width: 820, height: 1180 };
const LABELS = 20;

test.use({ viewport: TABLET });

test('a tablet in aeroplane mode prints 20 labels, and reports them later', async ({ app, page, context, reports }) => {
  reports.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const { email } = await app.person({ email: 'labels@example.com', manager: true });
  const first = await app.shipment({ description: 'Labelled 1', shipTo: 'Label Street 1' });
  await copyShipments(app.database, first.id, LABELS - 1, (place) => ({
    description: `Labelled ${place + 2}`,
    ship_to: `Label Street ${place + 2}`,
  }));
  await page.clock.install();
  await openAs(page, email, '/manager/shipments?q=Labelled');
  await page.getByLabel('Rows per page').selectOption('25');
  await expect(page.getByText('Labelled 20', { exact: true })).toBeVisible();
  await waitUntilCached(page);
  await page.clock.fastForward(5_000);
  await waitUntilStored(page, 'labels-to-print', 'Label Street 20');
  await goOffline(context, page);

  await page
    .getByRole('checkbox', { name: /^Select W/ })
    .first()
    .check();
  await page.getByRole('button', { name: /^Select all \d+ on this page$/ }).click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.getByText('20 labels', { exact: true })).toBeVisible();
  // The system’s dialog would end it before there is a PDF.
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('.printed-pages')).toBeAttached();

  const codes: string[] = [];
  for await (const paper of readPdf(await page.pdf({ preferCSSPageSize: true }))) {
    expect([Math.round(paper.width), Math.round(paper.height)]).toEqual([100, 150]);
    codes.push(...(await decodeCodes(await paper.render(203))));
  }
  const shipments = await app.database.query<{ trackingId: string }>(
    `select tracking_id as "trackingId" from shipments where description like 'Labelled %'`,
  );
  const wanted = shipments.flatMap(({ trackingId }) => [
    `Code128 ${trackingId}`,
    `QRCode ${app.url}/track/${trackingId}`,
  ]);
  expect(codes.toSorted()).toEqual(wanted.toSorted());

  await context.setOffline(false);
  await expect
    .poll(() =>
      app.database.query(
        `select from print_items join shipments on id = shipment_id where description like 'Labelled %'`,
      ),
    )
    .toHaveLength(LABELS);
});

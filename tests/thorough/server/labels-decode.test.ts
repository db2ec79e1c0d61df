/** Scanners read every label of a full file, as a printer of 203 dpi prints it. */
import { expect, it, vi } from 'vitest';
import { MAX_PRINTED, type PrintFile } from '../../../src/domain/label/printing.ts';
import { paths } from '../../../src/domain/paths.ts';
import { copyShipments } from '../../support/copy-shipments.ts';
import { decodeCodes } from '../../support/decode-codes.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { testServer } from '../../support/vitest.ts';

vi.setConfig({ testTimeout: 20 * 60_000 });

it(`${MAX_PRINTED} labels all decode, Code 128 and QR, in their order`, async () => {
  const server = await testServer();
  const manager = await server.signInAs('manager');
  const first = await server.parcel({ receiverName: 'Константинопольская Ánh Łódź '.repeat(6).slice(0, 100) });
  const ids = [first.id, ...(await copyShipments(server, first.id, MAX_PRINTED - 1))];
  const headers = { authorization: `Bearer ${manager.token}` };
  const payload = { selection: { ids }, hasSort: true };
  const { id, count } = (
    await server.request({ method: 'POST', url: paths.labels, headers, payload })
  ).json<PrintFile>();
  const { rawPayload } = await server.request({ url: paths.labelFile(id), headers });

  const rows = await server.query<{ id: string; tracking_id: string }>('select id, tracking_id from shipments');
  const trackingIds = new Map(rows.map((row) => [row.id, row.tracking_id]));
  const decoded: string[][] = [];
  for await (const page of readPdf(rawPayload)) decoded.push(await decodeCodes(await page.render()));

  expect(count).toBe(MAX_PRINTED);
  expect(decoded).toEqual(
    ids.map((each) => {
      const trackingId = trackingIds.get(each);
      return [`Code128 ${trackingId}`, `QRCode ${server.environment.PUBLIC_URL}/track/${trackingId}`];
    }),
  );
});

/** Files to print: ordered, drawn by a process when fetched, and sent whole. */
import { expect, it, vi } from 'vitest';
import type { PrintFile } from '../../src/domain/label/printing.ts';
import { paths } from '../../src/domain/paths.ts';
import { decodeCodes } from '../support/decode-codes.ts';
import { readPdf } from '../support/read-pdf.ts';
import type { Parcel } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

/** Another script in the place of the writer, or the real one. */
const writer = vi.hoisted(() => ({ script: '' }));
vi.mock(import('../../server/config/paths.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    get LABEL_WRITER() {
      return writer.script || original.LABEL_WRITER;
    },
  };
});

const server = await testServer();
const manager = await server.signInAs('manager');

const order = (parcels: readonly Pick<Parcel, 'id'>[], style: object = {}, { token }: { token: string } = manager) =>
  server.request({
    method: 'POST',
    url: paths.labels,
    headers: { authorization: `Bearer ${token}` },
    payload: { selection: { ids: parcels.map(({ id }) => id) }, ...style },
  });

const fetchFile = (id: string, { token }: { token: string } = manager) =>
  server.request({ url: paths.labelFile(id), headers: { authorization: `Bearer ${token}` } });

async function ordered(...parameters: Parameters<typeof order>): Promise<PrintFile> {
  const answer = await order(...parameters);
  expect(answer.json()).toMatchObject({ id: expect.any(String) });
  return answer.json<PrintFile>();
}

it('labels have their size, and codes that scanners read', async () => {
  const parcels = [await server.parcel(), await server.parcel()];

  const file = await ordered(parcels);
  const answer = await fetchFile(file.id);

  expect(file).toEqual({ id: file.id, count: 2, ahead: 0, problems: [] });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="labels-\d{4}-\d\d-\d\d\.pdf"$/),
    'content-length': String(answer.rawPayload.length),
  });
  const pages: unknown[] = [];
  for await (const page of readPdf(answer.rawPayload)) {
    pages.push([Math.round(page.width), Math.round(page.height), ...(await decodeCodes(await page.render()))]);
  }
  expect(pages).toEqual(
    parcels.map(({ trackingId }) => [
      ...[100, 150, `Code128 ${trackingId}`],
      `QRCode http://waybill.test/track/${trackingId}`,
    ]),
  );
});

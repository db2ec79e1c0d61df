/** Scanners read every label of a full file, as a printer of 203 dpi prints it. */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { openFonts } from '../../../server/labels/drawing/fonts.ts';
import { createLettering } from '../../../server/labels/drawing/lettering.ts';
import { createPng } from '../../../server/labels/drawing/write-png.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import type { Drawing, TextMark } from '../../../src/domain/labels/drawing.ts';
import { MAX_PRINTED, type PrintFile } from '../../../src/domain/labels/printing.ts';
import { writeZpl } from '../../../src/domain/labels/write-zpl.ts';
import { copyShipments } from '../../support/copy-shipments.ts';
import { decodeCodes } from '../../support/decode-codes.ts';
import { LONG_ADDRESSES } from '../../support/long-addresses.ts';
import { drawLabelsOf, PRINTED_SHIPMENT } from '../../support/printed-shipment.ts';
import { printZpl } from '../../support/printed-zpl.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { testServer } from '../../support/vitest.ts';

vi.setConfig({ testTimeout: 20 * 60_000 });

const server = await testServer();
const manager = await server.signInAs('manager');
const headers = { authorization: `Bearer ${manager.token}` };

/** The pages of a file of these labels. */
async function printed(ids: readonly string[]) {
  const payload = { selection: { ids }, hasSort: true };
  const file = (await server.request({ method: 'POST', url: filePaths.labels, headers, payload })).json<PrintFile>();
  const { rawPayload } = await server.request({ url: filePaths.labelFile(file.id), headers });
  return { ...file, pages: readPdf(rawPayload) };
}

it(`${MAX_PRINTED} labels all decode, Code 128 and QR, in their order`, async () => {
  const first = await server.parcel({ receiverName: 'Константинопольская Ánh Łódź '.repeat(6).slice(0, 100) });
  const ids = [first.id, ...(await copyShipments(server, first.id, MAX_PRINTED - 1))];
  const { count, pages } = await printed(ids);
  const rows = await server.query<{ id: string; tracking_id: string }>('select id, tracking_id from shipments');
  const trackingIds = new Map(rows.map((row) => [row.id, row.tracking_id]));
  const decoded: string[][] = [];
  for await (const page of pages) decoded.push(await decodeCodes(await page.render()));

  expect(count).toBe(MAX_PRINTED);
  expect(decoded).toEqual(
    ids.map((each) => {
      const trackingId = trackingIds.get(each);
      return [`Code128 ${trackingId}`, `QRCode ${server.environment.PUBLIC_URL}/track/${trackingId}`];
    }),
  );
});

/** Everything that is printed, without spaces: words may be broken between lines. */
const inkOf = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');

it('500 addresses of eight countries have their town and postcode in the text of the PDF', async () => {
  const { id } = await server.parcel();
  const ids = await copyShipments(server, id, LONG_ADDRESSES.length);
  // Longer than any call takes.
  for (const [at, { shipTo, receiverCountry }] of LONG_ADDRESSES.entries()) {
    const texts = [ids[at], shipTo, receiverCountry];
    await server.query('update shipments set ship_to = $2, receiver_country = $3 where id = $1', texts);
  }
  const { problems, notes, pages } = await printed(ids);
  expect([problems, notes]).toEqual([[], []]);
  let at = 0;
  for await (const { text } of pages) {
    expect(inkOf(text)).toContain(inkOf(LONG_ADDRESSES[at]?.town ?? '?'));
    at += 1;
  }
  expect(at).toBe(LONG_ADDRESSES.length);
});

const lettering = createLettering(openFonts([]));

/** What is printed, and its outermost dots. */
async function look(png: Buffer) {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  let [left, right, top, bottom] = [info.width, 0, info.height, 0];
  for (let dot = data.indexOf(0); dot >= 0; dot = data.indexOf(0, dot + 1)) {
    const [x, y] = [dot % info.width, Math.floor(dot / info.width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return { data, left, right, top, bottom };
}

const asPng = (page: Drawing): Promise<Buffer> => {
  const { content, draw, end } = createPng({ dpi: 203, page: 1 }, lettering);
  draw(page);
  end();
  return buffer(content);
};
const asZpl = async (page: Drawing) => (await printZpl(writeZpl([page], 203, lettering)[0] ?? '', 203)).png;

it.each([
  ['PNG', asPng],
  ['ZPL', asZpl],
])('a fifth of their towns is whole and on the label as %s', async (_, print) => {
  for (const { town, ...address } of LONG_ADDRESSES.filter((_address, at) => at % 5 === 0)) {
    const [label] = drawLabelsOf([{ ...PRINTED_SHIPMENT, ...address }]);
    const line = label?.marks.find((mark): mark is TextMark => mark.kind === 'text' && mark.text === town);
    if (!label || !line) throw new Error(`There is no line for ${town}`);
    const { x, y, width, lines, size } = line;
    const printed = await look(await print({ ...label, marks: [line] }));
    // If this were cut, another line would print other ink.
    const roomier = await look(await print({ ...label, marks: [{ ...line, lines: lines + 1 }] }));
    expect(printed.data.equals(roomier.data)).toBe(true);
    const { left, right, top, bottom } = printed;
    expect(right).toBeGreaterThan(left);
    expect(left).toBeGreaterThanOrEqual(x * 8 - 2);
    expect(right).toBeLessThanOrEqual((x + width) * 8 + 2);
    expect(top).toBeGreaterThanOrEqual(y * 8 - 6);
    expect(bottom).toBeLessThanOrEqual((y + lines * 1.2 * size) * 8 + 2);
  }
});

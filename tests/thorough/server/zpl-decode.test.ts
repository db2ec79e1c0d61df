/** Scanners read every label of 500, as label printers print them. */
import { expect, it, vi } from 'vitest';
import { openFonts } from '../../../server/labels/drawing/fonts.ts';
import { createLettering } from '../../../server/labels/drawing/lettering.ts';
import { MAX_PRINTED, PRINTER_DPI } from '../../../src/domain/labels/printing.ts';
import { writeZpl } from '../../../src/domain/labels/write-zpl.ts';
import { CROCKFORD } from '../../../src/domain/tracking-id.ts';
import { decodeCodes } from '../../support/decode-codes.ts';
import { drawLabelsOf, linkOf, PRINTED_SHIPMENT } from '../../support/printed-shipment.ts';
import { printZpl } from '../../support/printed-zpl.ts';

vi.setConfig({ testTimeout: 20 * 60_000 });

const lettering = createLettering(openFonts([]));
const SLICE = 25;
const SHIPMENTS = Array.from({ length: MAX_PRINTED }, (_, at) => ({
  ...PRINTED_SHIPMENT,
  // Each letter in each place.
  trackingId: `W${Array.from({ length: 11 }, (_, place) => CROCKFORD[(at * 7 + place * (at % 31)) % 32]).join('')}`,
  receiverName: ['Olav Nord', 'Ånond & Co ~^_', 'Константинопольская', 'Ánh Łódź'][at % 4] ?? '',
}));

it.each(PRINTER_DPI)(`${MAX_PRINTED} labels all decode at %d dpi, Code 128 and QR`, async (dpi) => {
  for (let from = 0; from < MAX_PRINTED; from += SLICE) {
    const slice = SHIPMENTS.slice(from, from + SLICE);
    const decoded: string[][] = [];
    for (const label of writeZpl(drawLabelsOf(slice), dpi, lettering)) {
      decoded.push(await decodeCodes((await printZpl(label, dpi)).png));
    }
    expect(decoded).toEqual(slice.map(({ trackingId: id }) => [`Code128 ${id}`, `QRCode ${linkOf(id)}`]));
  }
});

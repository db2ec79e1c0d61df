import { createRequire } from 'node:module';
import { encode } from 'uqr';
import type { Encoders } from '../../src/domain/label/drawing.ts';

/** Code 128, set B: 1 for each dark module. */
const { default: Code128B } = createRequire(import.meta.url)('jsbarcode/bin/barcodes/CODE128/CODE128B.js') as {
  default: new (text: string, options: object) => { encode(): { data: string } };
};

export const encoders: Encoders = {
  code128: (text) => new Code128B(text, {}).encode().data,
  qr: (text) => encode(text, { ecc: 'M', border: 0 }).data,
};

import CODE128B from 'jsbarcode/src/barcodes/CODE128/CODE128B.js';
import { encode } from 'uqr';
import type { Encoders } from '../../domain/label/drawing.ts';

export const encoders: Encoders = {
  code128: (text) => new CODE128B(text, {}).encode().data,
  qr: (text) => encode(text, { ecc: 'M', border: 0 }).data,
};

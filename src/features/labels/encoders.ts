import CODE128B from 'jsbarcode/src/barcodes/CODE128/CODE128B.js';
import { encode } from 'uqr';
import { type Encoders, QR_OPTIONS } from '../../domain/labels/drawing.ts';

export const encoders: Encoders = {
  code128: (text) => new CODE128B(text, {}).encode().data,
  qr: (text) => encode(text, QR_OPTIONS).data,
};

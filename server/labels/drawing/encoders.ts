import { encode } from 'uqr';
import { type Encoders, QR_OPTIONS } from '../../../src/domain/labels/drawing.ts';
import { code128 } from './code-128.ts';

export const encoders: Encoders = {
  code128,
  qr: (text) => encode(text, QR_OPTIONS).data,
};

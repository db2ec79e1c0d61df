import { createRequire } from 'node:module';

const { default: Code128B } = createRequire(import.meta.url)('jsbarcode/bin/barcodes/CODE128/CODE128B.js') as {
  default: new (text: string, options: object) => { encode(): { data: string } };
};

/** Code 128, set B: 1 for each dark module. */
export const code128 = (text: string): string => new Code128B(text, {}).encode().data;

import { createRequire } from 'node:module';
import sharp from 'sharp';
import type { PrinterDpi } from '../../src/domain/labels/printing.ts';

/** Vitest would take seconds to transform it. */
const { ready } = createRequire(import.meta.url)('zpl-renderer-js') as typeof import('zpl-renderer-js');

/** The renderer counts this way: it knows no 203 and 300 dpi. */
const DOTS_PER_MM = { 203: 8, 300: 12 };

export interface Printed {
  png: Buffer;
  width: number;
  height: number;
  isBlack(x: number, y: number): boolean;
}

/** Prints one label. */
export async function printZpl(zpl: string, dpi: PrinterDpi): Promise<Printed> {
  const { api } = await ready;
  const [, width = '', height = ''] = /\^PW(\d+)\^LL(\d+)/.exec(zpl) ?? [];
  const perMm = DOTS_PER_MM[dpi];
  const base64 = await api.zplToBase64Async(zpl, Number(width) / perMm, Number(height) / perMm, perMm);
  const png = Buffer.from(base64, 'base64');
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return {
    png,
    width: info.width,
    height: info.height,
    isBlack: (x, y) => (data[y * info.width + x] ?? 255) < 128,
  };
}

/** The commands of a job, in order, with their parameters: `^FO32,47`, `^FDWaybill`. */
export const commandsOf = (zpl: string): string[] => zpl.replaceAll('\n', '').split(/(?=[\^~])/);

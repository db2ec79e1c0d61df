import { type FileStyle, LABELS_ON_A4 } from '../../src/domain/labels/printing.ts';
import type { V1Label } from '../../src/domain/v1/shipments.ts';
import { fieldError } from '../base/errors/errors.ts';

/** @throws Field error at `page` or `size` */
export function labelStyle({ format, size, dpi, page }: V1Label, { parcels }: { parcels: number }): FileStyle {
  if (format === 'zpl' && size === 'a4')
    throw fieldError('size', 'Label printers print one label on each. Choose 100x150 or a6.');
  const pages = size === 'a4' ? Math.ceil(parcels / LABELS_ON_A4) : parcels;
  if (page > pages) throw fieldError('page', pages === 1 ? 'It has one page.' : `It has ${pages} pages.`);
  return { document: 'labels', format, size, dpi: dpi === '300' ? 300 : 203, page, first: 1, hasSort: false };
}

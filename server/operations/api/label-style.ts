import type { PrintFileOrder } from '../../../src/domain/label/printing.ts';
import type { V1Label } from '../../../src/domain/v1/shipments.ts';

/** How the label of one shipment is drawn. */
export const labelStyle = ({ format, size, dpi }: V1Label): Omit<PrintFileOrder, 'selection' | 'order'> => ({
  document: 'labels',
  format,
  size,
  dpi: dpi === '300' ? 300 : 203,
  first: 1,
  hasSort: false,
});

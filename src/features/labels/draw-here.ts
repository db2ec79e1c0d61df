import { format } from 'date-fns/format';
import { site } from '../../config/site.ts';
import { INVOICE_DATE_FORMAT } from '../../domain/dates.ts';
import { drawDocument } from '../../domain/label/draw-document.ts';
import type { Drawing } from '../../domain/label/drawing.ts';
import type { Printable, PrintStyle } from '../../domain/label/printing.ts';
import { encoders } from './encoders.ts';

/** Draws a document as this device prints it. */
export function drawHere(printable: Printable, style: PrintStyle): Drawing[] {
  const sender = { brand: site.name, origin: location.origin, day: format(new Date(), INVOICE_DATE_FORMAT) };
  return drawDocument(printable, style, sender, encoders);
}

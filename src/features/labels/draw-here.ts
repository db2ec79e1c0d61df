import { site } from '../../config/site.ts';
import { dayIn } from '../../domain/dates.ts';
import { formatDay } from '../../domain/day.ts';
import { drawDocument } from '../../domain/label/draw-document.ts';
import type { Drawing } from '../../domain/label/drawing.ts';
import type { Printable, PrintStyle } from '../../domain/label/printing.ts';
import { encoders } from './encoders.ts';

/** Draws a document as this device prints it. */
export function drawHere(printable: Printable, style: PrintStyle): Drawing[] {
  const sender = { brand: site.name, origin: location.origin, day: formatDay(dayIn(site.timeZone, new Date())) };
  return drawDocument(printable, style, sender, encoders);
}

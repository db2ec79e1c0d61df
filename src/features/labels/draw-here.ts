import { site } from '../../config/site.ts';
import { dayIn } from '../../domain/dates.ts';
import { formatDay } from '../../domain/day.ts';
import { drawDocument } from '../../domain/labels/draw-document.ts';
import type { Drawing } from '../../domain/labels/drawing.ts';
import type { Printable, PrintStyle } from '../../domain/labels/printing.ts';
import { encoders } from './encoders.ts';

export function drawHere(printable: Printable, style: PrintStyle): Drawing[] {
  const { name: brand, phone, currency, timeZone } = site;
  const sender = { brand, phone, currency, origin: location.origin, day: formatDay(dayIn(timeZone, new Date())) };
  return drawDocument(printable, style, sender, encoders);
}

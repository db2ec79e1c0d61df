import { drawLabels, type LabelOptions } from './draw-label.ts';
import { drawHandoverList, drawRunSheet } from './draw-list.ts';
import { drawMissedCard } from './draw-missed-card.ts';
import type { Drawing, Encoders } from './drawing.ts';
import type { Printable, PrintStyle } from './printing.ts';

/** `day`: on which it is printed, as people read it. */
type Sender = Pick<LabelOptions, 'brand' | 'currency' | 'origin'> & { day: string; phone: string };

export function drawDocument(
  { shipments, run }: Printable,
  style: PrintStyle,
  sender: Sender,
  encoders: Encoders,
): Drawing[] {
  switch (style.document) {
    case 'labels':
      return drawLabels(shipments, { ...style, ...sender }, encoders);
    case 'missed-cards':
      return shipments.map((shipment) => drawMissedCard(shipment, sender, encoders));
    case 'handover':
      return drawHandoverList(shipments, sender.day, sender.brand);
    case 'run-sheet':
      return run ? drawRunSheet(run, sender) : [];
  }
}

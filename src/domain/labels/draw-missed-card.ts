import { A6, inFours, type LabelOptions, linkTo } from './draw-label.ts';
import { type Drawing, type Encoders, fitText, type Mark, rule, sizeFor, text } from './drawing.ts';
import type { PrintedShipment } from './printing.ts';

const MARGIN = 8;
const QR_SIZE = 34;

export function drawMissedCard(
  shipment: PrintedShipment,
  options: Pick<LabelOptions, 'brand' | 'origin'> & { phone: string },
  encoders: Encoders,
): Drawing {
  const x = MARGIN;
  const width = A6.width - 2 * MARGIN;
  const choice = (y: number, words: string): Mark[] => [
    { kind: 'box', x, y, width: 5, height: 5, thickness: 0.4 },
    text({ x: x + 8, y: y + 0.2, width: width - 8, size: 3.8, text: words }),
    rule({ x: x + 8, y: y + 9, width: width - 8 }, 0.2),
  ];
  const beside = { x: x + QR_SIZE + 7, width: width - QR_SIZE - 7 };
  const nameFit = fitText(shipment.receiverName, { width, height: 12 }, 5);
  return {
    ...A6,
    marks: [
      text({ x, y: 8, width, size: 5, isBold: true, text: options.brand }),
      text({ x, y: 16, width, size: 7.4, isBold: true, text: 'Sorry we missed you' }),
      text({ x, y: 27, width, size: 3.8, text: 'We tried to deliver a parcel to' }),
      text({ x, y: 32, width, ...nameFit, isBold: true, text: shipment.receiverName }),
      rule({ x, y: 54, width: width * 0.6 }, 0.2),
      text({ x, y: 54.6, width, size: 2.8, text: 'Date and time' }),
      ...choice(61, 'We will try again:'),
      ...choice(73, 'It is with a neighbour:'),
      ...choice(85, 'It waits for you at:'),
      { kind: 'qr', x, y: 102, size: QR_SIZE, rows: encoders.qr(linkTo(shipment, options)) },
      text({
        ...beside,
        y: 102,
        lines: 4,
        size: 3.8,
        text: 'Scan the code to see where your parcel is and what happens next.',
      }),
      ...(options.phone ? [text({ ...beside, y: 121.5, size: 3.8, text: `Or call ${options.phone}` })] : []),
      text({
        ...beside,
        y: 129,
        isBold: true,
        text: inFours(shipment.trackingId),
        size: sizeFor(inFours(shipment.trackingId), beside.width, 5),
      }),
    ],
  };
}

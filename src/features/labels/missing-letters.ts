import type { PrintedShipment } from '../../domain/labels/printing.ts';
import { textsOf } from '../../domain/shipment-texts.ts';

const SIZE = 24;
/** No font has it, so it shows what a missing letter looks like. */
const NOWHERE = '\u{10ffff}';

export function missingLetters(texts: Iterable<string>): string[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return [];
  const picture = pictures(context);
  const missing = picture(NOWHERE);
  const letters = new Set(Array.from(texts, (text) => [...text]).flat());
  return [...letters].filter((letter) => !isSurelyThere(letter) && picture(letter) === missing);
}

/** Latin letters, and characters that are not drawn. */
const isSurelyThere = (letter: string) => /[\u0020-\u024f\p{M}\p{Z}\p{Cc}\p{Cf}]/u.test(letter);

function pictures(context: CanvasRenderingContext2D) {
  context.canvas.width = 2 * SIZE;
  context.canvas.height = 2 * SIZE;
  context.font = `${SIZE}px "Noto Sans", "Helvetica Neue", Arial, sans-serif`;
  context.textBaseline = 'middle';
  return (letter: string) => {
    context.clearRect(0, 0, 2 * SIZE, 2 * SIZE);
    context.fillText(letter, 4, SIZE);
    return context.getImageData(0, 0, 2 * SIZE, 2 * SIZE).data.join();
  };
}

export const lettersOf = (shipment: PrintedShipment): string[] => [
  ...[shipment.senderName, shipment.senderCountry, shipment.receiverName, shipment.receiverCountry],
  ...[shipment.shipTo, shipment.weight, ...Object.values(textsOf(shipment))],
];

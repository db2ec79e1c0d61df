import { dayIn } from '../../src/domain/dates.ts';
import { formatDay } from '../../src/domain/day.ts';
import { drawDocument } from '../../src/domain/labels/draw-document.ts';
import { inFours } from '../../src/domain/labels/draw-label.ts';
import type { Drawing } from '../../src/domain/labels/drawing.ts';
import { cutNote, NO_CODES } from '../../src/domain/labels/label-note.ts';
import { type Letters, listLacking, splitSymbols } from '../../src/domain/labels/letters.ts';
import type {
  FileStyle,
  LabelNote,
  LetterProblem,
  Printable,
  PrintedDocument,
  PrintedShipment,
  PrintFileOrder,
} from '../../src/domain/labels/printing.ts';
import { UserError } from '../base/errors/errors.ts';
import { takeTurns } from '../base/limits/turns.ts';
import type { Services } from '../context/context.ts';
import { readKnownLetters } from './drawing/run-writer.ts';
import type { FileHead } from './drawing/writer.ts';
import { type Asker, getPrintable } from './get-printable.ts';

export type DrawingOrder = Pick<PrintFileOrder, 'selection' | 'order'> & FileStyle;

export interface Drawable {
  head: FileHead;
  printable: Printable;
  count: number;
  problems: LetterProblem[];
  notes: LabelNote[];
}

const TITLES: Record<PrintedDocument, string> = {
  labels: 'Labels',
  handover: 'Hand-over list',
  'missed-cards': 'Missed cards',
  'run-sheet': 'Run sheet',
};

/**
 * Reads what a file is drawn from. Leaves out labels and cards with letters that no font has; a list is whole or not at
 * all, as nobody would miss a row on paper.
 * @throws NOT_FOUND as shipment.getPrintable does, BAD_REQUEST if nothing can be drawn.
 */
export async function readDrawable(
  services: Services,
  asker: Asker,
  { selection, order, ...style }: DrawingOrder,
): Promise<Drawable> {
  const { db, environment } = services;
  const brandProof = environment.PROOF_POLICY;
  return checkDrawable(services, await getPrintable(db, asker, { selection, order, brandProof }), style);
}

/** @throws BAD_REQUEST if nothing can be. */
export async function checkDrawable(
  { environment }: Services,
  printable: Printable,
  { format, dpi, page, ...style }: FileStyle,
): Promise<Drawable> {
  const { SITE_NAME, SITE_PHONE, CURRENCY, PUBLIC_URL, TIME_ZONE, LABEL_FONTS } = environment;
  const fonts = await readKnownLetters(LABEL_FONTS);
  const day = formatDay(dayIn(TIME_ZONE, new Date()));
  const head = {
    title: TITLES[style.document],
    format,
    dpi,
    ...(page && { page }),
    style,
    sender: { brand: SITE_NAME, phone: SITE_PHONE, currency: CURRENCY, origin: PUBLIC_URL, day },
  };
  const isList = style.document === 'handover' || style.document === 'run-sheet';
  return isList ? checkList(head, printable, fonts) : checkEach(head, printable, fonts);
}

async function checkEach(head: FileHead, { shipments }: Printable, fonts: readonly Letters[]): Promise<Drawable> {
  // A run may only have something to collect.
  if (shipments.length === 0) throw nothingToPrint();
  const kept: PrintedShipment[] = [];
  const problems: LetterProblem[] = [];
  const notes: LabelNote[] = [];
  const pause = takeTurns();
  for (const given of shipments) {
    const { printed: shipment, symbols } = leaveOutSymbols(given, fonts);
    const pages = draw(head, { shipments: [{ ...shipment, parcels: 1 }] });
    const letters = listLacking(textsOf(pages), fonts);
    const { id, trackingId } = shipment;
    if (letters) problems.push({ id, trackingId, letters });
    else {
      kept.push(shipment);
      const note = [symbols && `Without ${symbols}, which no font has.`, cutNote(pages)].filter(Boolean).join(' ');
      if (note) notes.push({ id, trackingId, note });
    }
    await pause();
  }
  if (kept.length === 0)
    throw lackingLetters(problems.map(({ trackingId, letters }) => `${inFours(trackingId)}: ${letters}`));
  const hasParcels = head.style.document === 'labels';
  const count = hasParcels ? kept.reduce((sum, { parcels }) => sum + parcels, 0) : kept.length;
  return { head, printable: { shipments: kept }, count, problems, notes };
}

function checkList(head: FileHead, given: Printable, fonts: readonly Letters[]): Drawable {
  const { printed: printable } = leaveOutSymbols(given, fonts);
  const pages = draw(head, printable);
  if (pages.length === 0) throw nothingToPrint();
  const letters = listLacking(textsOf(pages), fonts);
  if (letters) throw lackingLetters([letters]);
  return { head, printable, count: pages.length, problems: [], notes: [] };
}

/** Leaves out the brand, so that letters which its name lacks are no problem here. */
const draw = ({ style, sender }: FileHead, printable: Printable): Drawing[] =>
  drawDocument(printable, style, { ...sender, brand: '' }, NO_CODES);

const textsOf = (pages: readonly Drawing[]): string[] =>
  pages.flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])));

/** Nobody needs an emoji to deliver a parcel. */
function leaveOutSymbols<Printed extends object>(given: Printed, fonts: readonly Letters[]) {
  const found = new Set<string>();
  const printed: Printed = JSON.parse(JSON.stringify(given), (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const { text, symbols } = splitSymbols(value, fonts);
    for (const symbol of symbols) found.add(symbol);
    return text;
  });
  return { printed, symbols: [...found].slice(0, 20).join('') };
}

const lackingLetters = (lines: readonly string[]) =>
  new UserError('BAD_REQUEST', 'The fonts for this file lack some letters. Print from this device instead.', {
    fieldErrors: { 'label-font': [...lines] },
  });

const nothingToPrint = () => new UserError('BAD_REQUEST', 'There is nothing to print.');

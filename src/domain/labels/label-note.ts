import { type ShipmentText, textsOf } from '../shipment-texts.ts';
import type { AddressParts } from '../shops/address.ts';
import { beginningOf } from '../text.ts';
import { drawLabels } from './draw-label.ts';
import type { Drawing, Encoders } from './drawing.ts';
import type { PrintedShipment } from './printing.ts';

/** Draws no codes, where only texts matter. */
export const NO_CODES: Encoders = { code128: () => '', qr: () => [] };

const MAX_NAMED = 40;

type Texts = ShipmentText | 'weight' | `${'sender' | 'receiver'}${'Name' | 'Country'}` | 'shipTo' | 'address';
/** What people write on a label. */
export type LabelTexts = Partial<Pick<PrintedShipment, Texts>> & { cod?: unknown };

type OwnTexts = Partial<AddressParts & Record<ShipmentText | 'receiverName' | 'cod', string>>;

const BLANK: PrintedShipment = {
  ...textsOf({}),
  id: '',
  trackingId: '',
  service: 'Package',
  parcels: 1,
  marks: [],
  weight: '',
  senderName: '',
  senderCountry: '',
  receiverName: '',
  receiverCountry: '',
  shipTo: '',
};
const STYLE = { brand: '', currency: 'USD', origin: '', size: '100x150', hasSort: false, first: 1 } as const;

/** Empty if a label of 100 × 150 mm has room for all. */
export const labelNote = ({ cod, ...texts }: LabelTexts): string =>
  // What was typed may be no number yet. Any number takes the same room.
  cutNote(drawLabels([{ ...BLANK, ...texts, ...(cod ? { cod: 1 } : {}) }], STYLE, NO_CODES));

/** The form’s shipment does not exist yet. */
export const ownLabelNote = ({ line1 = '', line2 = '', city = '', postcode = '', country = '', ...texts }: OwnTexts) =>
  labelNote({ ...texts, receiverCountry: country, address: { line1, line2, city, postcode, country } });

/** Empty if there is room for all. */
export function cutNote(pages: readonly Drawing[]): string {
  const cut = pages.flatMap(({ marks }) =>
    marks.flatMap((mark) => (mark.kind === 'text' && mark.isCut ? [beginningOf(mark.text, MAX_NAMED)] : [])),
  );
  return [...new Set(cut)].map((text) => `Too long to print in full, so its end is cut: “${text}…”.`).join(' ');
}

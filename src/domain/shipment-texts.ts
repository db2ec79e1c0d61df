/**
 * A shipment may lack these. All that asks for them, keeps, prints, lists or sends them reads this
 * list.
 */
import * as v from 'valibot';
import { clearable, keysOf, optionalText } from './field-schemas.ts';
import { timeWindow } from './time-window.ts';

const SCHEMAS = {
  /** It is the sender’s or the brand’s own number. */
  reference: optionalText('Reference', 64),
  timeWindow,
};
export type ShipmentText = keyof typeof SCHEMAS;
export type ShipmentTexts = Record<ShipmentText, string>;
export const SHIPMENT_TEXTS = keysOf(SCHEMAS);
/** Their columns are further back in files. */
export const OTHER_TEXTS = SHIPMENT_TEXTS.filter((text) => text !== 'reference');

/** Makes something of the name of each. */
export const forTexts = <Made>(make: (text: ShipmentText) => Made): Record<ShipmentText, Made> =>
  Object.fromEntries(SHIPMENT_TEXTS.map((text) => [text, make(text)])) as Record<ShipmentText, Made>;

export const TEXT_ENTRIES = forTexts((text) => v.optional(SCHEMAS[text], ''));
export const CHANGED_TEXT_ENTRIES = forTexts((text) => clearable(SCHEMAS[text], ''));
/** Older versions did not store each of them. */
export const STORED_TEXT_ENTRIES = forTexts(() => v.optional(v.string(), ''));
export const SHOWN_TEXT_ENTRIES = forTexts(() => v.optional(v.string()));

export const textsOf = (from: Partial<ShipmentTexts>): ShipmentTexts => forTexts((text) => from[text] ?? '');
/** A return keeps its parcel's texts, but the hours were those of another door. */
export const textsOfReturn = (of: ShipmentTexts): ShipmentTexts => ({ ...textsOf(of), timeWindow: '' });
export const filledTextsOf = (from: Partial<ShipmentTexts>): Partial<ShipmentTexts> =>
  Object.fromEntries(SHIPMENT_TEXTS.flatMap((text) => (from[text] ? [[text, from[text]]] : [])));

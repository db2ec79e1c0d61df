import * as v from 'valibot';
import { entriesOf, keysOf, optionalText, strictInput } from '../field-schemas.ts';
import { readMoney } from '../money.ts';
import { OTHER_TEXTS } from '../shipment-texts.ts';
import { normalizeLine, shorten } from '../text.ts';
import { type DraftField, type DraftFields, titleOfField } from './draft.ts';
import {
  isBareMeasure,
  LENGTH_UNITS,
  lengthUnitIn,
  readLength,
  readWeight,
  splitSizes,
  WEIGHT_UNITS,
  weightUnitIn,
} from './measure.ts';
import {
  columnsOf,
  findLeftOut,
  findSigns,
  joinRows,
  LEFT_OUT_REASONS,
  type LeftOutReason,
  type OrderRow,
  type ReadOrder,
  SIGN_NAMES,
  systemOf,
} from './order-rows.ts';
import { SHOP_SYSTEMS, type ShopSystem, WithheldSchema } from './order-state.ts';
import { placeAddress, readCell } from './order-text.ts';
import { SIZES } from './parcel-size.ts';

export const MAX_FILE_ROWS = 1_000;
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
export const FILE_TOO_LARGE = 'A file can be up to 5 MB.';
export const MAX_COLUMNS = 300;
const MAX_HEAD_LENGTH = 200;
/** A field keeps 500 characters, and each may be written as an entity. */
const MAX_READ = 2_000;

export const readHead = (cell: string): string =>
  normalizeLine(
    cell
      .slice(0, MAX_HEAD_LENGTH)
      .replace(/\p{Cc}+/gu, ' ')
      .toWellFormed(),
  );

/** Those with a title here have no field in drafts: they become part of another. */
const MAPPED = {
  reference: null,
  receiverName: null,
  receiverLastName: 'Last name, if separate',
  company: 'Company',
  receiverEmail: null,
  receiverPhone: null,
  line1: null,
  houseNumber: 'House number, if separate',
  line2: null,
  line3: 'Address line 3',
  postcode: null,
  city: null,
  state: 'State, province or county',
  country: null,
  description: null,
  weightG: null,
  weightIn: 'Unit of weight',
  weightRest: 'Ounces or grams, if separate',
  sizes: 'All sizes, if in one column',
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  lengthIn: 'Unit of sizes',
  parcels: null,
  ...entriesOf(OTHER_TEXTS, null),
  value: null,
  cod: null,
  handoverCode: null,
  currency: 'Currency',
  status: 'Status of the order',
  quantity: 'Quantity of the item',
} satisfies Record<DraftField, null> & Record<string, string | null>;

export type MappedField = keyof typeof MAPPED;
export const MAPPED_FIELDS = keysOf(MAPPED);
const isDraftField = (field: MappedField): field is DraftField => MAPPED[field] === null;

/** They decide what becomes of a row, so no fixed text can replace them. Without a mapping they are found by name. */
export const SIGN_FIELDS = { status: 'order', quantity: 'quantity' } as const;
export const isSignField = (field: MappedField): field is keyof typeof SIGN_FIELDS => field in SIGN_FIELDS;

export const titleOfMapped = (field: MappedField): string =>
  isDraftField(field) ? titleOfField(field) : (MAPPED[field] ?? field);

const head = optionalText('Column', MAX_HEAD_LENGTH);
export const ColumnSourceSchema = strictInput({
  /** Null for none. */
  column: v.nullable(head),
  /** Stands in empty cells. */
  otherwise: v.optional(optionalText('Text', 200), ''),
});
export type ColumnSource = v.InferOutput<typeof ColumnSourceSchema>;

export const mappingSchemaOf = <Field extends string>(fields: readonly Field[]) =>
  strictInput(entriesOf(fields, v.optional(ColumnSourceSchema)));

/** `headers` is the file’s first line. */
export const SaveMappingSchema = strictInput({
  headers: v.pipe(
    v.array(head, 'Columns must be a list.'),
    v.minLength(1, 'Columns are required.'),
    v.maxLength(MAX_COLUMNS, `A file can have at most ${MAX_COLUMNS} columns.`),
  ),
  mapping: mappingSchemaOf(MAPPED_FIELDS),
  /** Null where no number is bare. */
  weightUnit: v.optional(v.nullable(v.picklist(WEIGHT_UNITS, 'Choose the unit of weights.')), null),
  lengthUnit: v.optional(v.nullable(v.picklist(LENGTH_UNITS, 'Choose the unit of sizes.')), null),
});
export type SaveMapping = v.InferOutput<typeof SaveMappingSchema>;
export type Mapping = SaveMapping['mapping'];

export const FORMAT_LABELS: Record<ShopSystem, string> = {
  shopify: 'a Shopify export',
  woocommerce: 'a WooCommerce export',
  etsy: 'an Etsy export',
  amazon: 'an Amazon report',
  ebay: 'an eBay report',
  tiktok: 'a TikTok Shop export',
  'click-and-drop': 'a click-and-drop file',
};

export const FILE_ENCODINGS = [
  ...(['UTF-8', 'UTF-16', 'Windows-1252', 'Windows-1250', 'Windows-1251', 'Windows-1253', 'Windows-1254'] as const),
  ...(['Windows-1257', 'Shift-JIS', 'GBK', 'Big5'] as const),
];
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

const MAX_LEFT_OUT = 20;
/** `text`: what a line says, or what is wrong with it. */
export const LeftOutSchema = v.object({
  total: v.number(),
  lines: v.array(v.object({ line: v.number(), why: v.picklist(LEFT_OUT_REASONS), text: v.string() })),
});
export type LeftOut = v.InferOutput<typeof LeftOutSchema>;

export const FileSampleSchema = v.object({
  headers: v.array(v.string()),
  samples: v.array(v.array(v.string())),
  rows: v.number(),
  encoding: v.optional(v.picklist(FILE_ENCODINGS), 'UTF-8'),
  /** These would read otherwise in another encoding. */
  letters: v.optional(v.array(v.string()), []),
  isRemembered: v.boolean(),
});
export type FileSample = v.InferOutput<typeof FileSampleSchema>;

export const FileReadingSchema = v.object({
  ...FileSampleSchema.entries,
  format: v.nullable(v.picklist(SHOP_SYSTEMS)),
  mapping: SaveMappingSchema.entries.mapping,
  weightUnit: v.nullable(v.picklist(WEIGHT_UNITS)),
  lengthUnit: v.nullable(v.picklist(LENGTH_UNITS)),
  /** The columns with numbers that name no unit. */
  bareColumns: v.array(v.string()),
  /** The column was recognized by its cells, not by its name. */
  isStatusGuessed: v.boolean(),
  withheld: v.array(v.object({ ...WithheldSchema.entries, count: v.number() })),
  leftOut: LeftOutSchema,
});
export type FileReading = v.InferOutput<typeof FileReadingSchema>;

/** It counts rows. `toFix` is part of `added` and `changed`. */
export const FileImportedSchema = v.object({
  added: v.number(),
  changed: v.number(),
  unchanged: v.number(),
  toFix: v.number(),
  /** So many of all won’t be sent. */
  withheld: v.number(),
  leftOut: LeftOutSchema,
});
export type FileImported = v.InferOutput<typeof FileImportedSchema>;

/** Each needs a column or a fixed text, except the email where receivers can be texted. */
export const REQUIRED_FIELDS: readonly MappedField[] = [
  'receiverName',
  'receiverEmail',
  'receiverPhone',
  'line1',
  'city',
  'country',
  'description',
  'weightG',
  ...SIZES,
];

/** It spares most of up to 300,000 cells a further look. */
const MAYBE_BARE = /^[\d\s.,'"=x×*✕()lwh:]{1,60}$/i;

export const findBareColumns = (headers: readonly string[], rows: readonly FileRow[]): string[] =>
  headers.filter((_, at) =>
    rows.some(({ cells: { [at]: cell = '' } }) => MAYBE_BARE.test(cell) && isBareMeasure(readCell(cell, 60))),
  );

/** The unit of one size holds for the others. */
const unitsInHeads = (mapping: Mapping) => ({
  weight: weightUnitIn(mapping.weightG?.column ?? ''),
  length: [...SIZES, 'sizes' as const].map((field) => lengthUnitIn(mapping[field]?.column ?? '')).find(Boolean) ?? null,
});

/** Nothing in the file names these units, so the person is asked once. */
export function unitsToAsk(mapping: Mapping, bareColumns: readonly string[]): { weight: boolean; length: boolean } {
  const isBare = (field: MappedField) => bareColumns.includes(mapping[field]?.column ?? '');
  const named = unitsInHeads(mapping);
  return {
    weight: isBare('weightG') && !mapping.weightIn?.column && named.weight === null,
    length: [...SIZES, 'sizes' as const].some(isBare) && !mapping.lengthIn?.column && named.length === null,
  };
}

/** Lines begin at 1. `problem`: why cells may be wrong. */
export interface FileRow {
  line: number;
  cells: readonly string[];
  problem?: string;
  /** It is before the names of the columns. */
  isAbove?: boolean;
}

export type Reading = Pick<SaveMapping, 'mapping' | 'weightUnit' | 'lengthUnit'> & { currency: string };

/** Joins the rows of an order, and reports the lines that are none. */
export function readRows(
  headers: readonly string[],
  rows: readonly FileRow[],
  reading: Reading,
): { orders: ReadOrder[]; leftOut: LeftOut } {
  const { mapping } = reading;
  const columnAt = (field: MappedField) => headers.indexOf(mapping[field]?.column ?? '');
  const places = new Map(MAPPED_FIELDS.map((field) => [field, columnAt(field)]));
  const signs = findSigns(headers);
  for (const field of keysOf(SIGN_FIELDS)) if (mapping[field]) signs.set(SIGN_FIELDS[field], columnAt(field));
  const leftOut: LeftOut['lines'] = [];
  const leave = ({ line, cells, problem }: FileRow, why: LeftOutReason) => {
    const said = cells.map((cell) => readCell(cell, MAX_LEFT_OUT_LENGTH)).filter(Boolean);
    leftOut.push({
      line,
      why,
      text: shorten((why === 'unreadable' && problem) || said.join(', '), MAX_LEFT_OUT_LENGTH),
    });
  };
  const read: { row: FileRow; order: OrderRow }[] = [];
  for (const row of rows) {
    const why = whyUnread(headers, row);
    if (why) {
      leave(row, why);
      continue;
    }
    const texts: Record<number, string> = {};
    const at = (place = -1) => (texts[place] ??= readCell(row.cells[place] ?? '', MAX_READ));
    const own = (field: MappedField) => at(places.get(field));
    const filled = Object.entries(fieldsOf(reading, own)).filter(([, text]) => text !== '');
    const fields = Object.fromEntries(filled.map(([field, text]) => [field, shorten(text, 500)]));
    const said = SIGN_NAMES.map((sign) => [sign, at(signs.get(sign))]);
    read.push({ row, order: { line: row.line, fields, own, signs: Object.fromEntries(said) } });
  }
  const whyLeftOut = findLeftOut(
    read.map(({ order }) => order),
    (field) => Boolean(mapping[field]?.column),
  );
  const orders = read.flatMap(({ row, order }, at) => {
    const why = whyLeftOut(order, at);
    if (why) leave(row, why);
    return why ? [] : [order];
  });
  const columns = columnsOf(systemOf(headers), signs, mapping.weightG?.column ?? '');
  const lines = leftOut.toSorted((one, other) => one.line - other.line);
  return { orders: joinRows(orders, columns), leftOut: { total: lines.length, lines: lines.slice(0, MAX_LEFT_OUT) } };
}

const MAX_LEFT_OUT_LENGTH = 160;
/** Programs write such short lines below their orders. */
const MAX_NOTE_CELLS = 3;

function whyUnread(headers: readonly string[], { cells, problem, isAbove }: FileRow): LeftOutReason | null {
  const filled = cells.filter((cell) => cell.trim() !== '').length;
  if (filled === 0) return 'empty';
  if (isAbove) return 'note';
  if (problem) return filled <= MAX_NOTE_CELLS && cells.length < headers.length / 2 ? 'note' : 'unreadable';
  return headers.every((head, at) => readHead(cells[at] ?? '') === head) ? 'explains' : null;
}

const UNKNOWN_UNIT = ' (unit?)';
export const isUnitUnknown = (text = ''): boolean => text.endsWith(UNKNOWN_UNIT);

function fieldsOf(
  { mapping, weightUnit, lengthUnit, currency }: Reading,
  own: (field: MappedField) => string,
): DraftFields {
  const cell = (field: MappedField) => own(field) || (mapping[field]?.otherwise ?? '');
  const named = unitsInHeads(mapping);
  const measure = (
    field: MappedField,
    written: string,
    { read, unit }: { read: (text: string, unit?: string | null) => string; unit: string | null },
  ) => {
    // People type the text for empty cells in the units of our forms.
    if (written === '') return read(mapping[field]?.otherwise ?? '');
    return unit === null && isBareMeasure(written) ? `${written}${UNKNOWN_UNIT}` : read(written, unit);
  };
  const weight = { read: readWeight, unit: named.weight ?? weightUnitIn(cell('weightIn')) ?? weightUnit };
  const lengths = named.length ?? lengthUnitIn(cell('lengthIn')) ?? lengthUnit;
  const together = SIZES.map((field) => splitSizes(own(field))).find(Boolean) ?? splitSizes(cell('sizes'));
  const sizes = SIZES.map((field, at) => {
    const unit = lengthUnitIn(mapping[field]?.column ?? '') ?? lengths;
    return measure(field, together?.[at] ?? own(field), { read: readLength, unit });
  });
  const [lengthMm = '', widthMm = '', heightMm = ''] = sizes;
  return {
    reference: cell('reference'),
    ...placeAddress({
      name: cell('receiverName'),
      lastName: cell('receiverLastName'),
      company: cell('company'),
      line1: cell('line1'),
      houseNumber: cell('houseNumber'),
      line2: cell('line2'),
      line3: cell('line3'),
      city: cell('city'),
      state: cell('state'),
      postcode: cell('postcode'),
      country: cell('country'),
    }),
    receiverEmail: cell('receiverEmail'),
    receiverPhone: cell('receiverPhone'),
    description: shorten(cell('description'), 200),
    weightG: addWeights(
      measure('weightG', own('weightG'), weight),
      readWeight(own('weightRest'), weightUnitIn(mapping.weightRest?.column ?? '') ?? smallerUnit(weight.unit)),
    ),
    lengthMm,
    widthMm,
    heightMm,
    parcels: cell('parcels'),
    ...Object.fromEntries(OTHER_TEXTS.map((text) => [text, cell(text)])),
    value: writeValue(cell('value'), cell('currency'), currency),
    cod: writeValue(cell('cod'), cell('currency'), currency),
    handoverCode: cell('handoverCode'),
  };
}

const smallerUnit = (unit: string | null) => (/^k/.test(unit ?? '') ? 'g' : 'oz');

/** Some programs write the same weight in both units. */
function addWeights(whole: string, rest: string): string {
  const written = [whole, rest].filter(Boolean);
  const odd = written.find((text) => !/^\d+$/.test(text));
  if (odd !== undefined || written.length < 2) return odd ?? written[0] ?? '';
  const [one, other] = [Number(whole), Number(rest)];
  return String(Math.abs(one - other) <= one / 20 ? one : one + other);
}

function writeValue(amount: string, code: string, currency: string): string {
  if (amount === '') return '';
  const written = code === '' ? amount : `${amount} ${code}`;
  const own = readMoney(written, currency).amount;
  return own === null ? written : String(own);
}

export const columnsOfMapping = (mapping: Mapping): Partial<Record<DraftField, string>> =>
  Object.fromEntries(
    keysOf(mapping).flatMap((field) =>
      isDraftField(field) && mapping[field]?.column ? [[field, mapping[field].column]] : [],
    ),
  );

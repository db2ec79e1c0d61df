/** Files of orders, as shops and their programs write them. */
import * as v from 'valibot';
import { keysOf, optionalText, strictInput } from '../field-schemas.ts';
import { readMoney } from '../money.ts';
import { MAX_CELL_LENGTH } from '../shipment-file.ts';
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
import { placeAddress, readCell } from './order-text.ts';

export const MAX_FILE_ROWS = 1_000;
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
export const FILE_TOO_LARGE = 'A file can be up to 5 MB.';
export const MAX_COLUMNS = 300;
const MAX_HEAD_LENGTH = 200;

/** The name of a column, as it is shown and remembered. */
export const readHead = (cell: string): string =>
  normalizeLine(
    cell
      .slice(0, MAX_HEAD_LENGTH)
      .replace(/\p{Cc}+/gu, ' ')
      .toWellFormed(),
  );

/** What drafts have no field for: it becomes part of another. */
const MORE_TITLES = {
  receiverLastName: 'Last name, if separate',
  company: 'Company',
  houseNumber: 'House number, if separate',
  line3: 'Address line 3',
  state: 'State, province or county',
  weightIn: 'Unit of weight',
  sizes: 'All sizes, if in one column',
  lengthIn: 'Unit of sizes',
  currency: 'Currency',
};

/** What a column can be for. */
export const MAPPED_FIELDS = [
  'reference',
  'receiverName',
  'receiverLastName',
  'company',
  'receiverEmail',
  'receiverPhone',
  'line1',
  'houseNumber',
  'line2',
  'line3',
  'postcode',
  'city',
  'state',
  'country',
  'description',
  'weightG',
  'weightIn',
  'sizes',
  'lengthMm',
  'widthMm',
  'heightMm',
  'lengthIn',
  'parcels',
  'value',
  'currency',
] as const satisfies readonly (DraftField | keyof typeof MORE_TITLES)[];
export type MappedField = (typeof MAPPED_FIELDS)[number];

/** The title of a field in a mapping. */
export const titleOfMapped = (field: MappedField): string =>
  field in MORE_TITLES ? MORE_TITLES[field as keyof typeof MORE_TITLES] : titleOfField(field as DraftField);

const head = optionalText('Column', MAX_HEAD_LENGTH);
const source = strictInput({
  /** Null for none. */
  column: v.nullable(head),
  /** Stands in empty cells. */
  otherwise: v.optional(optionalText('Text', 200), ''),
});
export type ColumnSource = v.InferOutput<typeof source>;

const mappingEntries = Object.fromEntries(MAPPED_FIELDS.map((field) => [field, v.optional(source)])) as Record<
  MappedField,
  v.OptionalSchema<typeof source, undefined>
>;

/** shipper.saveMapping. `headers`: the file's first line. */
export const SaveMappingSchema = strictInput({
  headers: v.pipe(
    v.array(head, 'Columns must be a list.'),
    v.minLength(1, 'Columns are required.'),
    v.maxLength(MAX_COLUMNS, `A file can have at most ${MAX_COLUMNS} columns.`),
  ),
  mapping: strictInput(mappingEntries),
  /** Of numbers without a unit; null where there are none. */
  weightUnit: v.optional(v.nullable(v.picklist(WEIGHT_UNITS, 'Choose the unit of weights.')), null),
  lengthUnit: v.optional(v.nullable(v.picklist(LENGTH_UNITS, 'Choose the unit of sizes.')), null),
});
export type SaveMapping = v.InferOutput<typeof SaveMappingSchema>;
export type RememberedMapping = SaveMapping;
export type Mapping = SaveMapping['mapping'];

export const FILE_FORMATS = ['shopify', 'woocommerce', 'click-and-drop'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
export const FORMAT_LABELS: Record<FileFormat, string> = {
  shopify: 'a Shopify export',
  woocommerce: 'a WooCommerce export',
  'click-and-drop': 'a click-and-drop file',
};

export const FILE_ENCODINGS = [
  ...(['UTF-8', 'UTF-16', 'Windows-1252', 'Windows-1250', 'Windows-1251', 'Windows-1253', 'Windows-1254'] as const),
  ...(['Windows-1257', 'Shift-JIS', 'GBK', 'Big5'] as const),
];
export type FileEncoding = (typeof FILE_ENCODINGS)[number];

/** What is known of a file before it is imported. */
export const FileReadingSchema = v.object({
  headers: v.array(v.string()),
  /** Its first rows. */
  samples: v.array(v.array(v.string())),
  rows: v.number(),
  encoding: v.picklist(FILE_ENCODINGS),
  /** Examples of what would read otherwise in another encoding. */
  letters: v.optional(v.array(v.string()), []),
  format: v.nullable(v.picklist(FILE_FORMATS)),
  mapping: SaveMappingSchema.entries.mapping,
  weightUnit: v.nullable(v.picklist(WEIGHT_UNITS)),
  lengthUnit: v.nullable(v.picklist(LENGTH_UNITS)),
  /** The columns with numbers that name no unit. */
  bareColumns: v.array(v.string()),
  isRemembered: v.boolean(),
});
export type FileReading = v.InferOutput<typeof FileReadingSchema>;

/** What an import has made of a file's rows. `toFix`: of the added and changed ones. */
export const FileImportedSchema = v.object({
  added: v.number(),
  changed: v.number(),
  unchanged: v.number(),
  toFix: v.number(),
});
export type FileImported = v.InferOutput<typeof FileImportedSchema>;

/** Without these no draft is ready: a column, or a text for all rows. */
export const REQUIRED_FIELDS: readonly MappedField[] = [
  'receiverName',
  'receiverEmail',
  'receiverPhone',
  'line1',
  'city',
  'country',
  'description',
  'weightG',
  'lengthMm',
  'widthMm',
  'heightMm',
];

/** So that most of up to 300,000 cells need no further look. */
const MAYBE_BARE = /^[\d\s.,'"=x×*✕()lwh:]{1,60}$/i;

/** The columns in which some cell is a number without a unit. */
export const findBareColumns = (headers: readonly string[], rows: readonly FileRow[]): string[] =>
  headers.filter((_, at) =>
    rows.some(({ cells: { [at]: cell = '' } }) => MAYBE_BARE.test(cell) && isBareMeasure(readCell(cell, 60))),
  );

export const SIZES = ['lengthMm', 'widthMm', 'heightMm'] as const;

/** The units that the headings name; one of a size is that of the others. */
const unitsInHeads = (mapping: Mapping) => ({
  weight: weightUnitIn(mapping.weightG?.column ?? ''),
  length: [...SIZES, 'sizes' as const].map((field) => lengthUnitIn(mapping[field]?.column ?? '')).find(Boolean) ?? null,
});

/** Which units nothing in a file names, so that they are asked for, once for all its rows. */
export function unitsToAsk(mapping: Mapping, bareColumns: readonly string[]): { weight: boolean; length: boolean } {
  const isBare = (field: MappedField) => bareColumns.includes(mapping[field]?.column ?? '');
  const named = unitsInHeads(mapping);
  return {
    weight: isBare('weightG') && !mapping.weightIn?.column && named.weight === null,
    length: [...SIZES, 'sizes' as const].some(isBare) && !mapping.lengthIn?.column && named.length === null,
  };
}

/** A row of a file: the line on which it begins, from 1, and its cells. */
export interface FileRow {
  line: number;
  cells: readonly string[];
}

export interface ReadRow {
  line: number;
  fields: DraftFields;
}

/** How a file is read, for a brand with a currency. */
export type Reading = Pick<SaveMapping, 'mapping' | 'weightUnit' | 'lengthUnit'> & { currency: string };

/**
 * Reads a file's rows as drafts. Rows that only add an item to the order above them, as some shops
 * export them, become part of it.
 */
export function readRows(headers: readonly string[], rows: readonly FileRow[], reading: Reading): ReadRow[] {
  const { mapping } = reading;
  const columnAt = (field: MappedField) => headers.indexOf(mapping[field]?.column ?? '');
  const places = new Map(MAPPED_FIELDS.map((field) => [field, columnAt(field)]));
  const read: ReadRow[] = [];
  for (const { line, cells } of rows) {
    const own = (field: MappedField) => readCell(cells[places.get(field) ?? -1] ?? '', MAX_CELL_LENGTH);
    const last = read.at(-1);
    const isSameOrder = last !== undefined && own('reference') !== '' && own('reference') === last.fields.reference;
    if (
      isSameOrder &&
      ['receiverName', 'line1', 'city', 'postcode'].every((field) => own(field as MappedField) === '')
    ) {
      const item = own('description');
      if (item) last.fields.description = shorten(`${last.fields.description ?? ''}, ${item}`.replace(/^, /, ''), 200);
      continue;
    }
    const texts = Object.entries(fieldsOf(reading, own)).filter(([, text]) => text !== '');
    read.push({ line, fields: Object.fromEntries(texts.map(([field, text]) => [field, shorten(text, 500)])) });
  }
  return read;
}

function fieldsOf(
  { mapping, weightUnit, lengthUnit, currency }: Reading,
  own: (field: MappedField) => string,
): DraftFields {
  const cell = (field: MappedField) => own(field) || (mapping[field]?.otherwise ?? '');
  const named = unitsInHeads(mapping);
  const measure = (written: string, read: (text: string, unit?: string | null) => string, unit: string | null) =>
    // People type in the units of our forms.
    written === '' || unit !== null
      ? read(written, unit)
      : isBareMeasure(written)
        ? `${written} (unit?)`
        : read(written, null);
  const weight = own('weightG');
  const lengths = named.length ?? lengthUnitIn(cell('lengthIn')) ?? lengthUnit;
  const together = SIZES.map((field) => splitSizes(own(field))).find(Boolean) ?? splitSizes(cell('sizes'));
  const sizes = SIZES.map((field, at) => {
    const text = together?.[at] ?? own(field);
    return text === ''
      ? readLength(mapping[field]?.otherwise ?? '')
      : measure(text, readLength, lengthUnitIn(mapping[field]?.column ?? '') ?? lengths);
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
    weightG:
      weight === ''
        ? readWeight(mapping.weightG?.otherwise ?? '')
        : measure(weight, readWeight, named.weight ?? weightUnitIn(cell('weightIn')) ?? weightUnit),
    lengthMm,
    widthMm,
    heightMm,
    parcels: cell('parcels'),
    value: writeValue(cell('value'), cell('currency'), currency),
  };
}

/** An amount of the brand’s currency, or with the one that it is in. */
function writeValue(amount: string, code: string, currency: string): string {
  if (amount === '') return '';
  const written = code === '' ? amount : `${amount} ${code}`;
  const own = readMoney(written, currency).amount;
  return own === null ? written : String(own);
}

/** The columns that a draft's fields came from. */
export const columnsOfMapping = (mapping: Mapping): Partial<Record<DraftField, string>> =>
  Object.fromEntries(
    keysOf(mapping).flatMap((field) =>
      !(field in MORE_TITLES) && mapping[field]?.column ? [[field, mapping[field].column]] : [],
    ),
  );

/** Files of orders, as shops and their programs write them. */
import * as v from 'valibot';
import { keysOf, optionalText, strictInput } from '../field-schemas.ts';
import { MAX_CELL_LENGTH, unescapeFormula } from '../shipment-file.ts';
import { normalizeLine, onOneLine, shorten } from '../text.ts';
import { DRAFT_FIELDS, type DraftField, type DraftFields, titleOfField } from './draft.ts';
import { readLength, readWeight } from './parcel-size.ts';

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

/** What a column can be for. Some programs write names in two columns. */
export const MAPPED_FIELDS = [
  'reference',
  'receiverName',
  'receiverLastName',
  'receiverEmail',
  'receiverPhone',
  'line1',
  'line2',
  'postcode',
  'city',
  'country',
  'description',
  'weightG',
  'lengthMm',
  'widthMm',
  'heightMm',
  'parcels',
  'value',
] as const satisfies readonly (DraftField | 'receiverLastName')[];
export type MappedField = (typeof MAPPED_FIELDS)[number];

/** The title of a field in a mapping. */
export const titleOfMapped = (field: MappedField): string =>
  field === 'receiverLastName' ? 'Last name, if separate' : titleOfField(field);

export const WEIGHT_UNITS = ['g', 'kg'] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];

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
  /** Of numbers without a unit. */
  weightUnit: v.picklist(WEIGHT_UNITS, 'Choose grams or kilograms.'),
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

export const FILE_ENCODINGS = ['UTF-8', 'UTF-16', 'Windows-1252'] as const;

/** What is known of a file before it is imported. */
export const FileReadingSchema = v.object({
  headers: v.array(v.string()),
  /** Its first rows. */
  samples: v.array(v.array(v.string())),
  rows: v.number(),
  encoding: v.picklist(FILE_ENCODINGS),
  format: v.nullable(v.picklist(FILE_FORMATS)),
  mapping: SaveMappingSchema.entries.mapping,
  weightUnit: SaveMappingSchema.entries.weightUnit,
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

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Names of columns, the best first, as `plain` writes them. */
const KNOWN_HEADS: Record<MappedField, string> = {
  reference:
    'reference orderreference ordernumber orderno order ordername orderid channelreference customerreference yourreference name',
  receiverName:
    'receivername shippingname shippingfullname deliveryname recipient recipientname fullname recipientfullname shiptoname customername firstnameshipping shippingfirstname deliveryfirstname recipientfirstname firstname contactname contact name',
  receiverLastName: 'lastnameshipping shippinglastname deliverylastname recipientlastname lastname surname',
  receiverEmail:
    'receiveremail recipientemail recipientemailaddress shippingemail deliveryemail emailbilling billingemail customeremail email emailaddress',
  receiverPhone:
    'receiverphone shippingphone phoneshipping recipientphone recipientphonenumber deliveryphone phonebilling billingphone customerphone phone phonenumber telephone mobile tel',
  line1:
    'addressline1 shippingaddress1 address1shipping address12shipping shippingaddressline1 deliveryaddress1 deliveryaddressline1 shippingstreet recipientaddressline1 address1 street streetaddress address shippingaddress deliveryaddress shipto',
  line2:
    'addressline2 shippingaddress2 address2shipping shippingaddressline2 deliveryaddress2 deliveryaddressline2 recipientaddressline2 address2',
  postcode:
    'postcode shippingpostcode postcodeshipping shippingzip shippingpostalcode deliverypostcode recipientpostcode zip zipcode postalcode',
  city: 'city shippingcity cityshipping deliverycity recipientcity town towncity posttown',
  country:
    'country shippingcountry countrycodeshipping countryshipping shippingcountrycode deliverycountry recipientcountry countrycode countryregion',
  description:
    'description contents lineitemname itemname productname productdescription productnamecurrent lineitems items product goodsdescription',
  weightG:
    'weight weightg weightkg weightgrams weightinkg weighting totalweight parcelweight orderweight ordertotalweight packageweight lineitemgrams',
  lengthMm: 'length lengthcm lengthmm packagelength parcellength depth',
  widthMm: 'width widthcm widthmm packagewidth parcelwidth',
  heightMm: 'height heightcm heightmm packageheight parcelheight',
  parcels: 'parcels packages numberofparcels numberofpackages parcelcount',
  value: 'value subtotal ordersubtotal ordervalue goodsvalue declaredvalue total ordertotal ordertotalamount',
};

/** How programs are recognised: by columns that only they have together. */
const FORMATS: readonly { format: FileFormat; heads: string; weightUnit: WeightUnit; reference?: string }[] = [
  { format: 'shopify', heads: 'name lineitemname shippingname shippingzip', weightUnit: 'g', reference: 'name' },
  { format: 'woocommerce', heads: 'ordernumber postcodeshipping firstnameshipping', weightUnit: 'kg' },
  { format: 'woocommerce', heads: 'ordernumber shippingpostcode shippingfirstname', weightUnit: 'kg' },
  { format: 'click-and-drop', heads: 'orderreference addressline1 postcode', weightUnit: 'kg' },
];

/** How many of a file's first cells are names of columns that are known. */
export const countKnownHeads = (heads: readonly string[]): number =>
  heads.filter((each) => ALL_HEADS.has(plain(each))).length;
const ALL_HEADS = new Set(Object.values(KNOWN_HEADS).flatMap((heads) => heads.split(' ')));

/** Guesses what a file's columns are for. */
export function guessMapping(headers: readonly string[]): Pick<FileReading, 'format' | 'mapping' | 'weightUnit'> {
  const byHead = new Map(headers.toReversed().map((each) => [plain(each), each]));
  const known = FORMATS.find(({ heads }) => heads.split(' ').every((each) => byHead.has(each)));
  const mapping: Mapping = {};
  const taken = new Set<string>();
  for (const field of MAPPED_FIELDS) {
    const names = [
      ...(field === 'reference' && known?.reference ? [known.reference] : []),
      ...KNOWN_HEADS[field].split(' '),
    ];
    const column = names.flatMap((name) => byHead.get(name) ?? []).find((each) => !taken.has(each));
    if (column === undefined) continue;
    taken.add(column);
    mapping[field] = { column, otherwise: '' };
  }
  const isInKg = /kg|kilo/.test(plain(mapping.weightG?.column ?? ''));
  const isInGrams = /(?:^|[^k])g$|gram/.test(plain(mapping.weightG?.column ?? ''));
  const weightUnit = isInKg ? 'kg' : isInGrams ? 'g' : (known?.weightUnit ?? 'kg');
  return { format: known?.format ?? null, mapping, weightUnit };
}

const LENGTHS = new Set<string>(['lengthMm', 'widthMm', 'heightMm']);

/** A row of a file: the line on which it begins, from 1, and its cells. */
export interface FileRow {
  line: number;
  cells: readonly string[];
}

export interface ReadRow {
  line: number;
  fields: DraftFields;
}

/**
 * Reads a file's rows as drafts. Rows that only add an item to the order above them, as some shops
 * export them, become part of it.
 */
export function readRows(
  headers: readonly string[],
  rows: readonly FileRow[],
  { mapping, weightUnit }: Pick<SaveMapping, 'mapping' | 'weightUnit'>,
): ReadRow[] {
  const read: ReadRow[] = [];
  for (const { line, cells } of rows) {
    const own = (field: MappedField) => cellOf(headers, cells, mapping[field]?.column ?? null);
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
    const fields: DraftFields = {};
    for (const field of DRAFT_FIELDS) {
      const text = textOf(field, (one) => own(one) || (mapping[one]?.otherwise ?? ''), weightUnit);
      if (text !== '') fields[field] = shorten(text, 500);
    }
    read.push({ line, fields });
  }
  return read;
}

function textOf(field: DraftField, cell: (field: MappedField) => string, weightUnit: WeightUnit): string {
  if (field === 'receiverName') return [cell('receiverName'), cell('receiverLastName')].filter(Boolean).join(' ');
  const text = cell(field);
  if (field === 'weightG') return readWeight(text, weightUnit);
  if (LENGTHS.has(field)) return readLength(text);
  if (field === 'description') return shorten(text, 200);
  return text;
}

function cellOf(headers: readonly string[], cells: readonly string[], column: string | null): string {
  const at = column === null ? -1 : headers.indexOf(column);
  const cell = unescapeFormula((cells[at] ?? '').slice(0, MAX_CELL_LENGTH)).trim();
  // Shopify writes an apostrophe before postcodes and phone numbers.
  return onOneLine(cell.replace(/^'(?=[\d+])/, ''));
}

/** The columns that a draft's fields came from. */
export const columnsOfMapping = (mapping: Mapping): Partial<Record<DraftField, string>> =>
  Object.fromEntries(
    keysOf(mapping).flatMap((field) =>
      field !== 'receiverLastName' && mapping[field]?.column ? [[field, mapping[field].column]] : [],
    ),
  );

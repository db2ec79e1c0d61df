/** Cells like formulas get a leading apostrophe. */
import * as v from 'valibot';
import { choiceLabel } from './choice-label.ts';
import { dayIn } from './dates.ts';
import { damagedSentence, keysOf } from './field-schemas.ts';
import { type CanText, mayBeTexted, missingEmail } from './missing-email.ts';
import { parseAmount, sentenceIn } from './money.ts';
import {
  CREATE_SHIPMENT_ENTRIES,
  type CreateShipment,
  CreateShipmentSchema,
  LOCATION_ENTRIES,
  PAYERS,
  SERVICE_TYPES,
} from './shipment.ts';
import type { ImportProblem } from './shipment-import.ts';
import type { Site } from './site.ts';
import { normalizeLine, onOneLine } from './text.ts';
import { readWrittenTime, writeTime } from './written-time.ts';

type FieldKey = Exclude<keyof CreateShipment, 'location'>;
type PlaceKey = keyof typeof LOCATION_ENTRIES;
export type ColumnKey = FieldKey | PlaceKey;

interface Column<Key> {
  key: Key;
  head: string;
  isOptional: boolean;
}
export type FieldColumn = Column<FieldKey>;
export type FileColumn = Column<ColumnKey>;

const { location, ...FIELD_ENTRIES } = CREATE_SHIPMENT_ENTRIES;

export const FIELD_COLUMNS: readonly FieldColumn[] = keysOf(FIELD_ENTRIES).map((key) => {
  const schema = FIELD_ENTRIES[key];
  const isOptional = schema.type === 'optional';
  return { key, head: v.getTitle(isOptional ? schema.wrapped : schema) ?? key, isOptional };
});

const PLACE_COLUMNS: readonly Column<PlaceKey>[] = keysOf(LOCATION_ENTRIES).map((key) => {
  return { key, head: v.getTitle(LOCATION_ENTRIES[key]) ?? key, isOptional: true };
});

/** An export has no places, which are kept with doors. */
export const COLUMNS: readonly FileColumn[] = [...FIELD_COLUMNS, ...PLACE_COLUMNS];

/** Ten links of images. */
export const MAX_CELL_LENGTH = 6_000;

export const EXPORT_HEADERS = ['Tracking ID', 'Status', 'Created'] as const;
export const OUTCOME_HEADERS = [
  'Delivered at',
  'Delivered',
  'Recipient',
  'Attempts',
  'Last reason',
  'Run',
  'Courier',
] as const;
/** A corrected report can be imported as it is. */
export const REPORT_HEADERS = ['Line', 'Problems'] as const;

/** `Order number` as it is compared. */
export const plainHead = (head: string) => head.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const KNOWN = new Map(
  COLUMNS.flatMap(({ key, head }) => [[plainHead(head), key] as const, [plainHead(key), key] as const]),
);
const PASSED_OVER: ReadonlySet<string> = new Set(
  [...EXPORT_HEADERS, ...OUTCOME_HEADERS, ...REPORT_HEADERS].map(plainHead),
);

/** Our extra columns are `passed-over`. */
export function columnOf(head: string): ColumnKey | 'passed-over' | null {
  return KNOWN.get(plainHead(head)) ?? (PASSED_OVER.has(plainHead(head)) ? 'passed-over' : null);
}

export function hasOurNames(heads: readonly string[]): boolean {
  const keys = heads.map(columnOf);
  const ours = keys.filter((key) => key !== 'passed-over');
  const hasAll = COLUMNS.every(({ key, isOptional }) => isOptional || ours.includes(key));
  return hasAll && !ours.includes(null) && new Set(ours).size === ours.length;
}

/** A leading apostrophe gets another, so none is lost. */
export const escapeFormula = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Restores what `escapeFormula` escaped or `="…"` protects. */
export const unescapeFormula = (cell: string) =>
  /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell.replace(/^="([^"]*)"$/, '$1');

export type Cells = Partial<Record<ColumnKey, string>>;

/** Times are by the brand’s clock. */
export function cellsOf(shipment: CreateShipment, timeZone = 'UTC'): string[] {
  const { location, ...fields } = shipment;
  const values = { ...fields, ...location };
  return COLUMNS.map(({ key }) => {
    const value = values[key] ?? '';
    if (value && (key === 'shipDate' || key === 'deliveryDate')) return writeTime(String(value), timeZone);
    return Array.isArray(value) ? value.join(' ') : String(value);
  });
}

export function namedCellsOf(shipment: CreateShipment, timeZone: string): Cells {
  const cells = cellsOf(shipment, timeZone);
  return Object.fromEntries(COLUMNS.map(({ key }, at) => [key, cells[at]]));
}

/** What nothing else may read. */
export const findLongCells = (cells: Cells): ImportProblem[] =>
  COLUMNS.filter(({ key }) => (cells[key]?.length ?? 0) > MAX_CELL_LENGTH).map(({ head }) => ({
    column: head,
    message: `${head} can have at most ${MAX_CELL_LENGTH} characters.`,
  }));

export type Verdict = { fields: CreateShipment } | { problems: ImportProblem[] };

/** The rules are createShipment’s; times without a zone are the brand’s. */
export function checkCells(
  cells: Cells,
  { timeZone, currency, texts }: Pick<Site, 'timeZone' | 'currency' | 'texts'>,
  canText: CanText = mayBeTexted,
): Verdict {
  const input = inputOf(cells, timeZone, currency);
  const result = v.safeParse(CreateShipmentSchema, input, { abortPipeEarly: true });
  const problems = (result.issues ?? []).map((issue): ImportProblem => {
    const column = COLUMNS.find(({ key }) => key === issue.path?.at(issue.path[0]?.key === 'location' ? 1 : 0)?.key);
    return {
      column: column?.head ?? null,
      message: (column && hintFor(column.key, cells)) ?? sentenceIn(currency, issue.message),
    };
  });
  const unreachable = missingEmail(input, texts, canText);
  if (unreachable) problems.push({ column: 'Receiver email', message: unreachable });
  problems.push(...lettersLostIn(cells));
  return result.success && problems.length === 0 ? { fields: result.output } : { problems };
}

const NAMES_AND_PLACES = ['shipTo', 'senderName', 'receiverName'] as const;

function lettersLostIn(cells: Cells): ImportProblem[] {
  return NAMES_AND_PLACES.flatMap((key) => {
    const word = (cells[key] ?? '').split(/\s+/).find((one) => /\p{L}\?+\p{L}/u.test(one));
    const head = COLUMNS.find((column) => column.key === key)?.head ?? key;
    return word === undefined ? [] : [{ column: head, message: damagedSentence(head, word) }];
  });
}

function hintFor(key: ColumnKey, cells: Cells): string | undefined {
  const choices = CHOICES[key];
  if (choices) return `Use ${oneOf(choices)}.`;
  if (isPlace(key) && normalizeLine(cells[key] ?? '') === '') return 'Give both latitude and longitude, or neither.';
  const isTime = key === 'shipDate' || key === 'deliveryDate';
  const cell = isTime ? normalizeLine(cells[key] ?? '') : '';
  const isUnread = cell !== '' && !readWrittenTime(cell, 'UTC');
  return isUnread ? 'Write the date like this: 2026-11-20 06:40' : undefined;
}

const CHOICES: Partial<Record<ColumnKey, readonly string[]>> = {
  service: SERVICE_TYPES,
  payer: PAYERS.map(choiceLabel),
};

const oneOf = (choices: readonly string[]) => `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;

const choiceOf = (cell: string, values: readonly string[]) =>
  values.find((value) => plainHead(value) === plainHead(normalizeLine(cell))) ?? cell.trim();

function inputOf(
  {
    value = '',
    fee = '',
    cod = '',
    shipDate = '',
    deliveryDate = '',
    images = '',
    parcels = '',
    latitude = '',
    longitude = '',
    ...texts
  }: Cells,
  timeZone: string,
  currency: string,
) {
  const amount = (cell: string) => readAmount(cell, currency);
  return {
    receiverEmail: '',
    receiverPhone: '',
    receiverCountry: '',
    ...texts,
    ...(texts.service !== undefined && { service: choiceOf(texts.service, SERVICE_TYPES) }),
    ...(texts.payer !== undefined && { payer: choiceOf(texts.payer, PAYERS) }),
    ...(texts.shipTo !== undefined && { shipTo: onOneLine(texts.shipTo) }),
    value: amount(value),
    fee: amount(fee),
    cod: amount(cod),
    parcels: amount(parcels),
    ...locationOf({ latitude, longitude }),
    ...timesOf(shipDate, deliveryDate, timeZone),
    images: normalizeLine(images).split(/\s+/).filter(Boolean),
  };
}

const readAmount = (cell: string, currency: string): number | string | undefined =>
  normalizeLine(cell) === '' ? undefined : (parseAmount(normalizeLine(cell), currency) ?? cell);

const isPlace = (key: ColumnKey): key is PlaceKey => key in LOCATION_ENTRIES;

function locationOf(cells: Record<PlaceKey, string>) {
  const location = { latitude: degrees(cells.latitude), longitude: degrees(cells.longitude) };
  return Object.values(location).some((given) => given !== undefined) ? { location } : {};
}

function degrees(cell: string): number | string | undefined {
  const text = normalizeLine(cell);
  if (text === '') return undefined;
  return /^[+-]?\d{1,3}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : cell;
}

function timesOf(shipDate: string, deliveryDate: string, timeZone: string) {
  const [shipCell, deliveryCell] = [normalizeLine(shipDate), normalizeLine(deliveryDate)];
  const [shipped, delivered] = [readWrittenTime(shipCell, timeZone), readWrittenTime(deliveryCell, timeZone)];
  const dayOf = ({ iso }: { iso: string }) => dayIn(timeZone, new Date(iso));
  // A mere day would begin before the shipping.
  const isSameDay = shipped && delivered?.isDay && dayOf(shipped) === dayOf(delivered);
  return {
    shipDate: shipped?.iso ?? shipCell,
    ...(deliveryCell && { deliveryDate: (isSameDay ? shipped : delivered)?.iso ?? deliveryCell }),
  };
}

/** The columns have other names than ours. */
import * as v from 'valibot';
import { keysOf } from '../field-schemas.ts';
import { type Cells, COLUMNS, type ColumnKey, unescapeFormula } from '../shipment-file.ts';
import { type ColumnSource, FileSampleSchema, mappingSchemaOf, type SaveMapping, titleOfMapped } from './draft-file.ts';

/** A file may have parts of a name or an address in several columns. */
const PART_KEYS = ['receiverLastName', 'line1', 'houseNumber', 'line2', 'postcode', 'city'] as const;
type PartKey = (typeof PART_KEYS)[number];
export type ManagedKey = ColumnKey | PartKey;
export const MANAGED_KEYS: readonly ManagedKey[] = [...COLUMNS.map(({ key }) => key), ...PART_KEYS];
export const isPartKey = (key: string): key is PartKey => PART_KEYS.some((part) => part === key);

export const titleOfColumn = (key: ManagedKey): string =>
  isPartKey(key) ? titleOfMapped(key) : (COLUMNS.find((column) => column.key === key)?.head ?? key);
export const REQUIRED_COLUMNS = COLUMNS.flatMap(({ key, isOptional }) => (isOptional ? [] : [key]));

export type ShipmentMapping = Partial<Record<ManagedKey, ColumnSource>>;

/** The file is of a shop’s orders, or of shipments. */
export type RememberedMapping =
  | (SaveMapping & { of?: undefined })
  | { of: 'shipments'; headers: string[]; mapping: ShipmentMapping };

export const ShipmentMappingSchema = mappingSchemaOf(MANAGED_KEYS);

export function cellNamer(headers: readonly string[], mapping: ShipmentMapping): (row: readonly string[]) => Cells {
  const sources = keysOf(mapping).map((key) => {
    const { column = null, otherwise = '' } = mapping[key] ?? {};
    return { key, at: column === null ? -1 : headers.indexOf(column), otherwise };
  });
  return (row) => {
    const cells: Partial<Record<ManagedKey, string>> = Object.fromEntries(
      sources.map(({ key, at, otherwise }) => {
        const cell = unescapeFormula(row[at] ?? '');
        return [key, cell.trim() === '' && otherwise !== '' ? otherwise : cell];
      }),
    );
    const { receiverLastName, line1, houseNumber, line2, postcode, city, ...own } = cells;
    const street = inOne(' ', line1, houseNumber);
    return {
      ...own,
      ...(receiverLastName && { receiverName: inOne(' ', own.receiverName, receiverLastName) }),
      ...(!own.shipTo?.trim() && street && { shipTo: inOne(', ', street, line2, inOne(' ', postcode, city)) }),
    };
  };
}

const inOne = (between: string, ...parts: (string | undefined)[]) =>
  parts.flatMap((part) => part?.trim() || []).join(between);

const MAX_JSON_LENGTH = 8_000;

/** It is read from an address, and its content is not checked yet. */
export const WrittenMappingSchema = v.pipe(
  v.string('Choose what the columns are for.'),
  v.maxLength(MAX_JSON_LENGTH, 'The names of these columns are too long.'),
  v.parseJson({}, 'Choose what the columns are for.'),
);

export const ShipmentFileReadingSchema = v.object({ ...FileSampleSchema.entries, mapping: ShipmentMappingSchema });
export type ShipmentFileReading = v.InferOutput<typeof ShipmentFileReadingSchema>;

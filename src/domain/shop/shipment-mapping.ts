/** Files of shipments whose columns have other names than ours. */
import * as v from 'valibot';
import { keysOf, strictInput } from '../field-schemas.ts';
import { type Cells, COLUMNS, type ColumnKey, unescapeFormula } from '../shipment-file.ts';
import { type ColumnSource, ColumnSourceSchema, FileSampleSchema, type SaveMapping } from './draft-file.ts';

export const COLUMN_KEYS = COLUMNS.map(({ key }) => key);
export const titleOfColumn = (key: ColumnKey): string => COLUMNS.find((column) => column.key === key)?.head ?? key;
export const REQUIRED_COLUMNS = COLUMNS.flatMap(({ key, isOptional }) => (isOptional ? [] : [key]));

export type ShipmentMapping = Partial<Record<ColumnKey, ColumnSource>>;

/** What somebody’s files are read with: those of a shop’s orders, or of shipments. */
export type RememberedMapping =
  | (SaveMapping & { of?: undefined })
  | { of: 'shipments'; headers: string[]; mapping: ShipmentMapping };

const source = v.optional(ColumnSourceSchema);
export const ShipmentMappingSchema = strictInput(
  Object.fromEntries(COLUMN_KEYS.map((key) => [key, source])) as Record<ColumnKey, typeof source>,
);

/** Names the cells of a file’s rows by what its columns are for. */
export function cellNamer(headers: readonly string[], mapping: ShipmentMapping): (row: readonly string[]) => Cells {
  const sources = keysOf(mapping).map((key) => {
    const { column = null, otherwise = '' } = mapping[key] ?? {};
    return { key, at: column === null ? -1 : headers.indexOf(column), otherwise };
  });
  return (row) =>
    Object.fromEntries(
      sources.map(({ key, at, otherwise }) => {
        const cell = unescapeFormula(row[at] ?? '');
        return [key, cell.trim() === '' && otherwise !== '' ? otherwise : cell];
      }),
    );
}

const MAX_JSON_LENGTH = 8_000;

/** As it comes in an address: what it says is still to be checked. */
export const WrittenMappingSchema = v.pipe(
  v.string('Choose what the columns are for.'),
  v.maxLength(MAX_JSON_LENGTH, 'The names of these columns are too long.'),
  v.parseJson({}, 'Choose what the columns are for.'),
);

export const ShipmentFileReadingSchema = v.object({ ...FileSampleSchema.entries, mapping: ShipmentMappingSchema });
export type ShipmentFileReading = v.InferOutput<typeof ShipmentFileReadingSchema>;

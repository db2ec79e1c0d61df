import type { ComponentType } from 'react';
import type { ColumnSource, FileEncoding, FileSample } from '../../domain/shop/draft-file.ts';
import type { LengthUnit, WeightUnit } from '../../domain/shop/measure.ts';

export type ColumnMapping<Field extends string> = Partial<Record<Field, ColumnSource>>;

/** What the columns of a kind of files can be for. */
export interface Columns<Field extends string> {
  fields: readonly Field[];
  titleOf(field: Field): string;
  required(column: Partial<Record<Field, string>>): readonly Field[];
  hints: Partial<Record<Field, string>>;
  /** Without a required one: `every row will have an error`. */
  consequence: string;
  /** It decides what becomes of a row, so no fixed text can replace it. */
  isSign?(field: Field): boolean;
}

export interface AnyReading<Field extends string> extends FileSample {
  mapping: ColumnMapping<Field>;
  weightUnit?: WeightUnit | null;
  lengthUnit?: LengthUnit | null;
}

export interface MappingValues<Field extends string> {
  column: Record<Field, string>;
  otherwise: Record<Field, string>;
  weightUnit: WeightUnit | '';
  lengthUnit: LengthUnit | '';
}

/** Files that are imported, and what becomes of them: a result, or first a question. */
export interface FileKind<Field extends string, Reading, Result> extends Columns<Field> {
  picker: { accept: string; hint: string; limit: { bytes: number; sentence: string } };
  /** What a row is. */
  noun: string;
  submit: { label(rows: number): string; pendingLabel: string; failed: string };
  read(
    file: File,
    how: { encoding?: FileEncoding | undefined; onProgress: (part: number) => void },
  ): Promise<{ reading: Reading } | { result: Result }>;
  save(file: File, reading: Reading, values: MappingValues<Field>): Promise<Result>;
  /** `a Shopify export` */
  formatOf?(reading: Reading): string | null;
  /** What else there is to say or to ask. */
  More?: ComponentType<{ reading: Reading }>;
}

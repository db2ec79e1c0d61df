import type { ComponentType } from 'react';
import type { ColumnSource, FileEncoding, FileSample } from '../../domain/shops/draft-file.ts';
import type { LengthUnit, WeightUnit } from '../../domain/shops/measure.ts';
import type { ToSend } from '../../domain/shops/to-send.ts';

export type ColumnMapping = Partial<Record<string, ColumnSource>>;

export interface Columns {
  fields: readonly string[];
  titleOf(field: string): string;
  required(column: Partial<Record<string, string>>): readonly string[];
  hints: Partial<Record<string, string>>;
  /** Says what a missing required field leads to: `every row will have an error`. */
  consequence: string;
  /** It decides what becomes of a row, so no fixed text can replace it. */
  isSign?(field: string): boolean;
}

export interface AnyReading extends FileSample {
  mapping: ColumnMapping;
  weightUnit?: WeightUnit | null;
  lengthUnit?: LengthUnit | null;
}

export interface MappingValues {
  column: Record<string, string>;
  otherwise: Record<string, string>;
  weightUnit: WeightUnit | '';
  lengthUnit: LengthUnit | '';
}

/** Importing one has a result, or first a question. */
export interface FileKind<Reading, Result> extends Columns {
  picker: { accept: string; hint: string; limit: { bytes: number; sentence: string } };
  /** What a row is. */
  noun: string;
  submit: { label(rows: number): string; pendingLabel: string; failed: string };
  read(
    file: File,
    how: { encoding?: FileEncoding | undefined; onProgress: (part: number) => void },
  ): Promise<{ reading: Reading } | { result: Result }>;
  save(file: File, reading: Reading, values: MappingValues): Promise<Result>;
  /** What the first rows are read as. */
  preview(reading: Reading, values: MappingValues): ToSend[];
  /** `a Shopify export` */
  formatOf?(reading: Reading): string | null;
  More?: ComponentType<{ reading: Reading }>;
}

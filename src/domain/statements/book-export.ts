/** An entry is in one file only. */
import * as v from 'valibot';
import type { BookColumn } from '../csv-columns.ts';
import { calendarDay, strictInput } from '../field-schemas.ts';
import type { JournalAccount } from './statement.ts';

export const BOOK_FORMATS = ['sie', 'datev', 'csv'] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

export const BOOK_FORMAT_LABELS: Record<BookFormat, string> = { sie: 'SIE 4', datev: 'DATEV', csv: 'CSV' };

/** Whom DATEV books for. */
export interface DatevClient {
  consultant: string;
  client: string;
}

/** The settings as they were then. */
export interface BookExportFacts {
  name: string;
  currency: string;
  /** Those that it has. */
  accounts: Partial<Record<JournalAccount, string>>;
  datev: DatevClient | null;
  /** The usual ones if there are none. */
  columns?: BookColumn[];
  /** The wall clock when it was made. */
  madeAt: string;
}

export const BookExportSchema = v.object({
  id: v.string(),
  format: v.picklist(BOOK_FORMATS),
  from: v.string(),
  until: v.string(),
  firstVoucher: v.number(),
  lastVoucher: v.number(),
  by: v.string(),
  createdAt: v.string(),
});
export type BookExport = v.InferOutput<typeof BookExportSchema>;

/** statementAdmin.createExports: up to this day, which counts. */
export const CreateExportsSchema = strictInput({
  format: v.picklist(BOOK_FORMATS, 'Choose a format.'),
  day: calendarDay('Day'),
});
export type CreateExports = v.InferOutput<typeof CreateExportsSchema>;

export function bookFileName(file: Pick<BookExport, 'format' | 'firstVoucher' | 'lastVoucher'>): string {
  const vouchers = `${file.firstVoucher}-${file.lastVoucher}`;
  if (file.format === 'datev') return `EXTF_Buchungsstapel_${vouchers}.csv`;
  return `journal-${vouchers}.${file.format === 'sie' ? 'si' : 'csv'}`;
}

/** Parses `29098/55003`: the numbers of the consultant and of the client. */
export function parseDatevClient(text: string): DatevClient | null {
  const [, consultant = '', client = ''] = /^([1-9]\d{3,6})\/([1-9]\d{0,4})$/.exec(text) ?? [];
  return Number(consultant) > 1000 ? { consultant, client } : null;
}

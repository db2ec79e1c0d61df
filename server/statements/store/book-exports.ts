import type { bookExportLines, bookExports } from '../../base/database/tables/money/statements.ts';

export type BookExportRow = typeof bookExports.$inferSelect;
export type BookLine = typeof bookExportLines.$inferSelect;

export interface TakenLines {
  firstVoucher: number;
  lastVoucher: number;
  fromDay: string;
  untilDay: string;
  kinds: BookLine['kind'][];
}

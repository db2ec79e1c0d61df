import * as v from 'valibot';
import { AuditEntriesSchema, AuditEntrySchema, DeletedSchema, FindDeletedSchema } from '../audit.ts';
import { ScanResultsSchema, ScansSchema } from '../desk-scan.ts';
import { ByIdSchema } from '../field-schemas.ts';
import { GetPrintsSchema, PrintersSchema, PrintSchema } from '../labels/printing.ts';
import { EmailReportSchema } from '../mail.ts';
import { paged } from '../paged.ts';
import { RecordsCheckSchema, SettleFailedJobsSchema } from '../records.ts';
import { FiguresAnswerSchema, FiguresSchema, OwnFiguresSchema } from '../reports/figures.ts';
import { RenameFilterSchema, SavedFilterSchema, SaveFilterSchema } from '../saved-filter.ts';
import { MoneyLineSchema, MoneyLinesSchema } from '../statements/money-lines.ts';
import { WorklistSchema } from '../work.ts';
import { doneOutput, idOutput, mutation, NOTHING, query } from './call.ts';

export const reportsCalls = {
  get: query(FiguresSchema, FiguresAnswerSchema),
  getMoney: query(FiguresSchema, FiguresAnswerSchema),
  getMoneyLines: query(MoneyLinesSchema, v.array(MoneyLineSchema)),
  own: query(OwnFiguresSchema, FiguresAnswerSchema),
  isOwnEmailed: query(NOTHING, v.boolean()),
  emailOwn: mutation(EmailReportSchema, doneOutput),
};

export const deskAdminCalls = {
  getWork: query(NOTHING, WorklistSchema),
  getPrinters: query(NOTHING, PrintersSchema),
  getPrints: query(GetPrintsSchema, paged(PrintSchema)),
  scan: mutation(ScansSchema, ScanResultsSchema),
};

export const savedFilterCalls = {
  list: query(NOTHING, v.array(SavedFilterSchema)),
  save: mutation(SaveFilterSchema, idOutput),
  rename: mutation(RenameFilterSchema, doneOutput),
  delete: mutation(ByIdSchema, doneOutput),
};

export const auditAdminCalls = {
  getEntries: query(AuditEntriesSchema, paged(AuditEntrySchema)),
  findDeleted: query(FindDeletedSchema, v.array(DeletedSchema)),
};

export const recordsAdminCalls = {
  getCheck: query(NOTHING, v.nullable(RecordsCheckSchema)),
  settleFailedJobs: mutation(SettleFailedJobsSchema, doneOutput),
};

/**
 * The import of shipments from a file, as managers see it: a file is checked row by row when it arrives, a manager looks
 * at the verdicts and starts it, and the rows become shipments in the background (docs/decisions/0014).
 */
import * as v from 'valibot';
import { IdSchema, requiredText, strictInput } from './field-schemas.ts';
import { PageNumberSchema } from './paged.ts';

export const MAXIMUM_IMPORT_ROWS = 10_000;
/** The largest file that may be sent, in bytes: 10,000 rows of well over a thousand characters each. */
export const MAXIMUM_IMPORT_BYTES = 16 * 1024 * 1024;
export const IMPORT_TOO_LARGE = 'A file can be up to 16 MB.';
/** What goes with a file when it is sent: the name it has on the device. */
export const FileNameSchema = strictInput({ fileName: requiredText('File name', 255) });
/** Checked files, and what became of their rows, are forgotten after this many days. */
export const IMPORT_DAYS = 7;

export const IMPORT_STATES = ['checked', 'running', 'done', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** `all`: every row or none, in one transaction. `good`: the rows without an error, the others are left out. */
export const IMPORT_SCOPES = ['all', 'good'] as const;
export type ImportScope = (typeof IMPORT_SCOPES)[number];

/** What is wrong with a row; `column` is the head it stands under, null where it is the row as a whole. */
export const ImportProblemSchema = v.object({ column: v.nullable(v.string()), message: v.string() });
export type ImportProblem = v.InferOutput<typeof ImportProblemSchema>;

/**
 * A file: how many rows it has, how many are good, how many have become shipments, and how many shipments were made before
 * from a file with the same cells.
 */
export const ShipmentImportSchema = v.object({
  id: v.string(),
  fileName: v.string(),
  state: v.picklist(IMPORT_STATES),
  scope: v.nullable(v.picklist(IMPORT_SCOPES)),
  rows: v.number(),
  good: v.number(),
  created: v.number(),
  createdBefore: v.number(),
  createdAt: v.string(),
});
export type ShipmentImport = v.InferOutput<typeof ShipmentImportSchema>;

/** A row's verdict: no problems, and it is good. `shipmentId` and `trackingId` are there once it has become one. */
export const ImportRowSchema = v.object({
  line: v.number(),
  description: v.string(),
  senderName: v.string(),
  receiverName: v.string(),
  problems: v.array(ImportProblemSchema),
  shipmentId: v.nullable(v.string()),
  trackingId: v.nullable(v.string()),
});
export type ImportRow = v.InferOutput<typeof ImportRowSchema>;

/** shipmentImport.start. */
export const StartImportSchema = strictInput({
  id: IdSchema,
  scope: v.picklist(IMPORT_SCOPES, 'Choose which rows to import.'),
});
export type StartImport = v.InferOutput<typeof StartImportSchema>;

/** shipmentImport.getRows: ten rows of a file in its own order, all of them or only those with errors. */
export const ImportRowsSchema = strictInput({
  id: IdSchema,
  page: PageNumberSchema,
  errors: v.optional(v.boolean('Errors must be true or false.'), false),
});
export type ImportRows = v.InferOutput<typeof ImportRowsSchema>;
export type ImportRowsInput = v.InferInput<typeof ImportRowsSchema>;

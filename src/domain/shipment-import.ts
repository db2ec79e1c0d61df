/** Decision 0014. */
import * as v from 'valibot';
import { IdSchema, optionalText, strictInput, wholeNumber } from './field-schemas.ts';
import { PageNumberSchema } from './paged.ts';

export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_BYTES = 16 * 1024 * 1024;
export const IMPORT_TOO_LARGE = 'A file can be up to 16 MB.';
export const FileNameSchema = strictInput({
  // Letters may be damaged: only people read it.
  fileName: v.pipe(
    v.string('File name is required.'),
    optionalText('File name', 255),
    v.nonEmpty('File name is required.'),
  ),
});
export const IMPORT_DAYS = 7;

export const IMPORT_STATES = ['checked', 'running', 'done', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** `all`: every row or none, in one transaction. */
export const IMPORT_SCOPES = ['all', 'good'] as const;
export type ImportScope = (typeof IMPORT_SCOPES)[number];

export const ImportProblemSchema = v.object({ column: v.nullable(v.string()), message: v.string() });
export type ImportProblem = v.InferOutput<typeof ImportProblemSchema>;

/** Names the column once: `Weight is required.` */
export const formatProblem = ({ column, message }: { column?: string | null; message: string }): string =>
  // biome-ignore lint/plugin/sentences: only a sentence, which names a column once
  !column || message.startsWith(column) ? message : `${column}: ${message}`;

/** `createdBefore`: rows imported earlier. */
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

/** Devices have stored rows without it. */
const optionalCell = v.optional(v.string(), '');

/** The ids are null until imported. */
export const ImportRowSchema = v.object({
  line: v.number(),
  description: v.string(),
  senderName: v.string(),
  receiverName: v.string(),
  shipTo: optionalCell,
  parcels: optionalCell,
  weight: optionalCell,
  dimensions: optionalCell,
  problems: v.array(ImportProblemSchema),
  /** What its label cuts, and what coins can’t pay; it is imported all the same. */
  labelNote: v.optional(v.string(), ''),
  codNote: v.optional(v.string(), ''),
  shipmentId: v.nullable(v.string()),
  trackingId: v.nullable(v.string()),
});
export type ImportRow = v.InferOutput<typeof ImportRowSchema>;

/** shipmentImport.start. `createdBefore` is what the manager saw. */
export const StartImportSchema = strictInput({
  id: IdSchema,
  scope: v.picklist(IMPORT_SCOPES, 'Choose which rows to import.'),
  createdBefore: v.optional(wholeNumber('Enter a valid number of shipments.')),
});
export type StartImport = v.InferOutput<typeof StartImportSchema>;

export const ImportRowsSchema = strictInput({
  id: IdSchema,
  page: PageNumberSchema,
  errors: v.optional(v.boolean('Errors must be true or false.'), false),
});
export type ImportRows = v.InferOutput<typeof ImportRowsSchema>;
export type ImportRowsInput = v.InferInput<typeof ImportRowsSchema>;

import * as v from 'valibot';
import type { ProofPolicy } from '../delivery.ts';
import { IdSchema, moment, strictInput } from '../field-schemas.ts';
import { PageNumberSchema, PageSizeSchema } from '../paged.ts';
import { SERVICE_TYPES } from '../shipment.ts';
import type { ShipmentStatus } from '../shipment-status.ts';
import { SHOWN_TEXT_ENTRIES } from '../shipment-texts.ts';
import { AddressSchema } from '../shops/address.ts';
import { ClockWindowSchema } from '../time-window.ts';
import { MAX_PARCELS } from '../tracking-id.ts';

export const MAX_PRINTED = 500;
/** A file can be fetched for so many milliseconds. */
export const PRINT_FILE_MS = 60 * 60 * 1000;

export const PRINTED_DOCUMENTS = ['labels', 'handover', 'missed-cards', 'run-sheet'] as const;
export type PrintedDocument = (typeof PRINTED_DOCUMENTS)[number];

export const LABEL_SIZES = ['100x150', 'a6', 'a4'] as const;
/** A sheet of `a4` has four labels. */
export type LabelSize = (typeof LABEL_SIZES)[number];
export const LABELS_ON_A4 = 4;

export const PRINTER_DPI = [203, 300] as const;
export type PrinterDpi = (typeof PRINTER_DPI)[number];

export const PrintersSchema = v.array(v.object({ name: v.string(), dpi: v.picklist(PRINTER_DPI) }));
export type Printers = v.InferOutput<typeof PrintersSchema>;

export const PRINT_ORDERS = ['given', 'run', 'sort'] as const;
/** `run`: by run and stop. `sort`: by country, then address. */
export type PrintOrder = (typeof PRINT_ORDERS)[number];

export const LABEL_MARKS = ['signature', 'hold'] as const;
export type LabelMark = (typeof LABEL_MARKS)[number];

/** Where a parcel goes: in the warehouse, then on the road. */
const SortSchema = v.object({ run: v.string(), stop: v.number(), day: v.string() });

/** It leaves out codes, emails, phones and value. */
export const PrintedShipmentSchema = v.object({
  id: v.string(),
  trackingId: v.string(),
  ...SHOWN_TEXT_ENTRIES,
  reference: v.string(),
  service: v.picklist(SERVICE_TYPES),
  weight: v.string(),
  senderName: v.string(),
  senderCountry: v.string(),
  receiverName: v.string(),
  receiverCountry: v.string(),
  shipTo: v.string(),
  /** `shipTo` was made from it; missing if unknown. */
  address: v.nullish(AddressSchema),
  /** Each has its own label. */
  parcels: v.number(),
  cod: v.optional(v.number()),
  marks: v.array(v.picklist(LABEL_MARKS)),
  isTest: v.optional(v.boolean()),
  sort: v.optional(SortSchema),
});
export type PrintedShipment = v.InferOutput<typeof PrintedShipmentSchema>;

const PrintedStopSchema = v.object({
  number: v.number(),
  name: v.string(),
  address: v.string(),
  hours: v.optional(v.string()),
  /** What is collected there. */
  cod: v.optional(v.number()),
  parcels: v.array(v.string()),
  collections: v.optional(
    v.array(v.object({ party: v.string(), expected: v.number(), window: ClockWindowSchema, note: v.string() })),
  ),
});
export const PrintedRunSchema = v.object({
  name: v.string(),
  day: v.string(),
  courier: v.string(),
  stops: v.array(PrintedStopSchema),
});
export type PrintedRun = v.InferOutput<typeof PrintedRunSchema>;

/** The order is that of the request. */
export const PrintableSchema = v.object({
  shipments: v.array(PrintedShipmentSchema),
  run: v.optional(PrintedRunSchema),
  /** Deleted or cancelled shipments of the selection are left out. */
  deleted: v.optional(v.number()),
});
export type Printable = v.InferOutput<typeof PrintableSchema>;

const part = v.optional(v.pipe(v.number('This part doesn’t exist.'), v.integer(), v.minValue(1), v.maxValue(1_000)), 1);

const ids = v.pipe(
  v.array(IdSchema, 'Choose the shipments.'),
  v.minLength(1, 'Choose at least one shipment.'),
  v.maxLength(
    MAX_PRINTED,
    ({ received }) =>
      `Print at most ${MAX_PRINTED} at a time: this takes ${Math.ceil(Number(received) / MAX_PRINTED)} files.`,
  ),
);
const document = v.picklist(PRINTED_DOCUMENTS, 'This document doesn’t exist.');

/** Picks shipments, or all of a run, an import or a bulk change, in parts of `MAX_PRINTED`. */
const PrintSelectionSchema = v.union(
  [
    strictInput({ ids }),
    strictInput({ runId: IdSchema }),
    strictInput({ importId: IdSchema, part }),
    strictInput({ bulkId: IdSchema, part }),
  ],
  'Choose what to print.',
);

const printedEntries = {
  selection: PrintSelectionSchema,
  order: v.optional(v.picklist(PRINT_ORDERS, 'This order doesn’t exist.'), 'given'),
};

export const GetPrintableSchema = strictInput(printedEntries);
export type GetPrintable = v.InferOutput<typeof GetPrintableSchema>;

/** Each document ignores what it has no use for. */
export const PrintStyleSchema = v.object({
  document: v.optional(document, 'labels'),
  size: v.optional(v.picklist(LABEL_SIZES, 'This size doesn’t exist.'), '100x150'),
  /** The first free place on a sheet of four. */
  first: v.optional(
    v.pipe(
      v.number('Choose a place from 1 to 4.'),
      v.integer('Choose a place from 1 to 4.'),
      v.minValue(1, 'Choose a place from 1 to 4.'),
      v.maxValue(LABELS_ON_A4, 'Choose a place from 1 to 4.'),
    ),
    1,
  ),
  hasSort: v.optional(v.boolean(), false),
});
export type PrintStyle = v.InferOutput<typeof PrintStyleSchema>;

export const isPageEach = ({ document, size }: Pick<PrintStyle, 'document' | 'size'>): boolean =>
  document === 'missed-cards' || (document === 'labels' && size !== 'a4');

export const PRINT_FORMATS = ['pdf', 'zpl'] as const;
export type PrintFormat = (typeof PRINT_FORMATS)[number];
/** `png`: one page, for programs. */
export type FileFormat = PrintFormat | 'png';

const NOT_FOR_LABEL_PRINTERS = 'Label printers print labels and missed cards, one on each. Choose PDF.';

export const PrintFileOrderSchema = v.pipe(
  strictInput({
    ...printedEntries,
    ...PrintStyleSchema.entries,
    format: v.optional(v.picklist(PRINT_FORMATS, 'This format doesn’t exist.'), 'pdf'),
    dpi: v.optional(v.picklist(PRINTER_DPI, 'Choose 203 or 300 dpi.'), 203),
  }),
  v.forward(
    v.check((order) => order.format === 'pdf' || isPageEach(order), NOT_FOR_LABEL_PRINTERS),
    ['format'],
  ),
);
export type PrintFileOrder = v.InferOutput<typeof PrintFileOrderSchema>;

/** A PNG has one `page`. */
export interface FileStyle extends PrintStyle {
  format: FileFormat;
  dpi: PrinterDpi;
  page?: number;
}

/** This shipment is left out because the file’s fonts lack its letters. */
export interface LetterProblem {
  id: string;
  trackingId: string;
  letters: string;
}

/** The label lacks something, but is printed. */
export interface LabelNote {
  id: string;
  trackingId: string;
  note: string;
}

export interface PrintFile {
  id: string;
  /** It counts labels, cards or pages. */
  count: number;
  /** So many of the same person’s files are made first. */
  ahead: number;
  problems: LetterProblem[];
  notes: LabelNote[];
}

export const PrintLabelsSchema = v.pipe(
  strictInput({
    ...printedEntries,
    ...v.omit(PrintStyleSchema, ['first']).entries,
    printer: v.pipe(v.string('Choose a printer.'), v.nonEmpty('Choose a printer.'), v.maxLength(100)),
    /** The parcel of the first shipment to begin with. */
    fromParcel: v.optional(
      v.pipe(
        v.number('Choose a parcel from 1 to 20.'),
        v.integer('Choose a parcel from 1 to 20.'),
        v.minValue(1, 'Choose a parcel from 1 to 20.'),
        v.maxValue(MAX_PARCELS, 'Choose a parcel from 1 to 20.'),
      ),
      1,
    ),
  }),
  v.forward(
    v.check((order) => isPageEach(order), NOT_FOR_LABEL_PRINTERS),
    ['document'],
  ),
);
export type PrintLabels = v.InferOutput<typeof PrintLabelsSchema>;

export type PrinterFault = 'printer-open' | 'printer-paper' | 'printer-ribbon' | 'printer-paused';
export type PrinterProblem = 'printer-unreachable' | 'printer-closed' | 'printer-full' | PrinterFault;

/** `sent`: the printer took all of it, which is no promise that it came out. */
export interface PrintedLabel {
  id: string;
  number: string;
  result: 'sent' | 'failed' | 'not-tried';
}

/** Nothing is ever sent again by itself. */
export interface PrintResult {
  labels: PrintedLabel[];
  stopped?: { reason: PrinterProblem; message: string };
  rest?: { selection: { ids: string[] }; order: 'given'; fromParcel: number };
  problems: LetterProblem[];
  notes: LabelNote[];
}

export function printerSentence(reason: PrinterProblem, printer: string): string {
  switch (reason) {
    case 'printer-unreachable':
      return `${printer} can’t be reached. Nothing was sent. Check that it is on and connected.`;
    case 'printer-closed':
      return `${printer} closed the connection. Look at the last label before you print the rest.`;
    case 'printer-full':
      return `${printer} takes no more. Check its paper and lid, and look at the last label before you print the rest.`;
    case 'printer-open':
      return `${printer} is open. Close it, and print the rest.`;
    case 'printer-paper':
      return `${printer} has no paper. Put some in, and print the rest.`;
    case 'printer-ribbon':
      return `${printer} has no ribbon. Put one in, and print the rest.`;
    case 'printer-paused':
      return `${printer} is paused. Press its pause key, and print the rest.`;
  }
}

/** A device printed these. */
export const RecordPrintsSchema = strictInput({ ids, document, at: v.optional(moment('Time')) });
export type RecordPrints = v.InferOutput<typeof RecordPrintsSchema>;

export const GetPrintsSchema = strictInput({ page: PageNumberSchema, size: PageSizeSchema });
export type GetPrints = v.InferOutput<typeof GetPrintsSchema>;

export const PrintSchema = v.object({
  id: v.string(),
  document: v.picklist(PRINTED_DOCUMENTS),
  copies: v.number(),
  count: v.number(),
  at: v.string(),
  /** Empty if the account was deleted. */
  by: v.string(),
  /** Null if there were several. */
  shipment: v.nullable(v.object({ id: v.string(), trackingId: v.string() })),
});
export type Print = v.InferOutput<typeof PrintSchema>;

export const labelMarksOf = (status: ShipmentStatus, proof: ProofPolicy | undefined): LabelMark[] => [
  ...(proof?.signature === 'required' ? ['signature' as const] : []),
  ...(status === 'held' ? ['hold' as const] : []),
];

/** The number from the second parcel on ends with `-2`. */
export const parcelNumber = (trackingId: string, parcel: number): string =>
  parcel === 1 ? trackingId : `${trackingId}-${parcel}`;

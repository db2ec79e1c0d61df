import { type GetPrintable, MAX_PRINTED } from '../../domain/labels/printing.ts';

/** What someone wants on paper. `total` counts shipments, also of a run, an import or a bulk change. */
export type ToPrint = { total: number } & (
  | { ids: readonly string[] }
  | { runId: string }
  | { importId: string }
  | { bulkId: string }
);

/** Picks one part of what may be more than fits a file: 1 is the first. */
export function selectionOf(toPrint: ToPrint, part: number): GetPrintable['selection'] {
  if ('ids' in toPrint) return { ids: toPrint.ids.slice((part - 1) * MAX_PRINTED, part * MAX_PRINTED) };
  if ('runId' in toPrint) return { runId: toPrint.runId };
  return 'importId' in toPrint ? { importId: toPrint.importId, part } : { bulkId: toPrint.bulkId, part };
}

import { downloadPrintFile, orderPrintFile } from '../../api/files/printed-files.ts';
import { useChange } from '../../api/use-change.ts';
import { saveFile } from '../../browser/save-file.ts';
import type { Drawing } from '../../domain/label/drawing.ts';
import type { GetPrintable, LetterProblem, PrintedShipment, PrintStyle } from '../../domain/label/printing.ts';
import { recordPrints } from './mutations.ts';
import { DOCUMENT_LABELS, keepChoices, type PrintTarget } from './print-choices.ts';
import { printPages } from './print-pages.tsx';

export interface PrintJob {
  asked: GetPrintable;
  style: PrintStyle;
  target: PrintTarget;
  /** As this device draws it. */
  pages: readonly Drawing[];
  shipments: readonly PrintedShipment[];
  /** `10 labels`. */
  count: string;
}

/** What became of a job. */
export interface PrintOutcome {
  title: string;
  text?: string;
  leftOut?: readonly LetterProblem[];
}

export function usePrinting() {
  return useChange<PrintOutcome, PrintJob>({
    failed: 'Nothing was printed',
    mutationFn: ({ target, ...job }) => (target === 'device' ? printHere(job) : saveAsFile(job, target)),
    meta: { skipsRefetch: true },
    onMutate: ({ style: { size }, target }) => {
      keepChoices({ size, target });
    },
  });
}

async function printHere({ pages, style, shipments, count }: Omit<PrintJob, 'target'>): Promise<PrintOutcome> {
  printPages(pages, style);
  recordPrints(shipments, style.document);
  return {
    title: `${count} handed to this device’s printer`,
    text: 'If one did not come out well, print it again.',
  };
}

async function saveAsFile(
  { asked, style, count }: Omit<PrintJob, 'target'>,
  target: PrintTarget,
): Promise<PrintOutcome> {
  const [format] = target.split(' ');
  const file = await orderPrintFile({ ...asked, ...style, format: 'pdf' });
  const name = `${DOCUMENT_LABELS[style.document]}.${format}`;
  saveFile(await downloadPrintFile(file.id), name);
  return {
    title: file.problems.length > 0 ? `${name} saved without some` : `${count} saved as ${name}`,
    leftOut: file.problems,
  };
}

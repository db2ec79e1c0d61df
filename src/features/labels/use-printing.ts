import { downloadPrintFile, orderPrintFile, printOnServer } from '../../api/files/printed-files.ts';
import { useChange } from '../../api/use-change.ts';
import { saveFile } from '../../browser/save-file.ts';
import { counted } from '../../domain/figures.ts';
import type { Drawing } from '../../domain/labels/drawing.ts';
import type {
  GetPrintable,
  LabelNote,
  LetterProblem,
  PrintedShipment,
  PrintStyle,
} from '../../domain/labels/printing.ts';
import { recordPrints } from './mutations.ts';
import { DOCUMENT_LABELS, isFile, keepChoices, type PrintTarget } from './print-choices.ts';
import { printPages } from './print-pages.tsx';

export interface PrintJob {
  asked: GetPrintable;
  style: PrintStyle;
  target: PrintTarget;
  pages: readonly Drawing[];
  shipments: readonly PrintedShipment[];
  /** `10 labels`. */
  count: string;
  fromParcel?: number;
}

export interface PrintOutcome {
  title: string;
  text?: string;
  isShort?: boolean;
  leftOut?: readonly LetterProblem[];
  notes?: readonly LabelNote[];
  rest?: { job: PrintJob; count: string };
}

export function usePrinting() {
  return useChange<PrintOutcome, PrintJob>({
    failed: 'Nothing was printed',
    mutationFn: (job) => {
      if (job.target === 'device') return printHere(job);
      return isFile(job.target) ? saveAsFile(job) : printOnPrinter(job);
    },
    meta: { skipsRefetch: true },
    onMutate: ({ style, target }) => {
      if (style.document === 'labels') keepChoices({ size: style.size, target });
    },
  });
}

async function printHere({ pages, style, shipments, count }: PrintJob): Promise<PrintOutcome> {
  printPages(pages, style);
  recordPrints(shipments, style.document);
  return {
    title: `${count} handed to this device’s printer`,
    text: 'If one did not come out well, print it again.',
  };
}

async function saveAsFile({ asked, style, count, target }: PrintJob): Promise<PrintOutcome> {
  const [format, dpi] = target.split(' ');
  const order = {
    ...asked,
    ...style,
    format: format === 'zpl' ? 'zpl' : 'pdf',
    dpi: dpi === '300' ? 300 : 203,
  } as const;
  const file = await orderPrintFile(order);
  const name = `${DOCUMENT_LABELS[style.document]}.${format}`;
  saveFile(await downloadPrintFile(file.id), name);
  return {
    title: file.problems.length > 0 ? `${name} saved without some` : `${count} saved as ${name}`,
    leftOut: file.problems,
    notes: file.notes,
  };
}

async function printOnPrinter(job: PrintJob): Promise<PrintOutcome> {
  const printer = job.target.replace('printer ', '');
  const { first: _, ...style } = job.style;
  const { labels, stopped, rest, problems, notes } = await printOnServer({
    ...job.asked,
    ...style,
    printer,
    fromParcel: job.fromParcel ?? 1,
  });
  const sent = labels.filter(({ result }) => result === 'sent').length;
  if (!stopped) return { title: `${counted(sent, 'label')} sent to ${printer}`, leftOut: problems, notes };
  const { fromParcel = 1, ...asked } = rest ?? {};
  return {
    title: `${sent} of ${counted(labels.length, 'label')} sent to ${printer}`,
    text: stopped.message,
    isShort: true,
    leftOut: problems,
    notes,
    ...(rest && {
      rest: {
        job: { ...job, asked: { ...job.asked, ...asked }, fromParcel },
        count: counted(labels.length - sent, 'label'),
      },
    }),
  };
}

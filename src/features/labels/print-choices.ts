import { localStore } from '../../browser/web-storage.ts';
import {
  isPageEach,
  LABEL_SIZES,
  type LabelSize,
  MAX_PRINTED,
  type PrintedDocument,
  type PrintOrder,
  type PrintStyle,
} from '../../domain/labels/printing.ts';
import { readDeviceUser } from '../../offline/device-user.ts';

export interface PrintChoices {
  document: PrintedDocument;
  size: LabelSize;
  order: PrintOrder;
  hasSort: boolean;
  /** Selects hold texts. */
  first: string;
  part: string;
  target: PrintTarget;
}

/** A printer is one of the server, by its name. */
export type PrintTarget = 'device' | 'pdf' | 'zpl 203' | 'zpl 300' | `printer ${string}`;

export const DOCUMENT_LABELS: Record<PrintedDocument, string> = {
  labels: 'Labels',
  handover: 'Hand-over list',
  'missed-cards': 'Missed-delivery cards',
  'run-sheet': 'Run sheet',
};

export const SIZE_LABELS: Record<LabelSize, string> = {
  '100x150': '100 × 150 mm',
  a6: 'A6',
  a4: 'A4, four each',
};

export const ORDER_LABELS: Record<PrintOrder, string> = {
  given: 'As listed',
  run: 'By run and stop',
  sort: 'By country and address',
};

const keyOf = () => `print ${readDeviceUser()}`;

interface KeptChoices {
  size: LabelSize;
  target: PrintTarget;
}

/** A place has one printer, with one kind of paper. */
export function readChoices(): KeptChoices {
  const [size, target] = (localStore.getItem(keyOf()) ?? '').split(/ (.*)/);
  return {
    size: LABEL_SIZES.find((known) => known === size) ?? '100x150',
    target: (target as PrintTarget | undefined) ?? 'device',
  };
}

export const keepChoices = ({ size, target }: KeptChoices): boolean => localStore.setItem(keyOf(), `${size} ${target}`);

/** A file holds fewer shipments, so its parts are named `1–500`. */
export function partsOf(total: number): { value: string; label: string }[] {
  return Array.from({ length: Math.ceil(total / MAX_PRINTED) }, (_, at) => ({
    value: String(at + 1),
    label: `${at * MAX_PRINTED + 1}–${Math.min(total, (at + 1) * MAX_PRINTED)} of ${total}`,
  }));
}

type Printers = readonly { name: string; dpi: number }[];

/** Label printers take labels and cards, one each. */
export function targetsOf(
  style: Pick<PrintStyle, 'document' | 'size'>,
  printers: Printers,
): { value: PrintTarget; label: string }[] {
  const forLabels = isPageEach(style);
  return [
    { value: 'device', label: 'This device' },
    ...(forLabels ? printers.map(({ name }) => ({ value: `printer ${name}` as const, label: name })) : []),
    { value: 'pdf', label: 'PDF file' },
    ...(forLabels ? [{ value: 'zpl 203' as const, label: 'ZPL file, 203 dpi' }] : []),
    ...(forLabels ? [{ value: 'zpl 300' as const, label: 'ZPL file, 300 dpi' }] : []),
  ];
}

export const isFile = (target: PrintTarget): boolean => target === 'pdf' || target.startsWith('zpl');

export function submitLabel(target: PrintTarget, isAgain: boolean): string {
  if (isFile(target)) return target === 'pdf' ? 'Save PDF' : 'Save ZPL';
  return isAgain ? 'Print again' : 'Print';
}

import { localStore } from '../../browser/web-storage.ts';
import {
  LABEL_SIZES,
  type LabelSize,
  MAX_PRINTED,
  type PrintedDocument,
  type PrintOrder,
} from '../../domain/label/printing.ts';
import { readDeviceUser } from '../../offline/device-user.ts';

export interface PrintChoices {
  document: PrintedDocument;
  size: LabelSize;
  order: PrintOrder;
  hasSort: boolean;
  /** Selects hold texts: the first free place, and which part of more than fits a file. */
  first: string;
  part: string;
  printer: string;
}

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
  given: 'As selected',
  run: 'By run and stop',
  sort: 'By country and address',
};

const keyOf = () => `label size ${readDeviceUser()}`;

/** The size last printed here: a place has one printer. */
export function readLabelSize(): LabelSize {
  const stored = localStore.getItem(keyOf());
  return LABEL_SIZES.find((size) => size === stored) ?? '100x150';
}

export const keepLabelSize = (size: LabelSize): boolean => localStore.setItem(keyOf(), size);

/** Names the parts of more shipments than a file holds: `1–500`. */
export function partsOf(total: number): { value: string; label: string }[] {
  return Array.from({ length: Math.ceil(total / MAX_PRINTED) }, (_, at) => ({
    value: String(at + 1),
    label: `${at * MAX_PRINTED + 1}–${Math.min(total, (at + 1) * MAX_PRINTED)} of ${total}`,
  }));
}

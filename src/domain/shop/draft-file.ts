/** Files of orders, as shops and their programs write them. */
import type { DraftField } from './draft.ts';

/** What a column means; `otherwise` stands in empty cells. */
export type Mapping = Partial<Record<DraftField | 'receiverLastName', { column?: string; otherwise?: string }>>;

export interface RememberedMapping {
  /** Of the file's first line. */
  headers: string[];
  mapping: Mapping;
  weightUnit: 'g' | 'kg';
}

import type { Signal } from '../../../browser/feedback.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import type { LabelCode } from '../../../domain/tracking-id.ts';

/** A label, or all of its shipment. */
export type ScannedLabel = Omit<LabelCode, 'parcel'> & { parcel: LabelCode['parcel'] | 'all' };

export interface ScanResult {
  signal: Signal;
  word: string;
  text?: string;
  /** The shipment, if more of its parcels remain to be scanned. */
  rest?: { trackingId: string; count: number };
}

/** Null if a label of a shipment of several was not counted yet. */
export function refuseNumber(
  { trackingId, parcels: count = 1 }: Parcel,
  counted: readonly number[],
  number: ScannedLabel['parcel'],
): ScanResult | null {
  if (count === 1 || number === 'all') return null;
  const rest = { trackingId, count };
  if (number === null)
    return { signal: 'again', word: 'Which parcel?', text: `Scan its barcode, or tap All ${count}.`, rest };
  if (number > count) return { signal: 'bad', word: `Only ${count} parcels`, text: 'Ask the desk.' };
  if (!counted.includes(number)) return null;
  return { signal: 'again', word: 'Already scanned', text: `${counted.length} of ${count}`, rest };
}

/** Says how many of a shipment of several are done, and offers the others. */
export function countNumber(
  { trackingId, description, parcels: count = 1 }: Parcel,
  counted: readonly number[],
  number: ScannedLabel['parcel'],
): { text: string; rest?: { trackingId: string; count: number }; numbers?: number[] } {
  if (count === 1 || number === 'all' || number === null) return { text: description };
  const done = counted.length + 1;
  const text = `${description}, ${done} of ${count}`;
  return { text, numbers: [number], ...(done < count && { rest: { trackingId, count } }) };
}

/** Where a parcel is. The database answers it, from what was reported last (`whereabouts` in migration 0080). */
import { METHOD_LABELS } from './runs/reasons.ts';

export const PLACES = ['sender', 'collected', 'depot', 'van', 'receiver', 'missing'] as const;
export type Place = (typeof PLACES)[number];

export interface Whereabouts {
  /** Its number in its shipment, from 1 on. */
  parcel: number;
  place: Place;
  /** Of the van that has it, or had it last. */
  run: { id: string; name: string; courier: string } | null;
  /** The place of a scan, or how it was handed over. */
  note: string;
  since: Date;
}

type Shown = Pick<Whereabouts, 'place' | 'run' | 'note'> & { isReturn: boolean };

/** `In the van of Ada, North`. */
export function sayWhere({ place, run, note, isReturn }: Shown): string {
  const van = run ? `the van of ${run.courier}, ${run.name}` : 'a van';
  switch (place) {
    case 'sender':
      return 'Still with its sender';
    case 'collected':
      return `Collected, in ${van}`;
    case 'depot':
      return note ? `With us: ${note}` : 'At our depot';
    case 'van':
      return `Out in ${van}`;
    case 'missing':
      return `Missing since ${run ? `the run ${run.name}` : 'a run'}`;
    case 'receiver':
      return sayHanded(note, isReturn);
  }
}

function sayHanded(note: string, isReturn: boolean): string {
  if (isReturn) return 'Back at its sender';
  const isMethod = (text: string): text is keyof typeof METHOD_LABELS => Object.hasOwn(METHOD_LABELS, text);
  return isMethod(note) ? `Delivered ${METHOD_LABELS[note]}` : 'Given to its receiver';
}

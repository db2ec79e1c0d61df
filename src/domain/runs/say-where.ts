import { METHOD_LABELS } from '../reasons.ts';
import type { ShownWhereabouts } from '../whereabouts.ts';

type Shown = Pick<ShownWhereabouts, 'place' | 'run' | 'note'> & { isReturn: boolean };

/** `Parcels 2, 3`. */
export const nameParcels = (numbers: readonly number[]): string =>
  `${numbers.length > 1 ? 'Parcels' : 'Parcel'} ${numbers.join(', ')}`;

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
      return run ? `Missing since the run ${run.name}` : 'Missing';
    case 'receiver':
      return sayHanded(note, isReturn);
  }
}

function sayHanded(note: string, isReturn: boolean): string {
  if (isReturn) return 'Back at its sender';
  const isMethod = (text: string): text is keyof typeof METHOD_LABELS => Object.hasOwn(METHOD_LABELS, text);
  return isMethod(note) ? `Delivered ${METHOD_LABELS[note]}` : 'Given to its receiver';
}

import type { Parcel } from '../../../domain/runs/parcels.ts';

interface Refusal {
  signal: 'bad' | 'again';
  word: string;
  text?: string;
}

/** Where a parcel is that was taken off a run: with a courier, or with nobody yet. */
export const sayMoved = ({ movedTo }: Pick<Parcel, 'movedTo'>): string =>
  `${movedTo === null ? 'It’s no longer on your run' : `${movedTo} has it now`}. Ask the desk.`;

/** Null if the parcel can be loaded. */
export function refusalToLoad({ status, movedTo }: Pick<Parcel, 'status' | 'movedTo'>): Refusal | null {
  switch (status) {
    case 'assigned':
    case 'left':
      return null;
    case 'loaded':
      return { signal: 'again', word: 'Already loaded' };
    case 'moved':
      return { signal: 'bad', word: 'Not yours', text: sayMoved({ movedTo }) };
    case 'cancelled':
      return { signal: 'bad', word: 'Do not deliver', text: 'Leave it here.' };
    case 'delivered':
      return { signal: 'bad', word: 'Already delivered', text: 'Correct it at its stop first.' };
    case 'returned':
      return { signal: 'bad', word: 'Back at the depot', text: 'Leave it here, or ask the desk.' };
    case 'missing':
      return { signal: 'bad', word: 'Reported missing', text: 'Tell the desk that it’s here.' };
  }
}

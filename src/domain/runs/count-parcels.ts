/**
 * A shipment of several is loaded, or back, once each parcel was scanned. Scans are bits, so each
 * counts once.
 */

import type { TaskStatus } from './task-status.ts';

export interface ScannedParcels {
  /** 1 if missing. */
  parcels?: number | undefined;
  loadedParcels?: number | undefined;
  returnedParcels?: number | undefined;
}

export const bitsOf = (numbers: readonly number[]): number =>
  numbers.reduce((bits, number) => bits | (1 << (number - 1)), 0);

/** All are added if none are given. `isComplete`: the whole shipment is done. */
export function addScannedParcels(
  { parcels = 1, loadedParcels = 0, returnedParcels = 0 }: ScannedParcels,
  kind: 'load' | 'return',
  numbers?: readonly number[],
) {
  const all = allBits(parcels);
  const bits = numbers ? bitsOf(numbers) & all : all;
  const scanned =
    kind === 'load'
      ? { loadedParcels: loadedParcels | bits, returnedParcels: returnedParcels & ~bits }
      : { loadedParcels, returnedParcels: returnedParcels | bits };
  return { scanned, isComplete: (kind === 'load' ? scanned.loadedParcels : scanned.returnedParcels) === all };
}

/** The shipment was not loaded whole; each parcel is a bit. */
export const apartIn = ({ status, loadedParcels = 0, returnedParcels = 0 }: ScannedParcels & { status: TaskStatus }) =>
  status === 'assigned' || status === 'left' ? loadedParcels & ~returnedParcels : 0;

export const allBits = (parcels: number): number => 2 ** parcels - 1;

export const parcelNumbersIn = (bits = 0): number[] =>
  Array.from({ length: 32 - Math.clz32(bits) }, (_, at) => at + 1).filter((number) => bits & (1 << (number - 1)));

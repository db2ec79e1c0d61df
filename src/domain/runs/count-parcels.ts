/** A shipment of several parcels is loaded, or back, once each was scanned. Scans are bits: each counts once. */

import type { TaskStatus } from './task-status.ts';

export interface ScannedParcels {
  /** 1 if missing. */
  parcels?: number | undefined;
  loadedParcels?: number | undefined;
  returnedParcels?: number | undefined;
}

export const bitsOf = (numbers: readonly number[]): number =>
  numbers.reduce((bits, number) => bits | (1 << (number - 1)), 0);

/** Adds scanned parcels, all if not given. `isComplete`: this act is done for the whole shipment. */
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

/** Which parcels of a shipment that was not loaded whole are in the van all the same, a bit each. */
export const apartIn = ({ status, loadedParcels = 0, returnedParcels = 0 }: ScannedParcels & { status: TaskStatus }) =>
  status === 'assigned' || status === 'left' ? loadedParcels & ~returnedParcels : 0;

export const allBits = (parcels: number): number => 2 ** parcels - 1;

export const parcelNumbersIn = (bits = 0): number[] =>
  Array.from({ length: 32 - Math.clz32(bits) }, (_, at) => at + 1).filter((number) => bits & (1 << (number - 1)));

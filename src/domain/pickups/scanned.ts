import type { ShipmentStatus } from '../shipment-status.ts';

export interface ScannedParcel {
  /** It belongs to the party whose collection this is. */
  isOwn: boolean;
  isDeleted: boolean;
  isInVan: boolean;
  /** This collection has it already, from another report. */
  isAgain: boolean;
  /** The rest of it was collected before. */
  isRest: boolean;
  /** When it was collected, and now. */
  statusThen: ShipmentStatus;
  statusNow: ShipmentStatus;
  /** Its status has changed since. */
  isOvertaken: boolean;
}

export interface ScannedEffect {
  result: 'collected' | 'surprise';
  /** Null if it stays. */
  status: 'shipped' | null;
  hasEntry: boolean;
}

const ENDED: readonly ShipmentStatus[] = ['delivered', 'cancelled', 'failed'];

/** Only a parcel in progress moves, and nothing that came later is undone. */
export function effectOfScan(parcel: ScannedParcel): ScannedEffect {
  if (parcel.isAgain) return { result: 'collected', status: null, hasEntry: false };
  const isThere = parcel.isRest || parcel.statusThen === 'in-progress';
  const isExpected = parcel.isOwn && !parcel.isDeleted && !parcel.isInVan && isThere;
  if (!isExpected) return { result: 'surprise', status: null, hasEntry: false };
  const isChange = parcel.statusNow === 'in-progress' && !parcel.isOvertaken;
  const result = ENDED.includes(parcel.statusNow) ? 'surprise' : 'collected';
  return { result, status: isChange ? 'shipped' : null, hasEntry: true };
}

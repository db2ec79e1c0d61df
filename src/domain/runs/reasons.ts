import type { DeliveryMethod, FailureReason } from '../delivery.ts';
import type { PoolShipment } from './views.ts';

export const METHOD_LABELS: Record<DeliveryMethod, string> = {
  recipient: 'to the recipient',
  'other-person': 'to someone else there',
  mailbox: 'to the mailbox',
  'safe-place': 'to a safe place',
  neighbour: 'to a neighbour',
};

export const METHODS_WITH_NAME: readonly DeliveryMethod[] = ['other-person', 'neighbour'];

export const REASON_LABELS: Record<FailureReason, string> = {
  consignee_not_home: 'Nobody home',
  consignee_business_closed: 'Business closed',
  consignee_access_restricted: 'No access to the door',
  consignee_incorrect_address: 'Wrong address',
  consignee_refused: 'Refused',
  carrier_damaged_parcel: 'Parcel damaged',
  carrier_parcel_lost: 'Not in the vehicle',
  carrier_sorting_error: 'Wrong parcel',
  carrier_not_enough_time: 'Not enough time',
  carrier_vehicle_issue: 'Vehicle problem',
  weather_delay: 'Bad weather',
  security_issue: 'Not safe to deliver',
};

export const REASONS_WITH_PHOTO: readonly FailureReason[] = [
  'consignee_access_restricted',
  'consignee_incorrect_address',
  'carrier_damaged_parcel',
];

/** Only for corrections: another parcel was handed over. */
export const WRONG_PARCEL: FailureReason = 'carrier_sorting_error';

export const MAIN_REASONS: readonly FailureReason[] = [
  'consignee_not_home',
  'consignee_business_closed',
  'consignee_access_restricted',
  'consignee_incorrect_address',
  'consignee_refused',
  'carrier_damaged_parcel',
  'carrier_parcel_lost',
];

const REASONS_TO_DECIDE: readonly FailureReason[] = [
  'consignee_incorrect_address',
  'consignee_refused',
  'carrier_damaged_parcel',
  'carrier_parcel_lost',
];

/** Says why a manager should decide before another run; null if nothing is in the way. */
export function whyToDecide(shipment: Pick<PoolShipment, 'status' | 'isMissing' | 'lastAttempt'>): string | null {
  const reason = shipment.lastAttempt?.reason;
  if (shipment.isMissing) return 'Missing';
  if (reason && REASONS_TO_DECIDE.includes(reason)) return REASON_LABELS[reason];
  return shipment.status === 'failed' ? 'Failed' : null;
}

export const needsDecision = (shipment: PoolShipment): boolean => whyToDecide(shipment) !== null;

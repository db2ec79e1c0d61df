import type { PaymentMethod } from './cod.ts';
import type { CodeResult, DeliveryMethod, FailureReason } from './delivery.ts';

export const METHOD_LABELS: Record<DeliveryMethod, string> = {
  recipient: 'to the recipient',
  'other-person': 'to someone else there',
  mailbox: 'to the mailbox',
  'safe-place': 'to a safe place',
  neighbour: 'to a neighbour',
};

export const CODE_LABELS: Record<CodeResult, string> = {
  qr: 'The receiver’s QR code was right',
  digits: 'The receiver’s code was right',
  released: 'Without the receiver’s code: the desk agreed',
  wrong: 'The code wasn’t the receiver’s',
  missing: 'Without the receiver’s code',
};

export const METHODS_WITH_NAME: readonly DeliveryMethod[] = ['other-person', 'neighbour'];

export const PAID_LABELS: Record<PaymentMethod, string> = {
  cash: 'Paid in cash',
  card: 'Paid by card',
  before: 'Paid ahead',
};

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
  couldnt_pay: 'Couldn’t pay',
  refuses_to_pay: 'Refuses to pay',
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

/** Only where there is something to pay. */
export const PAYMENT_REASONS: readonly FailureReason[] = ['couldnt_pay', 'refuses_to_pay'];

import type { Decision } from '../choices.ts';
import type { PaymentMethod } from '../cod.ts';
import type { CodeResult, DeliveryMethod, FailureReason } from '../delivery.ts';
import type { ShipmentStatus } from '../shipment-status.ts';

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
  before: 'Paid before',
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

const UNTIL_SENDER_DECIDES = 'It goes back to our depot until the sender decides what happens to it.';
/** What becomes of a parcel that is not tried again before somebody has decided. */
const UNTIL_DECIDED: Partial<Record<string, string>> = {
  consignee_incorrect_address: UNTIL_SENDER_DECIDES,
  consignee_refused: UNTIL_SENDER_DECIDES,
  refuses_to_pay: UNTIL_SENDER_DECIDES,
  carrier_damaged_parcel: UNTIL_SENDER_DECIDES,
  carrier_parcel_lost: 'We’re looking for it.',
} satisfies Partial<Record<FailureReason, string>>;

/** Whether the run tries it again, and managers may plan it without a decision. */
export const triesAgain = (reason: string | null): boolean => UNTIL_DECIDED[reason ?? ''] === undefined;

/** What comes after a failed visit, for the parties as for the courier. */
export const afterAttempt = (reason: string | null, isOut = true): string =>
  UNTIL_DECIDED[reason ?? ''] ??
  (isOut ? 'We may try again today. If not, we’ll try on another day.' : 'We’ll try again on another day.');

/** Why a parcel of which somebody has decided can’t go out again. */
const DECIDED: Record<Decision, string | null> = {
  'try-again': null,
  'bring-back': 'Goes back to its sender',
  discard: 'Discarded',
};

/** What a manager sees of a parcel that may need a decision. */
interface Undecided {
  status: ShipmentStatus;
  isMissing?: boolean | undefined;
  lastAttempt?: { reason: FailureReason | null } | undefined;
  /** What was decided since. */
  decision?: Decision | undefined;
}

/** Says why a manager should decide before another run; null if nothing is in the way. */
export function whyToDecide(shipment: Undecided): string | null {
  const reason = shipment.lastAttempt?.reason;
  if (shipment.isMissing) return 'Missing';
  if (shipment.decision) return DECIDED[shipment.decision];
  if (reason && !triesAgain(reason)) return REASON_LABELS[reason];
  return shipment.status === 'failed' ? 'Failed' : null;
}

export const needsDecision = (shipment: Undecided): boolean => whyToDecide(shipment) !== null;

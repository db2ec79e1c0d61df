/** What a manager should look at after a run. */
export const EXCEPTION_KINDS = [
  'loaded-twice',
  'delivered-over-status',
  'delivered-twice',
  'deleted-but-delivered',
  'after-close',
  'second-run',
  'missing-parcel',
  'not-in-vehicle',
  'damaged',
  'camera-failed',
  'proof-not-given',
  'photo-not-received',
  'clock-uncertain',
  'courier-is-party',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** Each kind as a sentence. */
export const EXCEPTION_LABELS: Record<ExceptionKind, string> = {
  'loaded-twice': 'Two couriers have scanned this parcel.',
  'delivered-over-status': 'Delivered although its status had changed.',
  'delivered-twice': 'Two couriers have delivered this parcel.',
  'deleted-but-delivered': 'Delivered although the shipment was deleted.',
  'after-close': 'Reported after the run was closed.',
  'second-run': 'Started while another run was active.',
  'missing-parcel': 'Neither delivered nor returned.',
  'not-in-vehicle': 'Not in the vehicle.',
  damaged: 'The parcel is damaged.',
  'camera-failed': 'The camera did not work.',
  'proof-not-given': 'Delivered without a required proof.',
  'photo-not-received': 'A photo was declared but not received.',
  'clock-uncertain': 'The phone’s clock was wrong, so only a range of time is known.',
  'courier-is-party': 'The courier is the sender or the receiver of this parcel.',
};

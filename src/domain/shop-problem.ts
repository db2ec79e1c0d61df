/** Why a shop's shipment was not created, changed or cancelled. `/v1` has the same names. */
export const SHOP_PROBLEMS = [
  'no-rate',
  'no-sender',
  'duplicate-reference',
  'balance-too-low',
  'fee-changed',
  'too-late',
] as const;

export interface ShopProblem {
  type: (typeof SHOP_PROBLEMS)[number];
  /** The one with this reference. */
  shipment?: { id: string; trackingId: string };
}

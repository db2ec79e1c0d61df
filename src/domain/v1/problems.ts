/** What the REST interface refuses, and why (RFC 9457). */

export const PROBLEMS = {
  validation: { status: 400, title: 'The request is not valid' },
  unauthorized: { status: 401, title: 'The key is missing, unknown, revoked or expired' },
  'missing-right': { status: 403, title: 'The key doesn’t have this right' },
  'wrong-key': { status: 403, title: 'This call needs the other kind of key' },
  'not-a-shipper': { status: 403, title: 'The account can’t create shipments' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'This method doesn’t exist here' },
  'duplicate-reference': { status: 409, title: 'There is a shipment with this reference' },
  'key-reused': { status: 409, title: 'The Idempotency-Key was used for another request' },
  'fee-changed': { status: 409, title: 'The price would be another one' },
  conflict: { status: 409, title: 'This isn’t possible as things are now' },
  'too-late': { status: 409, title: 'It is too late to change or cancel the shipment' },
  'too-large': { status: 413, title: 'The request is too large' },
  'not-json': { status: 415, title: 'Send JSON, not compressed' },
  'no-rate': { status: 422, title: 'There is no price for this shipment' },
  'balance-too-low': { status: 422, title: 'The balance is too low' },
  'no-sender': { status: 422, title: 'It is not known who sends it' },
  'label-font': { status: 422, title: 'The label has letters that can’t be printed' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  fault: { status: 500, title: 'Something went wrong on our side' },
  busy: { status: 503, title: 'The service is busy' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;
export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

export interface LimitRule {
  points: number;
  /** Seconds for one more point. */
  refill: number;
  per:
    | 'network'
    | 'account'
    | 'account and network'
    | 'account and device'
    | 'link'
    | 'shipment'
    | 'shipment and network'
    | 'user'
    | 'user or push device';
  /** `guesses` are charged before the check; `misses` after it, so that a right secret passes. */
  charges: 'calls' | 'guesses' | 'misses';
  /** Then lookups count against this. */
  usedUp?: 'lookupGuess';
  instead?: string;
}

const byEmail = 'To log in now, set a new password by email.';
const earlierEmail = 'The link in an earlier email still works.';
const rightCode = 'The right code still works.';

/** Decision 0022. */
export const limitRules = {
  lookup: {
    points: 60,
    refill: 10,
    per: 'network',
    charges: 'misses',
    usedUp: 'lookupGuess',
    instead: 'Tracking IDs of shipments that exist still work.',
  },
  lookupGuess: {
    points: 1_200,
    refill: 0.5,
    per: 'network',
    charges: 'guesses',
    instead: 'If you log in, your own shipments are listed.',
  },
  // Each is answered with what there is already.
  returnOfShipment: { points: 10, refill: 360, per: 'shipment and network', charges: 'calls' },
  choiceOfShipment: { points: 30, refill: 120, per: 'shipment and network', charges: 'calls' },
  // Codes have 60 bits: this makes guessing visible.
  codeAddress: { points: 300, refill: 3, per: 'network', charges: 'misses', instead: rightCode },
  codeFromNetwork: { points: 10, refill: 90, per: 'shipment and network', charges: 'misses', instead: rightCode },
  codeShipment: { points: 200, refill: 432, per: 'shipment', charges: 'misses', instead: rightCode },
  loginAccountFromNetwork: {
    points: 5,
    refill: 30,
    per: 'account and network',
    charges: 'guesses',
    instead: byEmail,
  },
  loginAddress: { points: 60, refill: 15, per: 'network', charges: 'guesses', instead: byEmail },
  loginAccount: { points: 300, refill: 15, per: 'account', charges: 'guesses', instead: byEmail },
  // Strangers' attempts do not count on a known device.
  loginKnownDevice: { points: 5, refill: 30, per: 'account and device', charges: 'guesses', instead: byEmail },
  // Each sign-in page asks once, and a network may have many.
  passkey: { points: 300, refill: 2, per: 'network', charges: 'calls' },
  // A signature cannot be guessed: this bounds the work.
  passkeyGuess: { points: 60, refill: 15, per: 'network', charges: 'misses' },
  // Codes of six digits, three of which are right.
  code: {
    points: 10,
    refill: 600,
    per: 'user',
    charges: 'guesses',
    instead: 'A passkey or a recovery code still works.',
  },
  // A handful in a million are right. A new point comes after the run.
  handoverCode: {
    points: 5,
    refill: 30 * 86_400,
    per: 'shipment',
    charges: 'guesses',
    instead: 'Scan the QR code, or call the desk.',
  },
  linkPassword: { points: 10, refill: 90, per: 'link', charges: 'guesses' },
  register: { points: 60, refill: 60, per: 'network', charges: 'calls' },
  // Another one only after five minutes, while the last link works for five more.
  mailToAccount: { points: 3, refill: 300, per: 'account', charges: 'calls', instead: earlierEmail },
  mailFromAddress: { points: 300, refill: 10, per: 'network', charges: 'calls', instead: earlierEmail },
  mailToSelf: { points: 3, refill: 1200, per: 'user', charges: 'calls', instead: earlierEmail },
  password: {
    points: 10,
    refill: 90,
    per: 'user',
    charges: 'guesses',
    instead: 'You can also log out and set a new one by email.',
  },
  export: { points: 30, refill: 20, per: 'user', charges: 'calls' },
  emailChange: { points: 5, refill: 600, per: 'user', charges: 'calls', instead: earlierEmail },
  dataExport: { points: 3, refill: 3600, per: 'user', charges: 'calls' },
  push: { points: 60, refill: 10, per: 'user or push device', charges: 'calls' },
  pushAddress: { points: 600, refill: 1, per: 'user', charges: 'calls' },
  // The REST interface states these in its headers.
  keyRead: { points: 300, refill: 0.2, per: 'user', charges: 'calls' },
  keyWrite: { points: 120, refill: 0.5, per: 'user', charges: 'calls' },
  // WooCommerce does not send again what was refused.
  order: { points: 600, refill: 0.1, per: 'user', charges: 'calls' },
  orderGuess: { points: 60, refill: 15, per: 'network', charges: 'misses' },
  write: { points: 600, refill: 0.1, per: 'user', charges: 'calls' },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof limitRules;

export interface LimitRule {
  /** How many are free at first. */
  points: number;
  /** Seconds after which one more is free again. */
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
  /**
   * `guesses` are charged before the secret is checked, so that a right one does not pass without a
   * point. `misses` are charged after it, so that a right one always passes.
   */
  charges: 'calls' | 'guesses' | 'misses';
  /** For a limit on misses: the limit that lookups count against once it is used up. */
  usedUp?: 'lookupGuess';
  /** What still works, for the message. */
  instead?: string;
}

const byEmail = 'To log in now, set a new password by email.';
const earlierEmail = 'The link in an earlier email still works.';
const rightCode = 'The right code still works.';

/** Docs: decision 0108. */
export const limitRules = {
  /**
   * Tracking lookups, misses only. Once used up, further misses are rejected and hits count against
   * `lookupGuess`.
   */
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
  /** Private codes have 60 bits: these limits only say that guessing is noticed. */
  codeAddress: { points: 300, refill: 3, per: 'network', charges: 'misses', instead: rightCode },
  codeFromNetwork: { points: 10, refill: 90, per: 'shipment and network', charges: 'misses', instead: rightCode },
  codeShipment: { points: 200, refill: 432, per: 'shipment', charges: 'misses', instead: rightCode },
  /**
   * Wrong passwords: for one account from one network, from one network for all accounts, for one
   * account in total.
   */
  loginAccountFromNetwork: {
    points: 5,
    refill: 30,
    per: 'account and network',
    charges: 'guesses',
    instead: byEmail,
  },
  loginAddress: { points: 60, refill: 15, per: 'network', charges: 'guesses', instead: byEmail },
  loginAccount: { points: 300, refill: 15, per: 'account', charges: 'guesses', instead: byEmail },
  /**
   * Wrong passwords on a device that has signed in to the account before, or has set its password
   * by email. Strangers' attempts do not count there.
   */
  loginKnownDevice: { points: 5, refill: 30, per: 'account and device', charges: 'guesses', instead: byEmail },
  /** The password that a link from an email asks for. */
  linkPassword: { points: 10, refill: 90, per: 'link', charges: 'guesses' },
  register: { points: 60, refill: 60, per: 'network', charges: 'calls' },
  /**
   * Mails that anyone can request, to one address: another one only after ten minutes, while the
   * last link works for twenty more. Too many are silently not sent.
   */
  mailToAccount: { points: 3, refill: 600, per: 'account', charges: 'calls', instead: earlierEmail },
  mailFromAddress: { points: 300, refill: 10, per: 'network', charges: 'calls', instead: earlierEmail },
  mailToSelf: { points: 3, refill: 1200, per: 'user', charges: 'calls', instead: earlierEmail },
  /** The current password, required to change it: wrong ones only. */
  password: {
    points: 10,
    refill: 90,
    per: 'user',
    charges: 'guesses',
    instead: 'You can also log out and set a new one by email.',
  },
  /** Files that managers download. */
  export: { points: 30, refill: 20, per: 'user', charges: 'calls' },
  /** Changes to push subscriptions: of one person or device, and of all visitors of a network. */
  push: { points: 60, refill: 10, per: 'user or push device', charges: 'calls' },
  pushAddress: { points: 600, refill: 1, per: 'user', charges: 'calls' },
  /** All mutations of a signed-in user. */
  write: { points: 600, refill: 0.1, per: 'user', charges: 'calls' },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof limitRules;

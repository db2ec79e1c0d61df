export interface LimitRule {
  points: number;
  /**
   * Until the points are free again: from the first one, or from the last one if the wait is
   * `growing`.
   */
  seconds: number;
  per: 'network' | 'account' | 'account and network' | 'account and device' | 'user';
  charges: 'calls' | 'guesses' | 'misses';
  /**
   * Once the points are used up, each further try has to wait longer, in seconds. A right answer
   * resets them.
   */
  growing?: { first: number; longest: number };
  /** For a limit on misses: the limit that lookups count against once it is used up. */
  usedUp?: 'lookupGuess';
}

const DAY = 86_400;
const growing = { first: 30, longest: 900 };

export const limitRules = {
  /**
   * Tracking lookups, misses only. Once used up, further misses are rejected and hits count against
   * `lookupGuess`.
   */
  lookup: { points: 60, seconds: 600, per: 'network', charges: 'misses', usedUp: 'lookupGuess' },
  lookupGuess: { points: 1_200, seconds: 600, per: 'network', charges: 'guesses' },
  /** Private codes: wrong ones only. */
  code: { points: 10, seconds: 900, per: 'network', charges: 'guesses' },
  /**
   * Wrong passwords: for one account from one network, from one network for all accounts, for one
   * account in total.
   */
  loginAccountFromNetwork: { points: 5, seconds: DAY, per: 'account and network', charges: 'guesses', growing },
  loginAddress: { points: 60, seconds: 900, per: 'network', charges: 'guesses' },
  loginAccount: { points: 300, seconds: 3600, per: 'account', charges: 'guesses' },
  /**
   * Wrong passwords on a device that has signed in to the account before, where strangers' attempts
   * do not count.
   */
  loginKnownDevice: { points: 5, seconds: DAY, per: 'account and device', charges: 'guesses', growing },
  /** Sessions that are ended after the device was signed out. */
  logout: { points: 60, seconds: 600, per: 'network', charges: 'calls' },
  register: { points: 20, seconds: 3600, per: 'network', charges: 'calls' },
  /**
   * Mails that anyone can request, to one address, while such a link is valid; more are silently
   * not sent.
   */
  mailToAccount: { points: 3, seconds: 1800, per: 'account', charges: 'calls' },
  mailFromAddress: { points: 30, seconds: 3600, per: 'network', charges: 'calls' },
  mailToSelf: { points: 3, seconds: 3600, per: 'user', charges: 'calls' },
  /** The current password, required to change it: wrong ones only. */
  password: { points: 10, seconds: 900, per: 'user', charges: 'guesses' },
  /** One-time links: wrong or used ones only. */
  token: { points: 20, seconds: 900, per: 'network', charges: 'guesses' },
  /** Files that managers download. */
  export: { points: 30, seconds: 600, per: 'user', charges: 'calls' },
  /** Changes to push subscriptions. */
  push: { points: 60, seconds: 600, per: 'network', charges: 'calls' },
  /** All mutations of a signed-in user. */
  write: { points: 600, seconds: 60, per: 'user', charges: 'calls' },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof limitRules;

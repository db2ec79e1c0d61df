/**
 * How often a network, account or user may call, counted in PostgreSQL so that all servers count
 * together. A limit charges every call, or wrong guesses of a secret, or lookups that find nothing.
 * A guess is charged before the secret is checked, and refunded unless it was wrong, so that
 * concurrent guesses never exceed the available points.
 * Docs: decision 0022.
 */
import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Executor } from '../database/client.ts';
import { tooManyRequests, UserError } from '../errors/errors.ts';
import { type Allowance, type Point, resetPoints, returnPoint, takePoint } from '../stores/auth/rate-limits.ts';
import { createClosedKeys } from './closed-keys.ts';

interface LimitRule {
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

export interface Caller {
  address: string;
  account?: string | undefined;
  /** The hash of the ticket of a device that has signed in to the account. */
  knownDevice?: string | undefined;
  userId?: string | undefined;
}

/**
 * How a call ended, for the limits: `wrong` is a wrong guess or a lookup that found nothing;
 * `failed` is any other error.
 */
export type Outcome = 'right' | 'wrong' | 'failed';

export interface Limits {
  /**
   * Charges a call in advance. Call the returned function once, with the outcome, to refund what it
   * did not cost.
   * @throws Both throw TOO_MANY_REQUESTS, with the seconds to wait, if a limit is used up.
   */
  admit(names: readonly LimitName[], caller: Caller): Promise<(outcome: Outcome) => Promise<void>>;
  /**
   * Spends a point without an error: false if none is left, for actions that are then silently
   * skipped.
   */
  spend(name: LimitName, caller: Caller): Promise<boolean>;
}

interface Charge {
  rule: LimitRule;
  key: string;
}

const RECHECK_MS = 1_000;

/** `onFault` is called with errors in refunding points, after the call itself has ended. */
export function createLimits(executor: Executor, onFault: (error: unknown) => void): Limits {
  const closed = createClosedKeys();

  function throwIfClosed({ key }: Charge): void {
    const wait = closed.getWaitMs(key);
    if (wait > 0) throw tooMany(wait);
  }

  async function take(charge: Charge): Promise<Point> {
    throwIfClosed(charge);
    const { rule, key } = charge;
    const taken = await takePoint(executor, key, allowanceOf(rule));
    if ('point' in taken) return taken.point;
    // A guess in progress may still be refunded, perhaps by another server, so check again soon.
    closed.add(key, taken.wait, rule.charges === 'guesses' ? RECHECK_MS : taken.wait);
    throw tooMany(taken.wait);
  }

  async function returnPoints(taken: readonly { rule: LimitRule; point: Point }[], outcome: Outcome): Promise<void> {
    const work = taken.map(({ rule, point }) =>
      outcome === 'right' && rule.growing
        ? resetPoints(executor, point.key)
        : returnPoint(executor, point, allowanceOf(rule)),
    );
    for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') onFault(result.reason);
  }

  return {
    async admit(names, caller) {
      const charges = names.map((name) => createCharge(name, caller));
      const misses = charges.filter(({ rule }) => rule.charges === 'misses');
      const before = charges.flatMap((charge) => {
        if (charge.rule.charges !== 'misses') return charge;
        return charge.rule.usedUp && closed.getWaitMs(charge.key) > 0 ? createCharge(charge.rule.usedUp, caller) : [];
      });
      before.forEach(throwIfClosed);
      const guesses: { rule: LimitRule; point: Point }[] = [];
      try {
        for (const charge of before) {
          const point = await take(charge);
          if (charge.rule.charges === 'guesses') guesses.push({ rule: charge.rule, point });
        }
      } catch (error) {
        await returnPoints(guesses, 'failed');
        throw error;
      }
      return async (outcome) => {
        if (outcome !== 'wrong') return returnPoints(guesses, outcome);
        for (const charge of misses) await take(charge);
      };
    },
    async spend(name, caller) {
      try {
        await take(createCharge(name, caller));
        return true;
      } catch (error) {
        if (error instanceof UserError) return false;
        throw error;
      }
    },
  };
}

const tooMany = (wait: number) => tooManyRequests(Math.max(Math.ceil(wait / 1000), 1));

const allowanceOf = ({ points, seconds, growing }: LimitRule): Allowance => ({
  points,
  window: seconds * 1000,
  wait: growing && { first: growing.first * 1000, longest: growing.longest * 1000 },
});

function createCharge(name: LimitName, caller: Caller): Charge {
  const rule: LimitRule = limitRules[name];
  return { rule, key: `${name}:${callerKey(rule.per, caller)}` };
}

function callerKey(per: LimitRule['per'], { address, account, knownDevice, userId }: Caller): string {
  switch (per) {
    case 'network':
      return networkOf(address);
    case 'account':
      return account ? hashOf(account) : networkOf(address);
    case 'account and network':
      return `${hashOf(account)} ${networkOf(address, SITE_BITS)}`;
    case 'account and device':
      return `${hashOf(account)} ${knownDevice}`;
    case 'user':
      return userId ?? networkOf(address);
  }
}

/** An email address is personal: only a hash of it is stored. */
const hashOf = (account = '') => createHash('sha256').update(account).digest('base64url');

/**
 * The IPv6 addresses of one household or phone, and of one site: providers give away a whole /48
 * for free.
 */
const HOUSEHOLD_BITS = 64;
const SITE_BITS = 48;

/** An IPv4 address, or the network of an IPv6 one. */
export function networkOf(address: string, bits: typeof HOUSEHOLD_BITS | typeof SITE_BITS = HOUSEHOLD_BITS): string {
  // Most addresses need no parsing.
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, bits / 16)
    .map((part) => part.toString(16))
    .join(':')}::/${bits}`;
}

/**
 * How often one may call, by address, account or person, counted in PostgreSQL so that all servers count together.
 * A limit charges every call, or only wrong guesses of something secret: then whoever asks for what exists pays nothing
 * and writes nothing. Who has used a limit up is refused from memory until it is over.
 */
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from './errors.ts';

interface LimitRule {
  points: number;
  seconds: number;
  per: 'address' | 'account' | 'user';
  charges: 'calls' | 'guesses';
}

export const limitRules = {
  /** Tracking look-ups: misses only. */
  lookup: { points: 60, seconds: 600, per: 'address', charges: 'guesses' },
  /** Private codes: wrong ones only. */
  code: { points: 10, seconds: 900, per: 'address', charges: 'guesses' },
  loginAddress: { points: 60, seconds: 900, per: 'address', charges: 'calls' },
  loginAccount: { points: 10, seconds: 900, per: 'account', charges: 'calls' },
  /** Sessions that are ended after the device was signed out. */
  logout: { points: 60, seconds: 600, per: 'address', charges: 'calls' },
  register: { points: 20, seconds: 3600, per: 'address', charges: 'calls' },
  /** Mails that anyone may ask for, to one address, within the life of such a link; more are quietly not sent. */
  mailToAccount: { points: 3, seconds: 1800, per: 'account', charges: 'calls' },
  mailFromAddress: { points: 30, seconds: 3600, per: 'address', charges: 'calls' },
  mailToSelf: { points: 3, seconds: 3600, per: 'user', charges: 'calls' },
  /** The current password, asked before it is changed: wrong ones only. */
  password: { points: 10, seconds: 900, per: 'user', charges: 'guesses' },
  /** One-time links: wrong or used ones only. */
  token: { points: 20, seconds: 900, per: 'address', charges: 'guesses' },
  /** Files that managers take out. */
  export: { points: 30, seconds: 600, per: 'user', charges: 'calls' },
  /** Devices that are to be told by push, or no more. */
  push: { points: 60, seconds: 600, per: 'address', charges: 'calls' },
  /** Whatever a signed-in person changes. */
  write: { points: 600, seconds: 60, per: 'user', charges: 'calls' },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof limitRules;

export interface Caller {
  address: string;
  account?: string | undefined;
  userId?: string | undefined;
}

export interface Limits {
  /** Before a call. Throws TOO_MANY_REQUESTS for whoever has used a limit up. */
  admit(names: readonly LimitName[], caller: Caller): Promise<void>;
  /** After a wrong guess: charges the limits that count guesses. */
  chargeGuess(names: readonly LimitName[], caller: Caller): Promise<void>;
  /** Spends a point quietly: false where none is left. For what is then not done without the caller being told. */
  spend(name: LimitName, caller: Caller): Promise<boolean>;
  /** After a right answer: the account's earlier failures are forgiven. */
  forgive(name: LimitName, caller: Caller): Promise<void>;
}

export function createLimits(pool: pg.Pool): Limits {
  const blockedUntil = new Map<string, number>();
  const limiters = Object.fromEntries(
    Object.entries(limitRules).map(([name, rule]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points: rule.points,
        duration: rule.seconds,
      }),
    ]),
  ) as Record<LimitName, RateLimiterPostgres>;

  async function charge(name: LimitName, key: string): Promise<void> {
    try {
      await limiters[name].consume(key);
    } catch (outcome) {
      if (!(outcome instanceof RateLimiterRes)) throw outcome;
      if (blockedUntil.size > 10_000) blockedUntil.clear();
      blockedUntil.set(`${name}:${key}`, Date.now() + outcome.msBeforeNext);
      throw new Refusal('TOO_MANY_REQUESTS');
    }
  }

  return {
    async admit(names, caller) {
      for (const name of names) {
        const key = keyOf(name, caller);
        const until = blockedUntil.get(`${name}:${key}`);
        if (until !== undefined && until > Date.now()) throw new Refusal('TOO_MANY_REQUESTS');
        if (limitRules[name].charges === 'calls') await charge(name, key);
      }
    },
    async chargeGuess(names, caller) {
      for (const name of names) if (limitRules[name].charges === 'guesses') await charge(name, keyOf(name, caller));
    },
    async spend(name, caller) {
      try {
        await charge(name, keyOf(name, caller));
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    },
    async forgive(name, caller) {
      await limiters[name].delete(keyOf(name, caller));
    },
  };
}

function keyOf(name: LimitName, caller: Caller): string {
  switch (limitRules[name].per) {
    case 'address':
      return networkOf(caller.address);
    case 'account':
      // An address is personal: only a hash of it is kept.
      return caller.account ? hashOf(caller.account) : networkOf(caller.address);
    case 'user':
      return caller.userId ?? networkOf(caller.address);
  }
}

const hashOf = (account: string) => createHash('sha256').update(account).digest('base64url');

/** An IPv4 address, or the /64 of an IPv6 one: one household or phone holds a whole /64. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type LimitName, type LimitRule, limitRules } from './limit-rules.ts';

export interface Caller {
  address: string;
  account?: string | undefined;
  /** The hash of the ticket of a device that has signed in to the account. */
  knownDevice?: string | undefined;
  userId?: string | undefined;
}

export interface Charge {
  rule: LimitRule;
  key: string;
}

export function createCharge(name: LimitName, caller: Caller): Charge {
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

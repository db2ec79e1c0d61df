import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { normalizeEmail } from '../../../src/domain/text.ts';
import { type LimitName, type LimitRule, limitRules } from './limit-rules.ts';

export interface Named {
  account?: string | undefined;
  link?: string | undefined;
  shipment?: string | undefined;
  pushDevice?: string | undefined;
}

export interface Caller extends Named {
  address: string;
  /** A ticket's hash. */
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

function callerKey(per: LimitRule['per'], caller: Caller): string {
  const { address, account, link, shipment, pushDevice, knownDevice, userId } = caller;
  switch (per) {
    case 'network':
      return networkOf(address);
    case 'account':
      return account ? hashOf(account) : networkOf(address);
    case 'account and network':
      return `${hashOf(account)} ${networkOf(address, SITE_BITS)}`;
    case 'account and device':
      return `${hashOf(account)} ${knownDevice}`;
    case 'link':
      return hashOf(link);
    case 'shipment':
      return hashOf(shipment);
    case 'shipment and network':
      return `${hashOf(shipment)} ${networkOf(address, SITE_BITS)}`;
    case 'user':
      return userId ?? networkOf(address);
    case 'user or push device':
      return userId ?? hashOf(pushDevice);
  }
}

/** Only hashes are stored: an email address is personal, and a push address is enough to stop the push. */
const hashOf = (text = '') => createHash('sha256').update(text).digest('base64url');

export function readNamed(input: unknown): Named {
  const textAt = (from: unknown, field: string): string | undefined => {
    const value = from !== null && typeof from === 'object' ? (from as Record<string, unknown>)[field] : undefined;
    // It is rejected later, and not every query takes a NUL.
    return typeof value === 'string' && !value.includes('\0') ? value : undefined;
  };
  const email = textAt(input, 'email');
  const subscription = (input as { subscription?: unknown } | null | undefined)?.subscription;
  return {
    account: email === undefined ? undefined : normalizeEmail(email).toLowerCase().slice(0, 254),
    link: textAt(input, 'token'),
    shipment: textAt(input, 'id')?.toLowerCase(),
    pushDevice: textAt(subscription, 'endpoint') ?? textAt(input, 'endpoint'),
  };
}

// One household or phone, and one site: providers give away a whole /48 for free.
const HOUSEHOLD_BITS = 64;
const SITE_BITS = 48;

export function networkOf(address: string, bits: typeof HOUSEHOLD_BITS | typeof SITE_BITS = HOUSEHOLD_BITS): string {
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, bits / 16)
    .map((part) => part.toString(16))
    .join(':')}::/${bits}`;
}

export function shownNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv6') return networkOf(address, SITE_BITS);
  return `${(parsed as ipaddr.IPv4).octets.slice(0, 3).join('.')}.0/24`;
}

import { describe, expect, it } from 'vitest';
import { payoutAccount, payoutAccountPattern, payoutAccountProblem, QR_IBAN } from './payout-account.ts';

const SWEDISH_IBAN = 'SE35 5000 0000 0549 1000 0003';
const QR = 'CH44 3199 9123 0008 8901 2';

/** Each as people write it, with what a file has of it. */
const TAKEN = [
  ['EUR', 'DE89 3704 0044 0532 0130 00', { kind: 'iban', id: 'DE89370400440532013000', country: 'DE' }],
  ['SEK', SWEDISH_IBAN, { kind: 'iban', id: 'SE3550000000054910000003', country: 'SE' }],
  ['SEK', '5050-1055', { kind: 'bankgiro', id: '50501055', country: 'SE', clearing: '9900' }],
  ['SEK', '991-2346', { kind: 'bankgiro', id: '9912346', country: 'SE', clearing: '9900' }],
  ['SEK', '41 05 40-9', { kind: 'bban', id: '4105409', country: 'SE', clearing: '9960' }],
  ['SEK', '5000-5491000', { kind: 'bban', id: '50005491000', country: 'SE', clearing: '5000' }],
  ['SEK', '8327-9, 941 154-5', { kind: 'bban', id: '832799411545', country: 'SE', clearing: '8327' }],
  ['NOK', '8601.11.17947', { kind: 'bban', id: '86011117947', country: 'NO' }],
  ['NOK', 'NO93 8601 1117 947', { kind: 'iban', id: 'NO9386011117947', country: 'NO' }],
  ['DKK', '0040 440116243', { kind: 'bban', id: '00400440116243', country: 'DK' }],
  ['DKK', '00400440116243', { kind: 'bban', id: '00400440116243', country: 'DK' }],
  ['DKK', 'FO62 6460 0001 6316 34', { kind: 'iban', id: 'FO6264600001631634', country: 'FO' }],
  ['CHF', 'CH93 0076 2011 6238 5295 7', { kind: 'iban', id: 'CH9300762011623852957', country: 'CH' }],
  ['CHF', 'LI21 0881 0000 2324 013A A', { kind: 'iban', id: 'LI21088100002324013AA', country: 'LI' }],
] as const;

const NOT_TAKEN = [
  ['SEK', '5050-1056', 'has a wrong check digit'],
  ['SEK', '41 05 40-3', 'has a wrong check digit'],
  ['SEK', '50501055', 'may be of Bankgiro or of PlusGiro'],
  ['SEK', '5000-54910', 'is too short'],
  ['NOK', '8601.11.17948', 'has a wrong check digit'],
  ['DKK', '0040440116243', 'has 13 digits'],
  ['EUR', '5050-1055', 'is Swedish'],
  ['USD', SWEDISH_IBAN, 'is of a currency without files'],
  ['CHF', QR, 'is a QR-IBAN'],
  ['SEK', 'DE89 3704 0044 0532 0130 00', 'is abroad'],
] as const;

describe('an account that a file pays', () => {
  it.each(TAKEN)('in %s can be %s', (currency, written, account) => {
    expect(payoutAccount(currency, written)).toEqual(account);
    expect(payoutAccountProblem(written, currency)).toBeNull();
    expect(written).toMatch(new RegExp(payoutAccountPattern(currency) ?? ''));
  });

  it.each(NOT_TAKEN)('in %s is not %s, which %s', (currency, written) => {
    expect(payoutAccount(currency, written)).toBeNull();
  });
});

it('is asked for in the words of its country', () => {
  expect(payoutAccountProblem('12345678', 'EUR')).toBe('This is not a valid IBAN. Check it for typos.');
  // Banks of other currencies may have none.
  expect(payoutAccountProblem('12345678', 'USD')).toBeNull();
  expect(payoutAccountProblem('DE89 3704 0044 0532 0130 01', 'USD')).toBe(
    'This is not a valid IBAN. Check it for typos.',
  );
  expect(payoutAccountProblem('50501055', 'SEK')).toContain('a Bankgiro as 5050-1055');
  expect(payoutAccountProblem('5050-1055', 'NOK')).toContain('11 digits');
  expect(payoutAccountProblem('5050-1055')).toBeNull();
  expect(payoutAccountProblem('41 05 40-9', 'EUR')).toBe('This is not a valid IBAN. Check it for typos.');
  expect(payoutAccountProblem(QR, 'CHF')).toBe(QR_IBAN);
  expect(QR).not.toMatch(new RegExp(payoutAccountPattern('CHF') ?? ''));
  // In euro, people know what their bank takes.
  expect(payoutAccountProblem(QR, 'EUR')).toBeNull();
});

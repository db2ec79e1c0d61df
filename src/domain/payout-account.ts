/** Accounts are in the form that the banks of a currency’s own country take. */
import { countrySpecs, electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';

/** `clearing`: the bank’s number, where a file has to say it. */
export interface PayoutAccount {
  kind: 'iban' | 'bankgiro' | 'bban';
  id: string;
  country: string;
  clearing?: string;
}

interface Country {
  /** The Faroe Islands and Greenland also have Danish kroner. */
  ibans: readonly string[];
  /** What people write instead of an IBAN. */
  read?: (written: string) => PayoutAccount | null;
  label: string;
  problem: string;
}

const INVALID_IBAN = 'This is not a valid IBAN. Check it for typos.';
export const QR_IBAN = 'This is a QR-IBAN, which is only for QR bills. Enter the ordinary IBAN of the account.';

const COUNTRIES: Record<string, Country> = {
  EUR: { ibans: Object.keys(countrySpecs).filter(isSEPACountry), label: 'IBAN', problem: INVALID_IBAN },
  CHF: { ibans: ['CH', 'LI'], label: 'IBAN', problem: INVALID_IBAN },
  SEK: {
    ibans: ['SE'],
    read: readSwedish,
    label: 'IBAN, Bankgiro, PlusGiro or account',
    problem: 'Enter an IBAN, a Bankgiro as 5050-1055, a PlusGiro as 410540-9, or clearing and account as 5000-5491000.',
  },
  NOK: {
    ibans: ['NO'],
    read: readNorwegian,
    label: 'IBAN or account',
    problem: 'Enter an IBAN or an account number of 11 digits. Check it for typos.',
  },
  DKK: {
    ibans: ['DK', 'FO', 'GL'],
    read: readDanish,
    label: 'IBAN, or registration and account',
    problem: 'Enter an IBAN, or registration and account number as 0040-0440116243.',
  },
};

const WEIGHTS = { luhn: [1, 2], mod11: [1, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5] };
const fromRight = (digits: string) => [...digits].reverse().map(Number);

const hasLuhn = (digits: string): boolean =>
  fromRight(digits)
    .map((digit, index) => digit * (WEIGHTS.luhn[index % 2] ?? 1))
    .reduce((sum, product) => sum + Math.floor(product / 10) + (product % 10), 0) %
    10 ===
  0;

/**
 * The dash’s place tells Bankgiro from PlusGiro. Swedbank’s guide has 9900 as the clearing of
 * Bankgirot and 9960 as that of PlusGirot.
 */
function readSwedish(written: string): PayoutAccount | null {
  const text = written.replace(/\s/g, '');
  const id = text.replace(/\D/g, '');
  if (/^\d{3,4}-\d{4}$/.test(text))
    return hasLuhn(id) ? { kind: 'bankgiro', id, country: 'SE', clearing: '9900' } : null;
  if (/^\d{1,7}-\d$/.test(text)) return hasLuhn(id) ? { kind: 'bban', id, country: 'SE', clearing: '9960' } : null;
  // Swedbank’s clearing has a fifth digit after another dash.
  const [, clearing, account = ''] = /^([1-9]\d{3})(?:-\d)?[-,]([\d.-]+)$/.exec(text) ?? [];
  return clearing && /^\d{6,10}$/.test(account.replace(/\D/g, ''))
    ? { kind: 'bban', id, country: 'SE', clearing }
    : null;
}

function readNorwegian(written: string): PayoutAccount | null {
  const id = written.replace(/[\s.]/g, '');
  if (!/^\d{11}$/.test(id)) return null;
  const sum = fromRight(id).reduce((total, digit, index) => total + digit * (WEIGHTS.mod11[index] ?? 0), 0);
  return sum % 11 === 0 ? { kind: 'bban', id, country: 'NO' } : null;
}

/** Zeros fill up an account of fewer than 10 digits. */
function readDanish(written: string): PayoutAccount | null {
  const [, branch, account] = /^(\d{4})(?:[\s-]+(\d{6,10}))$/.exec(written) ?? /^(\d{4})(\d{10})$/.exec(written) ?? [];
  return branch && account ? { kind: 'bban', id: branch + account.padStart(10, '0'), country: 'DK' } : null;
}

/** These are QR-IBANs, to which only a QR reference can pay (Swiss Payment Standards). */
const isQrIban = (iban: string): boolean => /^(CH|LI)\d\d3[01]/.test(iban);

/** Null if banks don’t take it in this currency by file. */
export function payoutAccount(currency: string, written: string | undefined): PayoutAccount | null {
  const country = COUNTRIES[currency];
  const iban = electronicFormatIBAN(written ?? '') ?? '';
  if (!country || !written) return null;
  if (!isValidIBAN(iban)) return country.read?.(written.trim()) ?? null;
  const isTaken = country.ibans.includes(iban.slice(0, 2)) && !(currency === 'CHF' && isQrIban(iban));
  return isTaken ? { kind: 'iban', id: iban, country: iban.slice(0, 2) } : null;
}

/** It has to match what `payoutAccount` reads. */
export function payoutAccountPattern(currency: string): string | null {
  const { ibans, read } = COUNTRIES[currency] ?? {};
  if (!ibans) return null;
  return `^(${ibans.join('|')})${currency === 'CHF' ? '[0-9]{2}(?! ?3[01])' : ''}${read ? '|^[0-9]' : ''}`;
}

export const payoutAccountLabel = (currency: string): string => COUNTRIES[currency]?.label ?? 'IBAN';

/** Banks of other currencies may have no IBANs, so an account number takes its place. */
export const needsIban = (currency: string): boolean => currency in COUNTRIES;
const LIKE_AN_IBAN = /^[a-z]{2} ?\d\d/i;

/** Null if people can be paid, by file or by hand. Without a currency, any will do. */
export function payoutAccountProblem(written: string, currency?: string): string | null {
  const iban = electronicFormatIBAN(written) ?? '';
  if (isValidIBAN(iban)) return currency === 'CHF' && isQrIban(iban) ? QR_IBAN : null;
  if (!(currency && needsIban(currency)) && !LIKE_AN_IBAN.test(written)) return null;
  const readers = currency ? [COUNTRIES[currency]] : Object.values(COUNTRIES);
  const isRead = readers.some((country) => country?.read?.(written.trim()));
  return isRead ? null : ((currency && COUNTRIES[currency]?.problem) ?? INVALID_IBAN);
}

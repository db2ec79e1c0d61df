/** QR codes that apps fill in a transfer from, in each currency's and country's published format. */
import { isSEPACountry, isValidBIC } from 'ibantools';
import type { BankAccount } from '../../src/domain/bank-account.ts';
import type { PaymentInstructions } from '../../src/domain/payment-instructions.ts';
import type { Environment } from '../base/config/env.ts';

export type QrSettings = Pick<Environment, 'CURRENCY' | 'SITE_ADDRESS' | 'SWISH_NUMBER'>;
type Account = Pick<BankAccount, 'accountName' | 'routingNumber'>;

export interface Transfer {
  reference: string;
  amount: number | null;
  account: Account | null;
  /** It has the electronic form. */
  iban: string | null;
}

type Qr = NonNullable<PaymentInstructions['qr']>;

/** Null where nothing is published, or the account can’t be named. */
export function paymentQr(settings: QrSettings, transfer: Transfer): Qr | null {
  const { CURRENCY, SWISH_NUMBER } = settings;
  const { iban, account } = transfer;
  if (CURRENCY === 'SEK' && SWISH_NUMBER) return { kind: 'swish', text: formatSwish(SWISH_NUMBER, transfer) };
  if (!iban || !account) return null;
  const full = { ...transfer, iban, account };
  const country = iban.slice(0, 2);
  const isSwiss = (CURRENCY === 'CHF' || CURRENCY === 'EUR') && (country === 'CH' || country === 'LI');
  const swiss = isSwiss ? formatSwiss(settings, full) : null;
  if (swiss) return { kind: 'swiss', text: swiss };
  const epc = CURRENCY === 'EUR' && isSEPACountry(country) ? formatEpc(full) : null;
  if (epc) return { kind: 'epc', text: epc };
  return CURRENCY === 'CZK' && country === 'CZ' ? { kind: 'spayd', text: formatSpayd(full) } : null;
}

type Full = Transfer & { iban: string; account: Account };

const cut = (text: string, length: number) => [...text.replace(/\s+/g, ' ').trim()].slice(0, length).join('');
const bicOf = ({ routingNumber }: Account) => {
  const bic = routingNumber.replaceAll(' ', '').toUpperCase();
  return isValidBIC(bic) ? bic : '';
};

const MAX_EPC_BYTES = 331;

/** EPC069-12: version 002, UTF-8; its last line with something in it is the reference. */
function formatEpc({ reference, amount, iban, account }: Full): string | null {
  const sum = amount === null ? '' : `EUR${amount.toFixed(2)}`;
  const name = cut(account.accountName, 70);
  const text = ['BCD', '002', '1', 'SCT', bicOf(account), name, iban, sum, '', reference].join('\n');
  return Buffer.byteLength(text) <= MAX_EPC_BYTES ? text : null;
}

/** QR-IBANs take another kind of reference than ours. */
const isQrIban = (iban: string) => /^3[01]/.test(iban.slice(4));

/** The Swiss QR bill (implementation guidelines 2.3): structured addresses only, and no debtor. */
function formatSwiss(
  { CURRENCY, SITE_ADDRESS }: QrSettings,
  { reference, amount, iban, account }: Full,
): string | null {
  const address = readAddress(SITE_ADDRESS);
  if (!address || isQrIban(iban)) return null;
  const { street, house, postcode, town } = address;
  const creditor = ['S', cut(account.accountName, 70), street, house, postcode, town, iban.slice(0, 2)];
  const nobody = ['', '', '', '', '', '', ''];
  const sum = [amount?.toFixed(2) ?? '', CURRENCY];
  return ['SPC', '0200', '1', iban, ...creditor, ...nobody, ...sum, ...nobody, 'SCOR', reference, '', 'EPD'].join('\n');
}

/** `Bahnhofstrasse 1, CH-8001 Zürich`, on one line or several. */
function readAddress(written: string) {
  const parts = written.split(/[\n,]/).map((part) => cut(part, 70));
  const at = parts.findIndex((part) => /^(?:(?:CH|LI)[- ])?\d{4} \p{L}/u.test(part));
  const [, postcode, town] = /(\d{4}) (.{1,35})/u.exec(parts[at] ?? '') ?? [];
  if (postcode === undefined || town === undefined) return null;
  const [, street, house] = /^(.+) (\d{1,4} ?[a-z]?)$/i.exec(parts[at - 1] ?? '') ?? ['', parts[at - 1] ?? '', ''];
  return { street: street ?? '', house: house ?? '', postcode, town };
}

/** Swish’s app reads this; the payer changes nothing but an amount that is left out. */
const formatSwish = (number: string, { reference, amount }: Transfer) =>
  amount === null ? `C${number};;${reference};2` : `C${number};${amount.toFixed(2).replace('.', ',')};${reference};0`;

/** SPAYD 1.0, the Czech banks’ format. */
function formatSpayd({ reference, amount, iban, account }: Full): string {
  const bic = bicOf(account);
  const fields = [
    `ACC:${iban}${bic && `+${bic}`}`,
    ...(amount === null ? [] : [`AM:${amount.toFixed(2)}`]),
    ...['CC:CZK', `RN:${cut(account.accountName, 35).replace(/[%*]/g, ' ')}`, `MSG:${reference}`],
  ];
  return `SPD*1.0*${fields.join('*')}`;
}

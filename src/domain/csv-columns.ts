/** A brand’s bank or bookkeeping names the columns. */

export const PAYOUT_FIELDS = [
  'holder',
  'account',
  'accountNumber',
  'routingNumber',
  'bankName',
  'bankCode',
  'amount',
  'currency',
  'date',
  'text',
  'reference',
] as const;

/** `amount` is below zero for a credit. */
export const BOOK_FIELDS = [
  'voucher',
  'date',
  'document',
  'account',
  'debit',
  'credit',
  'amount',
  'currency',
  'text',
] as const;

export interface CsvColumn<Field extends string> {
  head: string;
  field: Field;
}
export type PayoutColumn = CsvColumn<(typeof PAYOUT_FIELDS)[number]>;
export type BookColumn = CsvColumn<(typeof BOOK_FIELDS)[number]>;

/** `Name=holder;IBAN=account;…`; null if malformed. */
function parseColumns<Field extends string>(text: string, fields: readonly Field[]): CsvColumn<Field>[] | null {
  const entries = text.split(';').filter((entry) => entry.trim());
  const columns = entries.flatMap((entry) => {
    const [, head = '', named] = /^([^=]+)=([^=]+)$/.exec(entry.trim()) ?? [];
    const field = fields.find((one) => one === named?.trim());
    return field ? [{ head: head.trim(), field }] : [];
  });
  return columns.length === entries.length ? columns : null;
}

/** Null if malformed, or if one column of each of `needed` is missing. */
function parseWith<Field extends string>(text: string, fields: readonly Field[], needed: readonly Field[][]) {
  const columns = parseColumns(text, fields);
  const isWhole = needed.every((some) => columns?.some(({ field }) => some.includes(field)));
  return isWhole || columns?.length === 0 ? columns : null;
}

export const parsePayoutColumns = (text: string): PayoutColumn[] | null =>
  parseWith(text, PAYOUT_FIELDS, [['holder'], ['amount'], ['account', 'accountNumber']]);

export const parseBookColumns = (text: string): BookColumn[] | null =>
  parseWith(text, BOOK_FIELDS, [['date'], ['account'], ['debit', 'amount'], ['credit', 'amount']]);

/** What a column of a CSV file of payouts can have. */
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

export interface PayoutColumn {
  head: string;
  field: (typeof PAYOUT_FIELDS)[number];
}

/** `Name=holder;IBAN=account;…`; null if malformed, or without whom, what and where to pay. */
export function parsePayoutColumns(text: string): PayoutColumn[] | null {
  const entries = text.split(';').filter((entry) => entry.trim());
  const columns = entries.flatMap((entry) => {
    const [, head = '', named] = /^([^=]+)=([^=]+)$/.exec(entry.trim()) ?? [];
    const field = PAYOUT_FIELDS.find((one) => one === named?.trim());
    return field ? [{ head: head.trim(), field }] : [];
  });
  const has = (...fields: PayoutColumn['field'][]) => columns.some(({ field }) => fields.includes(field));
  const isWhole = has('holder') && has('amount') && has('account', 'accountNumber');
  return columns.length === entries.length && (isWhole || entries.length === 0) ? columns : null;
}

import type { PayoutColumn } from '../../src/domain/csv-columns.ts';
import { fromCents } from '../../src/domain/money.ts';
import { type CsvCell, figureCell, formatCsvLines } from '../base/csv/write-csv.ts';
import type { FiledWithdrawal } from './store/payouts.ts';
import { holderOf, messageId, type PayoutFile, textOf } from './write-payouts.ts';

/** Uses the brand's columns. Banks don’t expect the byte order mark that spreadsheets need. */
export function writePayoutsCsv({ day, payer, payouts }: Omit<PayoutFile, 'id' | 'createdAt'>): string {
  const { columns = [], currency = '', style } = payer;
  const cells = (row: FiledWithdrawal): Record<PayoutColumn['field'], CsvCell> => ({
    holder: holderOf(row),
    account: row.payout?.iban ?? '',
    accountNumber: row.payout?.accountNumber ?? '',
    routingNumber: row.payout?.routingNumber ?? '',
    bankName: row.payout?.bankName ?? '',
    bankCode: row.payout?.bankCode ?? '',
    amount: figureCell(fromCents(row.amountCents), currency),
    currency,
    date: day,
    text: textOf(payer, row.summary),
    reference: messageId(row.id),
  });
  const lines = payouts.map(cells).map((row) => columns.map(({ field }) => row[field]));
  return formatCsvLines([columns.map(({ head }) => head), ...lines], style);
}

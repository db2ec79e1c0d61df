/** The database was restored: it does not know what had left the house. */
import { counted } from './figures.ts';

export interface RestoreFound {
  /** There were no marks: they begin. */
  began?: boolean;
  /** There had been marks, and they are gone. */
  isLost?: boolean;
  /** They had been missed before, and are back. */
  isBack?: boolean;
  /** No other document gets these numbers. */
  numbers: string[];
  /** Payouts that are held. */
  payouts: number;
  /** Keys of receipts and codes that are back. */
  keys: number;
  /** What is not sent a second time. */
  texts: number;
  webhooks: number;
}

export const isNews = ({ isLost, isBack, numbers, payouts, keys, texts, webhooks }: RestoreFound): boolean =>
  isLost === true || isBack === true || numbers.length + payouts + keys + texts + webhooks > 0;

/** Managers, the doctor and the log say it. */
export function restoreSentences({ isLost, isBack, numbers, payouts, keys, texts, webhooks }: RestoreFound): string[] {
  return [
    isLost &&
      'The marks of what had left before are gone, so nobody can say what leaves twice: compare the bank’s list of payments and the last statements that you have sent before you make a file or a statement. This is said until the marks are copied back and the server is started again, or for 30 days.',
    isBack && 'The marks of what had left before are back, and the database was compared with them.',
    payouts > 0 &&
      `${counted(payouts, 'payout')} had left in a file for the bank and ${payouts === 1 ? 'is' : 'are'} held: look at the bank, and say of each whether it was paid.`,
    numbers.length > 0 &&
      `Numbers of documents that had been given stay free, since somebody may have them: ${numbers.join(', ')}.`,
    keys > 0 &&
      `${counted(keys, 'key')} of receipts and codes made since the backup ${keys === 1 ? 'is' : 'are'} back.`,
    texts > 0 && `${counted(texts, 'text')} had been sent and ${texts === 1 ? 'is' : 'are'} not sent again.`,
    webhooks > 0 &&
      `${counted(webhooks, 'webhook message')} had been delivered and ${webhooks === 1 ? 'is' : 'are'} not sent again.`,
  ].filter((sentence) => typeof sentence === 'string');
}

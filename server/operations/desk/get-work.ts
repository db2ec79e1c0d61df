import { shiftDay } from '../../../src/domain/day.ts';
import { PICTURED_DAYS, SHIPMENT_WORK, type Work, type Worklist } from '../../../src/domain/work.ts';
import type { Executor } from '../../database/client.ts';
import { countFailedMails } from '../../stores/mail/mail-log.ts';
import { countWithdrawalsToPay, listWithdrawalsToPay } from '../../stores/money/transactions.ts';
import { countLastDays, countWork, findOldestWork } from '../../stores/shipments/shipment-work.ts';
import { countUsers, findOldestUnverified } from '../../stores/users/user-lists.ts';

/** Returns the worklist, and the shipments of the last days (deskAdmin.getWork). */
export async function getWork(executor: Executor): Promise<Worklist> {
  const [counts, oldest, mails, withdrawals, [withdrawal], unverified, oldestUnverified, days] = await Promise.all([
    countWork(executor),
    findOldestWork(executor),
    countFailedMails(executor),
    countWithdrawalsToPay(executor),
    listWithdrawalsToPay(executor, 1),
    countUsers(executor, { work: 'unverified' }),
    findOldestUnverified(executor),
    countLastDays(executor),
  ]);
  const rowOf = (kind: Work, count: number, since: Date | null | undefined) =>
    count > 0 ? [{ kind, count, oldest: since?.toISOString() ?? null }] : [];
  const today = new Date().toISOString().slice(0, 10);
  const lastDays = Array.from({ length: PICTURED_DAYS }, (_, index) => shiftDay(today, index + 1 - PICTURED_DAYS));
  return {
    work: [
      ...SHIPMENT_WORK.flatMap((kind) => rowOf(kind, counts.get(kind) ?? 0, oldest.get(kind))),
      ...rowOf('failed-emails', mails.count, mails.oldest),
      ...rowOf('withdrawals', withdrawals, withdrawal?.createdAt),
      ...rowOf('unverified', unverified, oldestUnverified),
    ],
    days: lastDays.map((day) => ({
      day,
      counts: days.filter((row) => row.day === day).map(({ status, count }) => ({ status, count: count ?? 0 })),
    })),
  };
}

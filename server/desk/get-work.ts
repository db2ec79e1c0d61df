import { wishIn } from '../../src/domain/choices.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { type Member, may, type RestrictedCall } from '../../src/domain/roles.ts';
import { FILTERED_WORK, PICTURED_DAYS, type Work, type Worklist } from '../../src/domain/work.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { listFailedJobs } from '../base/sql/failed-jobs.ts';
import { listChoices } from '../choices/store/choices.ts';
import { countOpenCash } from '../cod/store/cod.ts';
import { FAILED_QUEUE } from '../jobs/queues.ts';
import { sumDebts } from '../ledger/store/owing.ts';
import { countToApprove, listWithdrawalsToPay } from '../ledger/store/transactions.ts';
import { countFailedMails } from '../mail/store/mail-log.ts';
import { findLostTexts } from '../messages/store/lost-texts.ts';
import { countUsers, findOldestUnverified } from '../people/store/user-lists.ts';
import { countPickupsForDesk } from '../pickups/store/pickups.ts';
import { listHeld } from '../restores/store/held-payouts.ts';
import { countSurprises } from '../runs/store/run-exceptions.ts';
import { countLastDays, countWork, findOldestWish, findOldestWork } from '../shipments/store/shipment-work.ts';

/** The call that a person must be allowed to make to see this work. All who see shipments see the rest. */
const CALLS: Partial<Record<Work, RestrictedCall>> = {
  disputes: 'runAdmin.resolve',
  wishes: 'runAdmin.resolve',
  complaints: 'runAdmin.resolve',
  codes: 'shipmentAdmin.sendCode',
  pickups: 'pickupAdmin.arrange',
  'failed-pickups': 'pickupAdmin.arrange',
  surprises: 'runAdmin.exceptions',
  cash: 'runAdmin.countCash',
  'failed-emails': 'mail.getMails',
  'failed-texts': 'mail.getSms',
  'held-payouts': 'bankAdmin.settleHeld',
  overdue: 'transactionAdmin.getOwing',
  approvals: 'transactionAdmin.decide',
  withdrawals: 'transactionAdmin.getPendingWithdrawals',
  unverified: 'userAdmin.verifyUser',
  'failed-jobs': 'recordsAdmin.getCheck',
};

/** Returns the worklist of someone's roles, and the shipments of the last days (deskAdmin.getWork). */
export async function getWork(
  executor: Executor,
  person: Member,
  { PAYMENT_DAYS, TIME_ZONE }: Pick<Environment, 'PAYMENT_DAYS' | 'TIME_ZONE'>,
): Promise<Worklist> {
  const [today, day] = [new Date().toISOString().slice(0, 10), dayIn(TIME_ZONE, new Date())];
  const [
    counts,
    oldest,
    pickups,
    failedPickups,
    surprises,
    cash,
    mails,
    texts,
    jobs,
    heldPayouts,
    debts,
    approvals,
    approvedFor,
    withdrawals,
    [withdrawal],
    unverified,
    oldestUnverified,
    days,
  ] = await Promise.all([
    countWork(executor),
    findOldestWork(executor),
    countPickupsForDesk(executor, day, 'pickups'),
    countPickupsForDesk(executor, day, 'failed-pickups'),
    countSurprises(executor),
    countOpenCash(executor),
    countFailedMails(executor),
    findLostTexts(executor),
    listFailedJobs(executor, FAILED_QUEUE),
    listHeld(executor, { limit: 1 }),
    sumDebts(executor, { days: PAYMENT_DAYS, zone: TIME_ZONE }),
    countToApprove(executor),
    countUsers(executor, { work: 'approvals' }),
    countUsers(executor, { work: 'withdrawals' }),
    listWithdrawalsToPay(executor, 1),
    countUsers(executor, { work: 'unverified' }),
    findOldestUnverified(executor),
    countLastDays(executor),
  ]);
  const rowOf = (kind: Work, count: number, since: Date | null | undefined) =>
    count > 0 && may(person, CALLS[kind] ?? 'shipmentAdmin.getShipments')
      ? [{ kind, count, oldest: since?.toISOString() ?? null }]
      : [];
  const wish = counts.has('wishes') ? await readOldestWish(executor) : null;
  const failedSince = jobs.map((job) => job.oldest).toSorted((one, other) => Number(one) - Number(other))[0];
  const lastDays = Array.from({ length: PICTURED_DAYS }, (_, index) => shiftDay(today, index + 1 - PICTURED_DAYS));
  return {
    work: [
      ...FILTERED_WORK.flatMap((kind) => rowOf(kind, counts.get(kind) ?? 0, oldest.get(kind))).map((row) =>
        row.kind === 'wishes' && wish ? { ...row, wish } : row,
      ),
      ...rowOf('pickups', pickups.count, pickups.oldest),
      ...rowOf('failed-pickups', failedPickups.count, failedPickups.oldest),
      ...rowOf('surprises', surprises.count, surprises.oldest),
      ...rowOf('cash', cash.count, cash.oldest),
      ...rowOf('failed-emails', mails.count, mails.oldest),
      ...rowOf('failed-texts', texts.count, texts.oldest),
      ...rowOf('failed-jobs', jobs.length, failedSince),
      ...rowOf('held-payouts', heldPayouts.total, null),
      ...rowOf('overdue', debts.overdueCount, null),
      ...rowOf('approvals', approvedFor, approvals.oldest),
      ...rowOf('withdrawals', withdrawals, withdrawal?.createdAt),
      ...rowOf('unverified', unverified, oldestUnverified),
    ],
    days: (may(person, 'shipmentAdmin.getShipments') ? lastDays : []).map((day) => ({
      day,
      counts: days.filter((row) => row.day === day).map(({ status, count }) => ({ status, count: count ?? 0 })),
    })),
  };
}

async function readOldestWish(executor: Executor) {
  const shipment = await findOldestWish(executor);
  const wished = shipment && wishIn(await listChoices(executor, [shipment.id]));
  return wished ? { ...shipment, ...wished.wish } : null;
}

import { wishIn } from '../../src/domain/choices.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { keysOf } from '../../src/domain/field-schemas.ts';
import { type Member, may, type RestrictedCall } from '../../src/domain/roles.ts';
import { FILTERED_WORK, PICTURED_DAYS, type ShipmentWork, type Work, type Worklist } from '../../src/domain/work.ts';
import { countOpenEntries } from '../banking/store/bank-entries.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { countFailedJobs } from '../base/sql/failed-jobs.ts';
import { listChoices } from '../choices/store/choices.ts';
import { countOpenCash } from '../cod/store/cod.ts';
import { FAILED_QUEUE } from '../jobs/queues.ts';
import { countOverdue } from '../ledger/store/owing.ts';
import { countFailedMails } from '../mail/store/mail-log.ts';
import { findLostTexts } from '../messages/store/lost-texts.ts';
import { countUnmade } from '../orders/recurring-orders.ts';
import { countUserWork } from '../people/store/user-lists.ts';
import { countPickupsForDesk } from '../pickups/store/pickups.ts';
import { countHeld } from '../restores/store/held-payouts.ts';
import { countSurprises } from '../runs/store/run-exceptions.ts';
import { countLastDays, countWork, findOldestWish, findOldestWork } from '../shipments/store/shipment-work.ts';
import { getDuePayouts } from '../statements/pay-out.ts';

type Count = (
  executor: Executor,
  /** The brand’s time zone, its day, and after how many days bills are due. */
  today: { zone: string; day: string; days: number },
) => Promise<{ count: number; oldest: Date | null }>;

/** A person must be allowed to make the call to see the count. */
const OTHERS: Record<Exclude<Work, ShipmentWork>, readonly [RestrictedCall, Count]> = {
  pickups: ['pickupAdmin.arrange', (executor, { day }) => countPickupsForDesk(executor, day, 'pickups')],
  'failed-pickups': [
    'pickupAdmin.arrange',
    (executor, { day }) => countPickupsForDesk(executor, day, 'failed-pickups'),
  ],
  surprises: ['runAdmin.exceptions', countSurprises],
  recurring: ['shipmentAdmin.createShipment', countUnmade],
  cash: ['runAdmin.countCash', countOpenCash],
  'failed-emails': ['mail.getMails', countFailedMails],
  'failed-texts': ['mail.getSms', findLostTexts],
  'failed-jobs': ['recordsAdmin.getCheck', (executor) => countFailedJobs(executor, FAILED_QUEUE)],
  'held-payouts': ['bankAdmin.settleHeld', countHeld],
  'to-book': ['bankAdmin.getEntries', countOpenEntries],
  overdue: ['transactionAdmin.getOwing', countOverdue],
  'to-pay': [
    'statementAdmin.duePayouts',
    async (executor) => ({ count: (await getDuePayouts(executor)).total, oldest: null }),
  ],
  approvals: ['transactionAdmin.decide', (executor) => countUserWork(executor, 'approvals')],
  withdrawals: ['transactionAdmin.getPendingWithdrawals', (executor) => countUserWork(executor, 'withdrawals')],
  unverified: ['userAdmin.verifyUser', (executor) => countUserWork(executor, 'unverified')],
};

/** All who see shipments see the rest of the work with them. */
const SHIPMENT_CALLS: Partial<Record<ShipmentWork, RestrictedCall>> = {
  disputes: 'runAdmin.resolve',
  wishes: 'runAdmin.resolve',
  complaints: 'runAdmin.resolve',
  codes: 'shipmentAdmin.sendCode',
};

/** Returns the worklist of someone's roles, and the shipments of the last days (deskAdmin.getWork). */
export async function getWork(
  executor: Executor,
  person: Member,
  { PAYMENT_DAYS, TIME_ZONE }: Pick<Environment, 'PAYMENT_DAYS' | 'TIME_ZONE'>,
): Promise<Worklist> {
  const today = { zone: TIME_ZONE, day: dayIn(TIME_ZONE, new Date()), days: PAYMENT_DAYS };
  const [counts, oldest, days, others] = await Promise.all([
    countWork(executor),
    findOldestWork(executor),
    countLastDays(executor),
    Promise.all(
      keysOf(OTHERS).flatMap((kind) => {
        const [call, countOther] = OTHERS[kind];
        return may(person, call) ? countOther(executor, today).then((counted) => ({ kind, call, ...counted })) : [];
      }),
    ),
  ]);
  const wish = counts.has('wishes') ? await readOldestWish(executor) : null;
  const ofShipments = FILTERED_WORK.map((kind) => ({
    kind,
    call: SHIPMENT_CALLS[kind] ?? 'shipmentAdmin.getShipments',
    count: counts.get(kind) ?? 0,
    oldest: oldest.get(kind) ?? null,
    ...(kind === 'wishes' && wish && { wish }),
  }));
  const utcDay = new Date().toISOString().slice(0, 10);
  const lastDays = Array.from({ length: PICTURED_DAYS }, (_, index) => shiftDay(utcDay, index + 1 - PICTURED_DAYS));
  return {
    work: [...ofShipments, ...others]
      .filter(({ count, call }) => count > 0 && may(person, call))
      .map(({ call, ...row }) => ({ ...row, oldest: row.oldest?.toISOString() ?? null })),
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

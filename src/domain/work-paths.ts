import { paths } from './paths.ts';
import { FILTERED_WORK, type ShipmentWork, type Work } from './work.ts';

const LISTS_OF_SHIPMENTS = Object.fromEntries(
  FILTERED_WORK.map((work) => [work, paths.manageShipments({ work })]),
) as Record<ShipmentWork, string>;

/** Where a row of the worklist leads: to a list with as many rows as it counts. */
export const WORK_PATHS: Record<Work, string> = {
  ...LISTS_OF_SHIPMENTS,
  pickups: paths.managePickups({ work: 'pickups' }),
  'failed-pickups': paths.managePickups({ work: 'failed-pickups' }),
  surprises: paths.surprises,
  recurring: paths.manageRecurring({ work: 'recurring' }),
  cash: paths.manageCash,
  'failed-emails': `${paths.manageMail({ state: 'failed' })}#mail-log`,
  'failed-texts': `${paths.manageMail()}#texts`,
  'failed-jobs': '#failed-jobs',
  'held-payouts': `${paths.manageBank()}#out`,
  'to-book': paths.manageBank(),
  overdue: paths.manageOwing({ show: 'overdue' }),
  'to-pay': paths.managePayouts,
  approvals: paths.manageUsers({ work: 'approvals' }),
  withdrawals: paths.manageUsers({ work: 'withdrawals' }),
  unverified: paths.manageUsers({ work: 'unverified' }),
};

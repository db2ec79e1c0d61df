/** The hourly and daily steps. Each is a job, so that one that fails or is long holds up no other. */
import { BULK_DAYS } from '../../src/domain/bulk.ts';
import { IMPORT_DAYS } from '../../src/domain/shipment-import.ts';
import { DRAFT_DAYS } from '../../src/domain/shops/draft.ts';
import { deleteOldEmailChanges } from '../auth/store/email-changes.ts';
import { deleteOldAnswers } from '../auth/store/idempotency-keys.ts';
import { deleteUnusedDevices } from '../auth/store/known-devices.ts';
import { deleteOldTokens } from '../auth/store/one-time-tokens.ts';
import { deleteEndedSessions } from '../auth/store/sessions.ts';
import { deleteOldPoints } from '../base/sql/rate-limits.ts';
import { deleteOldBulks } from '../bulk/store/bulk-operations.ts';
import type { Services } from '../context/context.ts';
import { finishFactorResets } from '../factors/reset-factors.ts';
import { deleteOldChallenges } from '../factors/store/passkey-challenges.ts';
import { rotateSigningKeys } from '../handover/signing-keys.ts';
import { deleteOldImports } from '../imports/store/shipment-imports.ts';
import { MOVE_PICKUPS } from '../jobs/queues.ts';
import type { JobTurn } from '../jobs/run-jobs.ts';
import { deleteOldPrintFiles } from '../labels/store/print-files.ts';
import { remindOverdue } from '../ledger/owing.ts';
import { deleteOldMails } from '../mail/store/old-mails.ts';
import { tidySms } from '../messages/store/sms.ts';
import { makeRecurring } from '../orders/recurring-orders.ts';
import { deleteOldDrafts } from '../orders/store/drafts.ts';
import { eraseDueAccounts } from '../own-account/delete-account.ts';
import { deleteOldExports } from '../own-account/store/data-exports.ts';
import { makeRegularPickups } from '../pickups/regular-days.ts';
import { deleteOldPickups } from '../pickups/store/pickups.ts';
import { deleteOldSamples } from '../places/store/places.ts';
import { emailReports } from '../reports/email-reports.ts';
import { tidyProofs } from '../runs/proofs/erase-proofs.ts';
import { calibrateWindows } from '../runs/tell-today.ts';
import { foldOrRecount } from '../shipments/store/projections.ts';
import { issueStatements } from '../statements/issue-statements.ts';
import { bringBackUndecided } from '../tracking/decide-next.ts';
import { deleteOldTestShipments } from '../v1/store/test-shipments.ts';
import { deleteOldEvents } from '../webhooks/store/webhooks.ts';

/** A batch; false if there is more. */
type Step = (services: Services) => Promise<unknown>;

export const HOURLY_STEPS: Record<string, Step> = {
  'factor resets': finishFactorResets,
  'report emails': (services) => emailReports(services),
  /** So that they come soon after the brand’s midnight. */
  statements: (services) => issueStatements(services),
  decisions: bringBackUndecided,
  'recurring orders': (services) => makeRecurring(services),
  figures: ({ db }) => foldOrRecount(db),
  'test shipments': ({ db }) => deleteOldTestShipments(db),
  // It fails while the storage is away.
  pictures: tidyProofs,
};

/** The first comes before all others. */
export const DAILY_STEPS: Record<string, Step> = {
  'due accounts': eraseDueAccounts,
  'idempotency keys': ({ db }) => deleteOldAnswers(db),
  sessions: ({ db }) => deleteEndedSessions(db),
  links: ({ db }) => deleteOldTokens(db),
  'passkey challenges': ({ db }) => deleteOldChallenges(db),
  'signing keys': ({ db, secrets, marks }) => rotateSigningKeys({ executor: db, secrets, marks }),
  'marks of what has left': ({ marks }) => marks.deleteOld(),
  'rate limits': ({ db }) => deleteOldPoints(db),
  'known devices': ({ db }) => deleteUnusedDevices(db),
  imports: ({ db }) => deleteOldImports(db, IMPORT_DAYS),
  drafts: ({ db }) => deleteOldDrafts(db, DRAFT_DAYS),
  'bulk changes': ({ db }) => deleteOldBulks(db, BULK_DAYS),
  pickups: ({ db }) => deleteOldPickups(db),
  'regular pickups': makeRegularPickups,
  'print files': ({ db }) => deleteOldPrintFiles(db),
  emails: ({ db, environment }) => deleteOldMails(db, environment.MAIL_DAYS),
  texts: ({ db, environment }) => tidySms(db, environment.MAIL_DAYS),
  'data exports': ({ db }) => deleteOldExports(db),
  'webhook events': ({ db }) => deleteOldEvents(db),
  'email changes': ({ db }) => deleteOldEmailChanges(db),
  reminders: remindOverdue,
  calibration: ({ db }) => calibrateWindows(db),
  positions: ({ db, environment }) => deleteOldSamples(db, environment.POSITION_DAYS),
};

/** These never run by themselves. */
export const ASKED_STEPS: Record<string, Step> = {
  [MOVE_PICKUPS]: (services) => makeRegularPickups(services, 'move'),
};

/** True once nothing is left. A step of another release is none of ours. */
export async function runStep(services: Services, step: Step | undefined, turn: JobTurn): Promise<boolean> {
  while ((await step?.(services)) === false) if (await turn.isOver()) return false;
  return true;
}

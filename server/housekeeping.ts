/** What is done every hour and every day. Each step is a job, so that one that fails or is long holds up no other. */
import { BULK_DAYS } from '../src/domain/bulk.ts';
import { IMPORT_DAYS } from '../src/domain/shipment-import.ts';
import { DRAFT_DAYS } from '../src/domain/shop/draft.ts';
import type { Services } from './context/context.ts';
import type { JobTurn } from './jobs/run-jobs.ts';
import { makeRegularPickups } from './operations/collections/regular-days.ts';
import { finishFactorResets } from './operations/factors/reset-factors.ts';
import { rotateSigningKeys } from './operations/handover/signing-keys.ts';
import { remindOverdue } from './operations/money/owing.ts';
import { bringBackUndecided } from './operations/next-step/decide-next.ts';
import { eraseDueAccounts } from './operations/own-account/delete-account.ts';
import { emailReports } from './operations/reports/email-reports.ts';
import { tidyProofs } from './operations/runs/erase-proofs.ts';
import { calibrateWindows } from './operations/runs/tell-today.ts';
import { issueStatements } from './operations/statements/issue-statements.ts';
import { deleteOldEmailChanges } from './stores/auth/email-changes.ts';
import { deleteOldAnswers } from './stores/auth/idempotency-keys.ts';
import { deleteUnusedDevices } from './stores/auth/known-devices.ts';
import { deleteOldTokens } from './stores/auth/one-time-tokens.ts';
import { deleteOldPoints } from './stores/auth/rate-limits.ts';
import { deleteEndedSessions } from './stores/auth/sessions.ts';
import { deleteOldBulks } from './stores/bulk/bulk-operations.ts';
import { deleteOldChallenges } from './stores/factors/passkey-challenges.ts';
import { deleteOldImports } from './stores/imports/shipment-imports.ts';
import { deleteOldMails } from './stores/mail/old-mails.ts';
import { deleteOldSms, settleLeftSms } from './stores/messages/sms.ts';
import { deleteOldExports } from './stores/own-data/data-exports.ts';
import { deleteOldSamples } from './stores/runs/places.ts';
import { deleteOldPrintFiles } from './stores/shipments/print-files.ts';
import { foldOrRecount } from './stores/shipments/projections.ts';
import { deleteOldDrafts } from './stores/shops/drafts.ts';
import { deleteOldPickups } from './stores/shops/pickups.ts';
import { deleteOldTestShipments } from './stores/v1/test-shipments.ts';
import { deleteOldEvents } from './stores/v1/webhooks.ts';

/** A batch; false if there is more. */
type Step = (services: Services) => Promise<unknown>;

export const HOURLY_STEPS: Record<string, Step> = {
  'factor resets': finishFactorResets,
  'report emails': (services) => emailReports(services),
  /** So that they come soon after the brand’s midnight. */
  statements: (services) => issueStatements(services),
  decisions: bringBackUndecided,
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
  texts: async ({ db, environment }) => {
    await settleLeftSms(db);
    return deleteOldSms(db, environment.MAIL_DAYS);
  },
  'data exports': ({ db }) => deleteOldExports(db),
  'webhook events': ({ db }) => deleteOldEvents(db),
  'email changes': ({ db }) => deleteOldEmailChanges(db),
  reminders: remindOverdue,
  calibration: ({ db }) => calibrateWindows(db),
  positions: ({ db, environment }) => deleteOldSamples(db, environment.POSITION_DAYS),
};

/** True once nothing is left. A step of another release is none of ours. */
export async function runStep(services: Services, step: Step | undefined, turn: JobTurn): Promise<boolean> {
  while ((await step?.(services)) === false) if (await turn.isOver()) return false;
  return true;
}

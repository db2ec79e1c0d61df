import { BULK_DAYS } from '../src/domain/bulk.ts';
import { differenceSentence } from '../src/domain/records.ts';
import { IMPORT_DAYS } from '../src/domain/shipment-import.ts';
import { DRAFT_DAYS } from '../src/domain/shop/draft.ts';
import { commandLine } from './config/command-line.ts';
import type { Services } from './context/context.ts';
import { mailboxTransport } from './http/mailbox.ts';
import type { JobHandlers } from './jobs/run-jobs.ts';
import { INTERRUPTED_ATTEMPT_MESSAGE } from './mail/failure.ts';
import { smtpTransport } from './mail/transport.ts';
import { checkRecords } from './operations/audit/check-records.ts';
import { runBulk } from './operations/bulk/run-bulk.ts';
import { finishFactorResets } from './operations/factors/reset-factors.ts';
import { runImport } from './operations/imports/import-shipments.ts';
import { runAccountJob } from './operations/linked-shipments/change-linked.ts';
import { deliverMail } from './operations/mail/deliver-mail.ts';
import { eraseDueAccounts } from './operations/own-account/delete-account.ts';
import { writeExport } from './operations/own-account/write-export.ts';
import { geocodeRun } from './operations/places/geocode-run.ts';
import { deliverPush } from './operations/push/deliver-push.ts';
import { tidyProofs } from './operations/runs/erase-proofs.ts';
import { calibrateWindows } from './operations/runs/tell-today.ts';
import { deliverWebhooks } from './operations/webhooks/deliver-webhooks.ts';
import { runReplay } from './operations/webhooks/manage-webhooks.ts';
import { inWork } from './process/current-work.ts';
import { deleteOldEmailChanges } from './stores/auth/email-changes.ts';
import { deleteOldAnswers } from './stores/auth/idempotency-keys.ts';
import { deleteUnusedDevices } from './stores/auth/known-devices.ts';
import { deleteOldTokens } from './stores/auth/one-time-tokens.ts';
import { deleteOldPoints } from './stores/auth/rate-limits.ts';
import { deleteEndedSessions } from './stores/auth/sessions.ts';
import { deleteOldBulks } from './stores/bulk/bulk-operations.ts';
import { deleteOldChallenges } from './stores/factors/passkey-challenges.ts';
import { deleteOldImports } from './stores/imports/shipment-imports.ts';
import { type Delivery, markMailFailed } from './stores/mail/mail-deliveries.ts';
import { deleteOldMails } from './stores/mail/old-mails.ts';
import { deleteOldExports } from './stores/own-data/data-exports.ts';
import { deleteOldSamples } from './stores/runs/places.ts';
import { deleteOldPrintFiles } from './stores/shipments/print-files.ts';
import { deleteOldDrafts } from './stores/shops/drafts.ts';
import { deleteOldPickups } from './stores/shops/pickups.ts';
import { deleteOldTestShipments } from './stores/v1/test-shipments.ts';
import { deleteOldEvents } from './stores/v1/webhooks.ts';

export interface BackgroundWork {
  /** Rejects if jobs cannot be run. */
  started: Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  mailbox: string | null;
  log: { error(error: unknown, message: string): void };
  signal: AbortSignal;
}

/** Runs jobs and sends webhooks. Loaded only by a process that does. */
export function startBackgroundWork(services: Services, { mailbox, log, signal }: Options): BackgroundWork {
  const { environment, jobs, pools } = services;
  const background = { ...services, db: pools.jobs.db, writes: pools.jobs.db };
  const transport =
    mailbox === null ? smtpTransport(environment.SMTP_URL ?? '', environment) : mailboxTransport(mailbox);
  const handlers: JobHandlers = {
    mail: (delivery: Delivery) => deliverMail(background, transport, delivery),
    lostMail: (delivery: Delivery) => markMailFailed(background.db, delivery, INTERRUPTED_ATTEMPT_MESSAGE),
    push: (delivery) => deliverPush(background, delivery),
    shipmentImport: (importId, turn) => runImport(background, importId, turn),
    bulk: (bulkId, turn) => runBulk(background, bulkId, turn),
    webhookReplay: (endpointId, turn) => runReplay(background, endpointId, turn),
    account: (job, turn) => runAccountJob(background, job, turn),
    dataExport: (exportId) => writeExport(background, exportId),
    unusedImage: services.images.remove,
    expiredProof: services.proofs.remove,
    geocoder: (runId, turn) => geocodeRun(background, runId, { signal: signal, turn }),
    async hourly() {
      await finishFactorResets(background);
      await deleteOldTestShipments(background.db);
      // Last: it fails while the storage is away.
      await tidyProofs(background);
    },
    async housekeeping() {
      await deleteOldAnswers(background.db);
      await deleteEndedSessions(background.db);
      await deleteOldTokens(background.db);
      await deleteOldChallenges(background.db);
      await deleteOldPoints(background.db);
      await deleteUnusedDevices(background.db);
      await deleteOldImports(background.db, IMPORT_DAYS);
      await deleteOldDrafts(background.db, DRAFT_DAYS);
      await deleteOldBulks(background.db, BULK_DAYS);
      await deleteOldPickups(background.db);
      await deleteOldPrintFiles(background.db);
      await deleteOldMails(background.db, services.environment.MAIL_DAYS);
      await deleteOldExports(background.db);
      await deleteOldEvents(background.db);
      await deleteOldEmailChanges(background.db);
      await calibrateWindows(background.db);
      await deleteOldSamples(background.db, services.environment.POSITION_DAYS);
      await eraseDueAccounts(background);
    },
    async checkRecords() {
      const check = await checkRecords({ ...services, db: services.pools.records.db });
      if (!check || check.differences.length === 0) return;
      const sentences = check.differences.map(differenceSentence).join(' ');
      log.error(new Error(`${sentences} Run ${commandLine('verify')}.`), 'The records do not match');
    },
  };
  const webhooks = inWork('webhooks', () =>
    deliverWebhooks(background, { log: (error) => log.error(error, 'Webhooks were not sent'), signal }),
  );
  return {
    started: jobs.run(handlers),
    async stop() {
      await webhooks;
      await jobs.stop();
      transport.close();
    },
  };
}

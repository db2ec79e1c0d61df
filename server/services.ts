import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BULK_DAYS } from '../src/domain/bulk.ts';
import { differenceSentence } from '../src/domain/records.ts';
import { IMPORT_DAYS } from '../src/domain/shipment-import.ts';
import { DRAFT_DAYS } from '../src/domain/shop/draft.ts';
import { nameKey } from './auth/secrets.ts';
import { runScheduledBackups } from './backups/run-scheduled.ts';
import { type BrandFiles, writeBrand } from './brand/write-brand.ts';
import { readBrand } from './config/brand.ts';
import { commandLine } from './config/command-line.ts';
import type { Environment } from './config/env.ts';
import { readPostcodes } from './config/postcodes.ts';
import { loadSecretKeys } from './config/secret-keys.ts';
import type { Services } from './context/context.ts';
import { openDatabase } from './database/client.ts';
import { migrateDatabase } from './database/migrate.ts';
import { buildOnlineIndexes } from './database/online-indexes.ts';
import { closePools, dropConnections, openPools } from './database/pools.ts';
import { assertAcceptsChanges, findStartDatabase } from './database/replicas/find-start-database.ts';
import { openReplicas } from './database/replicas/replicas.ts';
import type { EmbeddedDatabase } from './embedded-postgres/embedded.ts';
import { closeToOthers, OWNER_ONLY } from './embedded-postgres/private-folder.ts';
import { isTransientError } from './errors/transient-errors.ts';
import { mailboxTransport } from './http/mailbox.ts';
import { openImageStore } from './images/image-store.ts';
import { openProofStore } from './images/proof-store.ts';
import { createJobQueue } from './jobs/queue.ts';
import { MAIL_DELIVERY, type MailDelivery } from './jobs/queues.ts';
import type { JobHandlers } from './jobs/run-jobs.ts';
import { createAdmission } from './limits/admission.ts';
import { createLimits } from './limits/limits.ts';
import { createFollowers } from './live/followers.ts';
import { listenForChanges } from './live/listen-for-changes.ts';
import { INTERRUPTED_ATTEMPT_MESSAGE } from './mail/failure.ts';
import { smtpTransport } from './mail/transport.ts';
import { checkRecords } from './operations/audit/check-records.ts';
import { runBulk } from './operations/bulk/run-bulk.ts';
import { finishFactorResets } from './operations/factors/reset-factors.ts';
import { runImport } from './operations/imports/import-shipments.ts';
import { runAccountJob } from './operations/linked-shipments/change-linked.ts';
import { deliverMail } from './operations/mail/deliver-mail.ts';
import { keepCurrency } from './operations/money/keep-currency.ts';
import { eraseDueAccounts } from './operations/own-account/delete-account.ts';
import { writeExport } from './operations/own-account/write-export.ts';
import { geocodeRun } from './operations/places/geocode-run.ts';
import { deliverPush } from './operations/push/deliver-push.ts';
import { tidyProofs } from './operations/runs/erase-proofs.ts';
import { calibrateWindows } from './operations/runs/tell-today.ts';
import { openSecrets } from './operations/secret-key/open-secrets.ts';
import { deliverWebhooks } from './operations/webhooks/deliver-webhooks.ts';
import { runReplay } from './operations/webhooks/manage-webhooks.ts';
import { inWork } from './process/current-work.ts';
import { createPushSender } from './push/push-sender.ts';
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
import { watchSearchIndex } from './stores/search-text.ts';
import { deleteOldPrintFiles } from './stores/shipments/print-files.ts';
import { deleteOldDrafts } from './stores/shops/drafts.ts';
import { deleteOldPickups } from './stores/shops/pickups.ts';
import { deleteOldTestShipments } from './stores/v1/test-shipments.ts';
import { deleteOldEvents } from './stores/v1/webhooks.ts';

export interface RunningServices {
  services: Services;
  mailbox: string | null;
  /** Null if the app as it is built will do. */
  brandFiles: BrandFiles | null;
  /** Until then, others may run them. Waits for a primary that is away. */
  runJobs(): Promise<void>;
  /** Those that BACKUP_DIR and BACKUP_AT ask for. Ends at the latest with `stop`. */
  makeBackups(): Promise<void>;
  /** Builds what migrations left for later. Ends at the latest with `stop`. */
  buildIndexes(): Promise<void>;
  stop(): Promise<void>;
}

const PRIMARY_CHECK_MS = 1_000;

interface Log {
  info(message: string): void;
  error(error: unknown, message: string): void;
}

export async function startServices(
  environment: Environment,
  embedded: EmbeddedDatabase | null,
  log: Log,
  mails?: Partial<MailDelivery>,
): Promise<RunningServices> {
  const dataDir = resolve(environment.DATA_DIR);
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY.folder });
  closeToOthers(dataDir);
  const url = environment.DATABASE_URL ?? embedded?.url ?? '';
  const secretKeys = await loadSecretKeys(environment.SECRET_KEY, dataDir);

  const followers = createFollowers();
  const { DATABASE_REPLICA_URLS: urls, MAX_REPLICA_LAG: maxLag } = environment;
  const start = await findStartDatabase(url, urls);
  const facts = openDatabase(start.url, { connections: 1, name: 'waybill-start' });
  const onQueueError = (error: unknown) => log.error(error, 'The job queue failed');
  const jobs = createJobQueue(url, onQueueError, { ...MAIL_DELIVERY, ...mails });
  // Opening the queue upgrades its tables, which an older version may not know: not if our
  // migration fails.
  const prepare = async () => {
    await migrateDatabase(url);
    await jobs.open();
  };
  // A failure ends the process, and what the others have opened.
  const brand = await readBrand(environment);
  const place = {
    dist: resolve(environment.DIST_DIR),
    folder: join(dataDir, 'brand'),
    fonts: environment.LABEL_FONTS,
  };
  const [brandFiles, pools, subscription] = await Promise.all([
    writeBrand(brand, place),
    openPools(url, environment.SERVERS, facts.pool),
    listenForChanges(
      url,
      followers,
      { lags: urls.length > 0, keyName: nameKey(secretKeys), isPatient: !start.isPrimary },
      (error) => log.error(error, 'Listening for changes failed'),
    ),
    start.isPrimary && prepare(),
  ]);
  const { db } = pools.reads;
  const onPrimaryLost = () => {
    log.error(new Error('It did not answer for two seconds'), 'The primary is away');
    dropConnections(pools);
    jobs.drop();
    subscription.renew();
  };
  const replicas =
    urls.length > 0
      ? openReplicas({ urls, primaryUrl: url, maxLag, isPrepared: start.isPrimary, onPrimaryLost }, pools.lookUps.db)
      : null;
  await keepCurrency({ db: facts.db, writes: facts.db, environment });
  const secrets = await openSecrets(facts.db, secretKeys, (error) =>
    log.error(error, 'What this database holds was encrypted with another key'),
  );
  const mailbox = environment.SMTP_URL ? null : join(dataDir, 'mailbox');
  const transport = environment.SMTP_URL
    ? smtpTransport(environment.SMTP_URL, environment)
    : mailboxTransport(mailbox ?? dataDir);
  const parts = {
    db,
    lookUps: pools.lookUps.db,
    replicas,
    writes: pools.writes.db,
    pools,
    admission: createAdmission(),
    environment,
    brand,
    secrets,
    limits: createLimits(db, (error) => log.error(error, 'A rate-limit point was not refunded')),
    images: await openImageStore(environment, dataDir),
    proofs: await openProofStore(environment, dataDir),
    followers,
    jobs,
    push: await createPushSender(facts.db, environment, secrets),
    postcodes: await readPostcodes(environment.POSTCODES_FILE),
  };
  await facts.close();
  const stopping = new AbortController();
  const background = { ...parts, db: pools.jobs.db, writes: pools.jobs.db };
  const handlers: JobHandlers = {
    mail: (delivery: Delivery) => deliverMail(background, transport, delivery),
    lostMail: (delivery: Delivery) => markMailFailed(background.db, delivery, INTERRUPTED_ATTEMPT_MESSAGE),
    push: (delivery) => deliverPush(background, delivery),
    shipmentImport: (importId, turn) => runImport(background, importId, turn),
    bulk: (bulkId, turn) => runBulk(background, bulkId, turn),
    webhookReplay: (endpointId, turn) => runReplay(background, endpointId, turn),
    account: (job, turn) => runAccountJob(background, job, turn),
    dataExport: (exportId) => writeExport(background, exportId),
    unusedImage: parts.images.remove,
    expiredProof: parts.proofs.remove,
    geocoder: (runId, turn) => geocodeRun(background, runId, { signal: stopping.signal, turn }),
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
      await deleteOldMails(background.db, environment.MAIL_DAYS);
      await deleteOldExports(background.db);
      await deleteOldEvents(background.db);
      await deleteOldEmailChanges(background.db);
      await calibrateWindows(background.db);
      await deleteOldSamples(background.db, environment.POSITION_DAYS);
      await eraseDueAccounts(background);
    },
    async checkRecords() {
      const check = await checkRecords({ ...parts, db: pools.records.db });
      if (!check || check.differences.length === 0) return;
      const sentences = check.differences.map(differenceSentence).join(' ');
      log.error(new Error(`${sentences} Run ${commandLine('verify')}.`), 'The records do not match');
    },
  };
  /** @throws What waiting does not mend, or that we stop. */
  async function prepareLater(): Promise<void> {
    log.error(new Error('This server only reads until it is back'), 'The primary is away');
    for (;;) {
      try {
        await assertAcceptsChanges(url);
        await prepare();
        return replicas?.setPrepared();
      } catch (error) {
        if (!isTransientError(error)) throw error;
      }
      await sleep(PRIMARY_CHECK_MS, undefined, { signal: stopping.signal });
    }
  }
  let backups: Promise<void> | undefined;
  let webhooks: Promise<void> | undefined;
  return {
    services: parts,
    mailbox,
    brandFiles,
    async runJobs() {
      if (!start.isPrimary) await prepareLater();
      const options = {
        log: (error: unknown) => log.error(error, 'Webhooks were not sent'),
        signal: stopping.signal,
      };
      webhooks = inWork('webhooks', () => deliverWebhooks(background, options));
      await jobs.run(handlers);
    },
    makeBackups() {
      backups = inWork('backups', () => runScheduledBackups(background, log, stopping.signal));
      return backups;
    },
    async buildIndexes() {
      void watchSearchIndex(pools.jobs.db, stopping.signal);
      await buildOnlineIndexes(url, log, { signal: stopping.signal });
    },
    async stop() {
      stopping.abort();
      await backups;
      await webhooks;
      await jobs.stop();
      // Last of those that write: it says which key they write with.
      await subscription.stop();
      transport.close();
      await replicas?.close();
      await closePools(pools);
      await embedded?.stop();
    },
  };
}

import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackgroundWork } from './background/background-work.ts';
import { runScheduledBackups } from './backups/run-scheduled.ts';
import type { Environment, Source } from './base/config/env.ts';
import { readPostcodes } from './base/config/postcodes.ts';
import { loadSecretKeys } from './base/config/secret-keys.ts';
import { openDatabase } from './base/database/client.ts';
import { migrateDatabase } from './base/database/migrate.ts';
import { buildOnlineIndexes } from './base/database/online-indexes.ts';
import { closePools, dropConnections, openPools } from './base/database/pools.ts';
import { assertAcceptsChanges, findStartDatabase } from './base/database/replicas/find-start-database.ts';
import { openReplicas } from './base/database/replicas/replicas.ts';
import type { EmbeddedDatabase } from './base/embedded-postgres/embedded.ts';
import { closeToOthers, OWNER_ONLY } from './base/embedded-postgres/private-folder.ts';
import { isTransientError } from './base/errors/transient-errors.ts';
import { openImageStore } from './base/images/image-store.ts';
import { openProofStore } from './base/images/proof-store.ts';
import { createAdmission } from './base/limits/admission.ts';
import { createLimits } from './base/limits/limits.ts';
import { createFollowers } from './base/live/followers.ts';
import { listenForChanges } from './base/live/listen-for-changes.ts';
import { openMarks } from './base/marks/marks.ts';
import { inWork } from './base/process/current-work.ts';
import { nameKey } from './base/secrets/secrets.ts';
import { watchSearchIndex } from './base/sql/search-text.ts';
import { openSettings } from './brand/current-settings.ts';
import { type BrandFiles, writeBrand } from './brand/write-brand.ts';
import type { Services } from './context/context.ts';
import { createJobQueue } from './jobs/queue.ts';
import { MAIL_DELIVERY, type MailDelivery } from './jobs/queues.ts';
import { keepCurrency } from './ledger/keep-currency.ts';
import { createPushSender } from './push/services/push-sender.ts';
import { keepComparing } from './restores/keep-comparing.ts';
import { openSecrets } from './secret-key/open-secrets.ts';
import { keepFigureZone } from './shipments/store/projections.ts';

export interface RunningServices {
  services: Services;
  mailbox: string | null;
  /** Null if the app as it is built will do. */
  readonly brandFiles: BrandFiles | null;
  waitForPrimary(): Promise<void>;
  /** Until then, others may run them. */
  runJobs(): Promise<void>;
  /** Ends at the latest with `stop`. */
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

interface StartOptions {
  /** Where `environment` was read from. */
  source: Source;
  mails?: Partial<MailDelivery> | undefined;
}

/** `environment` names the machine’s parts. What the brand decides is read from its database. */
export async function startServices(
  environment: Environment,
  embedded: EmbeddedDatabase | null,
  log: Log,
  { source, mails }: StartOptions,
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
  const runsJobs = environment.PROCESS !== 'web';
  const jobs = createJobQueue(url, onQueueError, { ...MAIL_DELIVERY, ...mails }, runsJobs);
  // Opening the queue upgrades its tables, which an older version may not know: our migration must succeed first.
  const prepare = async () => {
    await migrateDatabase(url);
    await jobs.open();
  };
  // A failure ends the process, and what the others have opened.
  const place = {
    dist: resolve(environment.DIST_DIR),
    folder: join(dataDir, 'brand'),
    fonts: environment.LABEL_FONTS,
  };
  const stopping = new AbortController();
  let isMissed = false;
  let reload = async (): Promise<void> => {
    isMissed = true;
  };
  const [pools, subscription] = await Promise.all([
    openPools(url, environment, facts.pool),
    listenForChanges(
      url,
      followers,
      {
        lags: urls.length > 0,
        keyName: nameKey(secretKeys),
        isPatient: !start.isPrimary,
        onSettings: () => void reload(),
      },
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
  const marks = await openMarks(environment, dataDir, log.error);
  const compare = () => keepComparing(pools.writes.db, marks, { log, signal: stopping.signal });
  if (start.isPrimary) await compare();
  const settings = await openSettings({
    db: pools.jobs.db,
    source,
    write: (brand) => writeBrand(brand, place),
    onFault: (error) => log.error(error, 'The settings of the brand were not read'),
    signal: stopping.signal,
  });
  reload = settings.reload;
  if (isMissed) await reload();
  await keepCurrency({ db: facts.db, writes: facts.db, environment: settings.set.environment });
  await keepFigureZone(facts.db, settings.set.environment.TIME_ZONE);
  const secrets = await openSecrets(facts.db, secretKeys, (error) =>
    log.error(error, 'What this database holds was encrypted with another key'),
  );
  const mailbox = environment.SMTP_URL ? null : join(dataDir, 'mailbox');
  const parts = {
    db,
    lookUps: pools.lookUps.db,
    replicas,
    writes: pools.writes.db,
    pools,
    admission: createAdmission(),
    settings,
    get environment() {
      return settings.ofWork.environment;
    },
    get environmentOn() {
      return settings.ofWork.environmentOn;
    },
    get brand() {
      return settings.ofWork.brand;
    },
    secrets,
    limits: createLimits(db, (error) => log.error(error, 'A rate-limit point was not refunded')),
    images: await openImageStore(environment, dataDir),
    proofs: await openProofStore(environment, dataDir),
    marks,
    followers,
    jobs,
    push: await createPushSender(facts.db, environment, secrets),
    postcodes: await readPostcodes(environment.POSTCODES_FILE),
  };
  await facts.close();
  /** @throws What waiting does not mend, or that we stop. */
  async function prepareLater(): Promise<void> {
    log.error(new Error('This server only reads until it is back'), 'The primary is away');
    for (;;) {
      try {
        await assertAcceptsChanges(url);
        await prepare();
        await compare();
        return replicas?.setPrepared();
      } catch (error) {
        if (!isTransientError(error)) throw error;
      }
      await sleep(PRIMARY_CHECK_MS, undefined, { signal: stopping.signal });
    }
  }
  let backups: Promise<void> | undefined;
  let background: BackgroundWork | undefined;
  return {
    services: parts,
    mailbox,
    get brandFiles() {
      return settings.set.brandFiles;
    },
    async waitForPrimary() {
      if (!start.isPrimary) await prepareLater();
      void watchSearchIndex(db, stopping.signal);
    },
    async runJobs() {
      const { startBackgroundWork } = await import('./background/background-work.ts');
      background = startBackgroundWork(parts, { mailbox, log, signal: stopping.signal });
      await background.started;
    },
    makeBackups() {
      backups = inWork('backups', () => runScheduledBackups({ db: pools.jobs.db, settings }, log, stopping.signal));
      return backups;
    },
    buildIndexes: () => buildOnlineIndexes(url, log, { signal: stopping.signal }),
    async stop() {
      stopping.abort();
      await backups;
      await (background ?? jobs).stop();
      // Last of those that write: it says which key they write with.
      await subscription.stop();
      await settings.stop();
      await replicas?.close();
      await closePools(pools);
      await embedded?.stop();
    },
  };
}

import { counted } from '../../src/domain/figures.ts';
import { MAX_JOBS_SILENCE_SECONDS } from '../../src/domain/records.ts';
import { findHashKeys } from '../auth/store/hash-keys.ts';
import type { Environment, Source } from '../base/config/env.ts';
import { type Database, openDatabase } from '../base/database/client.ts';
import { findEncodingProblem, findNewerRelease, latestMigration, readMigratedTo } from '../base/database/migrate.ts';
import { leastConnections, readConnectionLimit } from '../base/database/pools.ts';
import type { Secrets } from '../base/secrets/secrets.ts';
import { listFailedJobs } from '../base/sql/failed-jobs.ts';
import { findSetTwice, readSettings } from '../brand/current-settings.ts';
import { listSettings } from '../brand/store/brand-settings.ts';
import { findPublicPasswords } from '../demo/public-passwords.ts';
import { FAILED_QUEUE } from '../jobs/queues.ts';
import { findLostTexts } from '../messages/store/lost-texts.ts';
import { findUnreadable } from '../secret-key/find-unreadable.ts';
import { clockFinding, MAX_CLOCK_DIFFERENCE_MS } from './check-clock.ts';
import { checkMoney } from './check-money.ts';
import { checkRestore } from './check-restore.ts';
import { codeOf, type Finding, messageOf } from './finding.ts';
import {
  readClock,
  readExtensions,
  readJobsSilence,
  readReplica,
  readRights,
  readSlots,
  readWrittenPosition,
} from './store/database-facts.ts';

const EXTENSIONS = ['btree_gin', 'pg_trgm', 'unaccent'];

async function open<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db, close } = openDatabase(url, { connections: 1, name: 'waybill-doctor', statementTimeout: 8_000 });
  return await work(db).finally(close);
}

export async function checkDatabase(
  environment: Environment,
  {
    url,
    secrets,
    upSeconds,
    source,
  }: { url: string; secrets: Secrets | null; upSeconds: number | null; source: Source },
): Promise<Finding[]> {
  try {
    const encoding = await open(url, checkEncoding);
    if (encoding.length > 0) return encoding;
    return await open(url, async (db) => [
      ...(await compareClocks(db)),
      ...(await checkExtensions(db)),
      ...(await checkVersion(db, upSeconds !== null)),
      ...(await checkConnections(db, environment)),
      ...(upSeconds === null ? [] : await checkJobs(db, upSeconds)),
      ...(await listLostJobs(db)),
      ...(await checkArchive(db)),
      ...(environment.SMS_URL ? await checkLostTexts(db) : []),
      // There are no tables before the first start.
      ...(await checkRestore(db).catch(() => [])),
      ...(secrets ? await checkKey(db, secrets) : []),
      // Before the first start there are no tables.
      ...(await checkMoney(db, await readSettings(db, source).catch(() => environment)).catch(() => [])),
      ...(await checkSetTwice(db, source).catch(() => [])),
      ...(await checkDemo(db, environment).catch(() => [])),
    ]);
  } catch (error) {
    return [{ about: 'DATABASE_URL', ...explainFailure(error, url) }];
  }
}

function explainFailure(error: unknown, text: string): Pick<Finding, 'what' | 'mend'> {
  const url = new URL(text);
  const user = decodeURIComponent(url.username);
  const database = decodeURIComponent(url.pathname.slice(1));
  switch (codeOf(error)) {
    case 'ECONNREFUSED':
      return {
        what: `No PostgreSQL listens at ${url.host}.`,
        mend: 'Start it, or correct DATABASE_URL: systemctl status postgresql.',
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { what: `There is no machine with the name ${url.hostname}.`, mend: 'Correct the host in DATABASE_URL.' };
    case '28P01':
    case '28000':
      if (messageOf(error).includes('pg_hba.conf')) {
        return {
          what: `PostgreSQL at ${url.host} does not let this machine in: ${messageOf(error)}.`,
          mend: 'Add a line for it to pg_hba.conf there: then systemctl reload postgresql.',
        };
      }
      return {
        what: `PostgreSQL at ${url.host} rejects the user ${user}: ${messageOf(error)}.`,
        mend: `Correct user and password in DATABASE_URL, or set one: psql -c "\\password ${user}".`,
      };
    case '3D000':
      return {
        what: `There is no database ${database} at ${url.host}.`,
        mend: `Make it: createdb --owner ${user} ${database}.`,
      };
    default:
      return {
        what: `It cannot be used: ${messageOf(error)}.`,
        mend: 'Look at DATABASE_URL, and at the log of PostgreSQL; in a cluster, at patronictl list.',
      };
  }
}

async function checkEncoding(db: Database): Promise<Finding[]> {
  const what = await findEncodingProblem(db.$client);
  return what ? [{ about: 'DATABASE_URL', what, mend: 'Make another, as "Install" in docs/operating.md does.' }] : [];
}

async function compareClocks(db: Database): Promise<Finding[]> {
  const before = Date.now();
  const now = await readClock(db);
  const difference = now.getTime() - (before + Date.now()) / 2;
  if (Math.abs(difference) < MAX_CLOCK_DIFFERENCE_MS) return [];
  return [clockFinding(difference, 'the database’s')];
}

async function checkExtensions(db: Database): Promise<Finding[]> {
  const missing = (await readExtensions(db, EXTENSIONS)).filter(({ isThere }) => !isThere);
  const unknown = missing.filter(({ isKnown }) => !isKnown).map(({ name }) => name);
  if (unknown.length > 0) {
    const what = `PostgreSQL lacks the extensions ${unknown.join(', ')}.`;
    return [{ about: 'DATABASE_URL', what, mend: 'Install its contrib package, such as postgresql-contrib.' }];
  }
  const { role, database, mayCreate } = await readRights(db);
  if (mayCreate) return [];
  const what = `The role ${role} may not create tables and extensions in the database ${database}.`;
  return [{ about: 'DATABASE_URL', what, mend: `As superuser: alter database ${database} owner to ${role}.` }];
}

async function checkVersion(db: Database, isRunning: boolean): Promise<Finding[]> {
  const migratedTo = await readMigratedTo(db.$client);
  const latest = latestMigration();
  if (migratedTo === null || migratedTo === latest) return [];
  const newer = await findNewerRelease(db.$client);
  if (newer) {
    const what = `The database belongs to ${newer}: this release does not know it.`;
    return [
      { about: 'Release', what, mend: 'Start the newer one, or go back as "Go back" in docs/operating.md says.' },
    ];
  }
  if (!isRunning) return [];
  const what = 'The server that runs is older than this release: the database has not been migrated.';
  return [{ about: 'Release', what, mend: 'Restart it: systemctl restart waybill.' }];
}

async function checkConnections(db: Database, { SERVERS, WEB }: Environment): Promise<Finding[]> {
  const limit = await readConnectionLimit(db.$client);
  const needed = SERVERS * leastConnections(WEB);
  if (limit >= needed) return [];
  const what = `PostgreSQL allows ${limit} connections, and ${SERVERS} servers need ${needed}.`;
  return [
    {
      about: 'SERVERS',
      what,
      mend: `Set max_connections to ${needed + 20} or more, or SERVERS to how many there are.`,
    },
  ];
}

async function listLostJobs(db: Database): Promise<Finding[]> {
  // There is no queue before the first start.
  return (await listFailedJobs(db, FAILED_QUEUE).catch(() => [])).map(({ name, count, requestId }) => ({
    about: 'Jobs',
    what: `${count === 1 ? 'A job' : `${count} jobs`} failed for the last time: ${name}.`,
    mend: `Look for it in the log: journalctl -u waybill | grep ${requestId}. It is forgotten once the same is done, or after a week.`,
  }));
}

/** Looks at the slot of deploy/archive.sh. */
async function checkArchive(db: Database): Promise<Finding[]> {
  if (!(await readSlots(db)).some(({ name, isActive }) => name === 'archive' && !isActive)) return [];
  const what = 'The archive has stopped reading what PostgreSQL writes, so no moment from then on can be restored.';
  const mend =
    'On the machine of the primary, journalctl -u waybill-archive says why. If it will not come back, see "A log that is kept" in docs/operating/alarms.md.';
  return [{ about: 'Archive', what, mend }];
}

async function checkSetTwice(db: Database, source: Source): Promise<Finding[]> {
  return findSetTwice(source, await listSettings(db)).map((name) => ({
    about: name,
    what: `It is set here and on the page *Settings*, where nobody can change it.`,
    mend: `Remove ${name} from the environment, so that managers change it on their page.`,
  }));
}

async function checkDemo(db: Database, environment: Environment): Promise<Finding[]> {
  const problem = await findPublicPasswords(db, environment);
  return problem ? [{ about: 'Users', what: problem, mend: 'Give them another or deactivate them.' }] : [];
}

async function checkLostTexts(db: Database): Promise<Finding[]> {
  const lost = await findLostTexts(db).catch(() => null);
  if (!lost?.isStuck) return [];
  const what = `${counted(lost.count, 'text')} of the last day did not leave, or may not have. ${lost.problem ?? ''}`;
  return [{ about: 'SMS_URL', what, mend: 'Managers see each under Mail. They are tried again for an hour.' }];
}

async function checkJobs(db: Database, upSeconds: number): Promise<Finding[]> {
  const seconds = await readJobsSilence(db, upSeconds);
  if (seconds < MAX_JOBS_SILENCE_SECONDS) return [];
  const what = `No process has worked on jobs for ${Math.round(seconds)} seconds: no email, import or bulk change goes on.`;
  const mend =
    'Look for its end with journalctl -u waybill, and restart it: systemctl restart waybill. PROCESS=web needs another with jobs.';
  return [{ about: 'PROCESS', what, mend }];
}

/** The keys of hashes are there from the first start on. */
async function checkKey(db: Database, secrets: Secrets): Promise<Finding[]> {
  const keys = await findHashKeys(db).catch(() => null);
  if (!keys) return [];
  const about = 'SECRET_KEY';
  const mend = 'Put the earlier key in again, behind the new one and a comma.';
  if (secrets.sealedBy(keys) === 'unknown') {
    return [{ about, what: 'It is not the key that encrypted this database: private codes cannot be read.', mend }];
  }
  return (await findUnreadable(db, secrets)).map(({ what, rows }) => ({
    about,
    what: `It can’t read ${rows} of the ${what}.`,
    mend: `${mend} If it is lost, their owners make new ones.`,
  }));
}

export async function checkReplicas(environment: Environment, primary: string): Promise<Finding[]> {
  const { DATABASE_REPLICA_URLS: urls, MAX_REPLICA_LAG: maxLag } = environment;
  // Only the primary can say how far they are behind.
  const written = await open(primary, readWrittenPosition).catch(() => null);
  const found = await Promise.all(urls.map((url) => checkReplica(url, written, maxLag)));
  // Patroni's primary may be named among them: it is left aside while it leads.
  const standbys = found.filter((findings) => findings.every(({ what }) => what !== NO_REPLICA));
  return standbys.length > 0 ? standbys.flat() : found.flat();
}

const NO_REPLICA = 'It is not a replica: it accepts writes.';

async function checkReplica(url: string, written: string | null, maxLag: number): Promise<Finding[]> {
  const about = 'DATABASE_REPLICA_URLS';
  try {
    return await open(url, async (db) => {
      const { isReplica, isBehind, seconds } = await readReplica(db, written);
      if (!isReplica) {
        return [
          {
            about,
            what: NO_REPLICA,
            mend: 'Name a standby, or leave it empty. After a failover, the old primary must be rebuilt.',
          },
        ];
      }
      if (!isBehind || (seconds ?? 0) < maxLag) return [];
      const mend = 'On the primary: select * from pg_stat_replication. If it is not listed, the standby has lost it.';
      return [{ about, what: `The replica is ${seconds} seconds behind.`, mend }];
    });
  } catch (error) {
    const { what, mend } = explainFailure(error, url);
    return [{ about, what, mend: mend.replaceAll('DATABASE_URL', about) }];
  }
}

import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { findFileProblems } from '../base/config/check-startup.ts';
import { type Environment, EnvironmentError, readEnvironment } from '../base/config/env.ts';
import { loadSecretKeys } from '../base/config/secret-keys.ts';
import { openDatabase } from '../base/database/client.ts';
import { findRunningDatabase } from '../base/embedded-postgres/embedded.ts';
import { createSecrets } from '../base/secrets/secrets.ts';
import { checkAddress, findUpSeconds } from './check-address.ts';
import { checkBackups } from './check-backups.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase, checkReplicas } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkPaymentPage, checkTexts } from './check-gateways.ts';
import { checkMachine, findHints } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkPatroni, checkRetries } from './check-patroni.ts';
import { checkMarks } from './check-restore.ts';
import { checkSettings } from './check-settings.ts';
import { type Finding, messageOf } from './finding.ts';

interface Diagnosis {
  found: Finding[];
  isRunning: boolean;
  /** Hosts of databases on other machines. */
  unseenDisks: string[];
  /** Sentences about what is no mistake. */
  hints: string[];
}

export async function findMistakes(
  source: Record<string, string | undefined>,
  { retriesFile }: { retriesFile?: string } = {},
): Promise<Diagnosis> {
  const { environment, found: wrong } = read(source);
  if (!environment) return { found: wrong, isRunning: false, unseenDisks: [], hints: [] };
  const dataDir = resolve(environment.DATA_DIR);
  const unread: Finding[] = [];
  const attempt = async <Result>(about: string, work: () => Result | Promise<Result>) => {
    try {
      return await work();
    } catch (error) {
      unread.push(uncheckable(about, error));
      return null;
    }
  };
  const url = environment.DATABASE_URL ?? (await attempt('DATA_DIR', () => findRunningDatabase(dataDir)));
  const keys = await attempt('SECRET_KEY', () => loadSecretKeys(environment.SECRET_KEY, dataDir));
  const secrets = keys && createSecrets(keys);
  const upSeconds = secrets && (await findUpSeconds(environment, secrets));
  const isRunning = upSeconds !== null;
  const database = url
    ? await checked('DATABASE_URL', checkDatabase(environment, { url, secrets, upSeconds, source }))
    : [];
  const isWrong = (setting: string) => database.some(({ about }) => about === setting);
  // A server with another key looks like somebody else's.
  const isKnown = secrets !== null && (isRunning || !isWrong('SECRET_KEY'));
  const found = await Promise.all([
    checkSettings(environment, source),
    checked('Files', checkNamedFiles(environment)),
    database,
    isWrong('Clock') ? [] : checked('Clock', checkClock(environment)),
    checked('DATA_DIR', checkMachine(environment, isKnown && !isRunning)),
    url ? checked('DATABASE_REPLICA_URLS', checkReplicas(environment, url)) : [],
    checked('Patroni', checkPatroni(environment.DATABASE_REPLICA_URLS)),
    checked('tcp_retries2', checkRetries(environment.DATABASE_REPLICA_URLS, retriesFile)),
    checked('SMTP_URL', checkMail(environment)),
    checked('SMS_URL', checkTexts(environment)),
    checked('PAYMENT_URL', checkPaymentPage(environment)),
    checked('IMAGE_STORAGE', checkStored(environment)),
    isKnown ? checked('PUBLIC_URL', checkAddress(environment, { secrets, isRunning })) : [],
    url && !isWrong('DATABASE_URL') ? readBackups(environment, url) : [],
  ]);
  return {
    found: [...wrong, ...unread, ...found.flat()],
    isRunning,
    unseenDisks: listOtherMachines([url, ...environment.DATABASE_REPLICA_URLS]),
    hints: await findHints(environment).catch(() => []),
  };
}

const uncheckable = (about: string, error: unknown): Finding => ({
  about,
  what: `It could not be checked: ${messageOf(error)}.`,
  mend: 'Run this as the server’s user.',
});

/** One check that fails does not end the others. */
const checked = (about: string, check: Promise<Finding[]>): Promise<Finding[]> =>
  check.catch((error: unknown) => [uncheckable(about, error)]);

/** A bucket that takes no file has no marks to read either. */
async function checkStored(environment: Environment): Promise<Finding[]> {
  const found = await checkFiles(environment);
  return found.length > 0 ? found : checkMarks(environment);
}

/** Lists the hosts whose disks can’t be seen from here. */
function listOtherMachines(urls: readonly (string | null | undefined)[]): string[] {
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  const hosts = urls.filter((url) => url != null).map((url) => new URL(url).hostname.replace(/^\[|\]$/g, ''));
  return [...new Set(hosts)].filter(
    (host) => host && host !== 'localhost' && !host.startsWith('127.') && !own.includes(host),
  );
}

function read(source: Record<string, string | undefined>): { environment: Environment | null; found: Finding[] } {
  try {
    return { environment: readEnvironment(source), found: [] };
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    const mend = 'Correct it, as .env.example shows.';
    const found = error.message.split('\n').map((line) => findingOf(line, mend));
    const isRight = ([name]: [string, unknown]) => found.every(({ about }) => about !== name);
    const rest = Object.fromEntries(Object.entries(source).filter(isRight));
    try {
      return { environment: readEnvironment(rest), found };
    } catch {
      return { environment: null, found };
    }
  }
}

/** Reads a line of the reasons why a server doesn't start. */
function findingOf(line: string, mend: string): Finding {
  const [about = '', ...words] = line.split(': ');
  const said = words.join(': ').replace(/\.$/, '');
  const what = /^(?:must|is|has) /.test(said) ? `It ${said}` : said.replace(/^./, (letter) => letter.toUpperCase());
  return { about, what: `${what}.`, mend };
}

async function checkNamedFiles(environment: Environment): Promise<Finding[]> {
  const problems = await Promise.all(findFileProblems(environment));
  const mend = 'The server does not start before this is right: see docs/settings.md.';
  return problems.filter((problem) => problem !== null).map((line) => findingOf(line, mend));
}

async function readBackups(environment: Environment, url: string): Promise<Finding[]> {
  const { db, close } = openDatabase(url, { connections: 1, name: 'waybill-doctor' });
  // Before the first start there is no table.
  return checkBackups(db, environment)
    .catch(() => [])
    .finally(close);
}

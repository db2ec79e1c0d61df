import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { createSecrets } from '../auth/secrets.ts';
import { type Environment, EnvironmentError, readEnvironment } from '../config/env.ts';
import { loadSecretKeys } from '../config/secret-keys.ts';
import { openDatabase } from '../database/client.ts';
import { findRunningDatabase } from '../embedded-postgres/embedded.ts';
import { checkAddress, isServerRunning } from './check-address.ts';
import { checkBackups } from './check-backups.ts';
import { checkDatabase, checkReplicas } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkMachine } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkSettings } from './check-settings.ts';
import type { Finding } from './finding.ts';

interface Diagnosis {
  found: Finding[];
  isRunning: boolean;
  /** Hosts of databases on other machines. */
  unseenDisks: string[];
}

/** Finds mistakes in the settings and on the machine, and checks that the server answers. Leaves nothing behind. */
export async function findMistakes(source: Record<string, string | undefined>): Promise<Diagnosis> {
  const environment = read(source);
  if (Array.isArray(environment)) return { found: environment, isRunning: false, unseenDisks: [] };
  const dataDir = resolve(environment.DATA_DIR);
  const url = environment.DATABASE_URL ?? findRunningDatabase(dataDir);
  const secrets = createSecrets(await loadSecretKeys(environment.SECRET_KEY, dataDir));
  const isRunning = await isServerRunning(environment, secrets);
  const database = url ? await checkDatabase(environment, { url, secrets, isRunning }) : [];
  const isWrong = (setting: string) => database.some(({ about }) => about === setting);
  // With another key we do not know our own server.
  const isKnown = isRunning || !isWrong('SECRET_KEY');
  const found = await Promise.all([
    checkSettings(environment),
    database,
    checkMachine(environment, isKnown && !isRunning),
    url ? checkReplicas(environment, url) : [],
    checkMail(environment),
    checkFiles(environment),
    isKnown ? checkAddress(environment, { secrets, isRunning }) : [],
    url && !isWrong('DATABASE_URL') ? readBackups(environment, url) : [],
  ]);
  return {
    found: found.flat(),
    isRunning,
    unseenDisks: listOtherMachines([url, ...environment.DATABASE_REPLICA_URLS]),
  };
}

/** Lists the hosts whose disks can’t be seen from here: PostgreSQL won’t tell an ordinary role how full its disk is. */
function listOtherMachines(urls: readonly (string | null | undefined)[]): string[] {
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  const hosts = urls.filter((url) => url != null).map((url) => new URL(url).hostname.replace(/^\[|\]$/g, ''));
  return [...new Set(hosts)].filter(
    (host) => host && host !== 'localhost' && !host.startsWith('127.') && !own.includes(host),
  );
}

function read(source: Record<string, string | undefined>): Environment | Finding[] {
  try {
    return readEnvironment(source);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return error.message.split('\n').map((line) => {
      const [about = '', ...words] = line.split(': ');
      return {
        about,
        what: `It ${words.join(': ')}.`,
        mend: 'See .env.example. The rest is looked at once this is right.',
      };
    });
  }
}

async function readBackups(environment: Environment, url: string): Promise<Finding[]> {
  const { db, close } = openDatabase(url, { connections: 1, name: 'waybill-doctor' });
  // Before the first start there is no table.
  return checkBackups(db, environment)
    .catch(() => [])
    .finally(close);
}

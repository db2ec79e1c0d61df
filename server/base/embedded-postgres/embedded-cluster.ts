import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canEnter, type Identity, postgresBinaries, postgresIdentity, SYSTEM_FOLDER } from './embedded-binaries.ts';
import { type Cluster, runToEnd } from './embedded-spawn.ts';

/**
 * Needs the lock. `<dataDir>/postgres` appears complete after initdb; it links to /var/lib if PostgreSQL's user cannot
 * reach it.
 * @throws If something else is there; nothing is deleted.
 */
export async function ensureCluster(
  dataDir: string,
  options: { log: (message: string) => void; fast: boolean; signal?: AbortSignal | undefined },
): Promise<Cluster> {
  const link = join(dataDir, 'postgres');
  const passwordFile = join(dataDir, 'postgres-password');
  removeLeftovers(dataDir, 'postgres-initdb-');
  if (isEmpty(link)) await createCluster(dataDir, link, passwordFile, options);

  if (!existsSync(link)) {
    throw new Error(`The PostgreSQL data of ${dataDir} is missing: ${link} points to ${readlinkSync(link)}.`);
  }
  const directory = realpathSync(link);
  const owner = statSync(directory);
  const uid = process.getuid?.();
  if (uid !== 0 && uid !== undefined && uid !== owner.uid) {
    throw new Error(`${directory} belongs to user ID ${owner.uid}. Run the server as that user or as root.`);
  }
  if (!existsSync(join(directory, 'global', 'pg_control'))) {
    throw new Error(`${directory} is not empty but holds no PostgreSQL cluster. Move it away, or restore it.`);
  }
  if (!existsSync(passwordFile)) {
    throw new Error(`${passwordFile} is missing. Restore it: the server cannot log in to PostgreSQL without it.`);
  }
  const identity = uid === 0 ? { uid: owner.uid, gid: owner.gid } : {};
  if (!lstatSync(link).isSymbolicLink()) ensureAccess(identity, dataDir);
  return {
    directory,
    identity,
    native: postgresBinaries(identity),
    password: readFileSync(passwordFile, 'utf8').trim(),
    logFile: join(dataDir, 'postgres.log'),
  };
}

async function createCluster(
  dataDir: string,
  link: string,
  passwordFile: string,
  { log, fast, signal }: { log: (message: string) => void; fast: boolean; signal?: AbortSignal | undefined },
): Promise<void> {
  log(`Creating a database in ${dataDir} …`);
  const identity = postgresIdentity();
  const native = postgresBinaries(identity);
  const password = randomBytes(24).toString('base64url');
  const inside = ensureAccess(identity, dataDir);
  const prefix = inside
    ? join(dataDir, 'postgres-initdb-')
    : join(SYSTEM_FOLDER, `waybill-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-initdb-`);
  if (!inside) removeLeftovers(SYSTEM_FOLDER, basename(prefix));

  const temporaryFolder = mkdtempSync(prefix);
  const destination = inside ? link : temporaryFolder.replace('-initdb-', '-');
  const passwordForInitdb = join(temporaryFolder, 'password');
  writeFileSync(passwordForInitdb, `${password}\n`, { mode: 0o600 });
  for (const path of [temporaryFolder, passwordForInitdb]) changeOwner(identity, path);
  // Sorts and folds case the same everywhere.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordForInitdb}`];
  const files = [`--pgdata=${join(temporaryFolder, 'data')}`, ...(fast ? ['--no-sync'] : [])];
  try {
    await runToEnd(join(native, 'bin', 'initdb'), [...files, ...access, ...locale], { identity, signal });
    // Everything needed to open `postgres` must exist once it appears.
    writeFileSync(`${passwordFile}.new`, `${password}\n`, { mode: 0o600, flush: true });
    renameSync(`${passwordFile}.new`, passwordFile);
    renameSync(join(temporaryFolder, 'data'), destination);
    syncFolder(dirname(destination));
    if (!inside) {
      symlinkSync(destination, link);
      log(
        `PostgreSQL's user cannot reach ${dataDir}, so its data is in ${destination}. Deleting DATA_DIR leaves it there.`,
      );
    }
    syncFolder(dataDir);
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}

/** PostgreSQL's group may pass through. */
function ensureAccess(identity: Identity, dataDir: string): boolean {
  if (identity.uid === undefined || canEnter(identity, dataDir)) return true;
  const { uid, gid, mode } = statSync(dataDir);
  if (uid !== 0 || mode & 0o070 || identity.gid === undefined) return false;
  chownSync(dataDir, 0, identity.gid);
  chmodSync(dataDir, (mode & 0o7777) | 0o010);
  if (canEnter(identity, dataDir)) return true;
  chownSync(dataDir, 0, gid);
  chmodSync(dataDir, mode & 0o7777);
  return false;
}

function changeOwner({ uid, gid }: Identity, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

function isEmpty(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return !found || (found.isDirectory() && readdirSync(path).length === 0);
}

function removeLeftovers(folder: string, prefix: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(prefix))) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Left for a later start.
    }
  }
}

/** Otherwise a power failure could lose a folder's name, and the next start would remove the folder. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

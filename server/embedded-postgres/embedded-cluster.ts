import { execFile } from 'node:child_process';
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
import { promisify } from 'node:util';
import { canEnter, type Identity, postgresBinaries, postgresIdentity, SYSTEM_FOLDER } from './embedded-binaries.ts';
import { type Cluster, postgresEnvironment } from './embedded-postmaster.ts';

/**
 * The cluster of a data directory, made first where there is none yet. The caller holds the data directory's lock.
 * Throws where the directory holds something that is no cluster, or one of another user: nothing is ever deleted then.
 *
 * `<dataDir>/postgres` appears in one step when initdb has finished, so what stands there is always whole; a half-made
 * one bears another name and is swept at the next start.
 *
 * Normally the cluster is in that folder. Where we are root and PostgreSQL's user cannot get to the data directory (it
 * lies below a closed folder such as /root), opening somebody's folder to other users is not ours to do, so the cluster
 * goes to /var/lib and `<dataDir>/postgres` is a symbolic link to it. The place has a random part in its name: whoever
 * deletes the data directory and starts again gets a new cluster, as they would elsewhere, and never the old data.
 */
export async function ensureCluster(
  dataDir: string,
  options: { log: (message: string) => void; fast: boolean },
): Promise<Cluster> {
  const link = join(dataDir, 'postgres');
  const passwordFile = join(dataDir, 'postgres-password');
  sweep(dataDir, 'postgres-initdb-');
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
  { log, fast }: { log: (message: string) => void; fast: boolean },
): Promise<void> {
  log(`Creating a database in ${dataDir} …`);
  const identity = postgresIdentity();
  const native = postgresBinaries(identity);
  const password = randomBytes(24).toString('base64url');
  const inside = identity.uid === undefined || letPass(identity, dataDir);
  const prefix = inside
    ? join(dataDir, 'postgres-initdb-')
    : join(SYSTEM_FOLDER, `waybill-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-initdb-`);
  if (!inside) sweep(SYSTEM_FOLDER, basename(prefix));

  const making = mkdtempSync(prefix);
  const place = inside ? link : making.replace('-initdb-', '-');
  const passwordForInitdb = join(making, 'password');
  writeFileSync(passwordForInitdb, `${password}\n`, { mode: 0o600 });
  for (const path of [making, passwordForInitdb]) giveTo(identity, path);
  // The builtin locale sorts and folds case the same on every system and with every version of its C library.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordForInitdb}`];
  const files = [`--pgdata=${join(making, 'data')}`, ...(fast ? ['--no-sync'] : [])];
  try {
    await promisify(execFile)(join(native, 'bin', 'initdb'), [...files, ...access, ...locale], {
      ...identity,
      cwd: '/',
      env: postgresEnvironment(),
    });
    // The password before the cluster: what is there when `postgres` appears must be enough to open it.
    writeFileSync(`${passwordFile}.new`, `${password}\n`, { mode: 0o600, flush: true });
    renameSync(`${passwordFile}.new`, passwordFile);
    renameSync(join(making, 'data'), place);
    syncFolder(dirname(place));
    if (!inside) {
      symlinkSync(place, link);
      log(`PostgreSQL's user cannot reach ${dataDir}, so its data is in ${place}. Deleting DATA_DIR leaves it there.`);
    }
    syncFolder(dataDir);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/**
 * Whether PostgreSQL's user gets into the data directory. A directory of root's that is closed to all others, group
 * included, is given that user's group with the right to pass through and no more.
 */
function letPass(identity: Identity, dataDir: string): boolean {
  if (canEnter(identity, dataDir)) return true;
  const { uid, gid, mode } = statSync(dataDir);
  if (uid !== 0 || mode & 0o070 || identity.gid === undefined) return false;
  chownSync(dataDir, 0, identity.gid);
  chmodSync(dataDir, (mode & 0o7777) | 0o010);
  if (canEnter(identity, dataDir)) return true;
  chownSync(dataDir, 0, gid);
  chmodSync(dataDir, mode & 0o7777);
  return false;
}

function giveTo({ uid, gid }: Identity, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Nothing there, or a folder with nothing in it. A link that leads nowhere is not empty: there was a cluster. */
function isEmpty(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return !found || (found.isDirectory() && readdirSync(path).length === 0);
}

/** Removes what killed starts left half-made. Its initdb may still be ending; what resists goes at a later start. */
function sweep(folder: string, prefix: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(prefix))) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // Nobody looks at it but us.
    }
  }
}

/** Before anything is written to the cluster, its name must be on the disk: without it the next start would sweep it. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

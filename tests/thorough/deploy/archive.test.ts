/** deploy/archive.sh on Debian's PostgreSQL: what it keeps, and that a moment before a mistake comes back. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { giveTo, isRoot } from '../../support/as-root.ts';
import { isMissing } from '../../support/needs.ts';
import { until } from '../../support/until.ts';

const SCRIPT = resolve(import.meta.dirname, '../../../deploy/archive.sh');
const VERSIONS = '/usr/lib/postgresql';
const newest = isMissing('postgresql') ? '' : readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0];
const binaries = join(VERSIONS, newest ?? '', 'bin');
/** PostgreSQL does not run as root. */
const postgres: { uid?: number; gid?: number } = newest && isRoot ? identityOf('postgres') : {};

function identityOf(user: string) {
  const id = (what: string) => Number(execFileSync('id', [what, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const folder = mkdtempSync(join(tmpdir(), 'waybill-archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const env = { PATH: `${binaries}:${process.env.PATH}`, PGHOST: folder, PGUSER: 'waybill', PGDATABASE: 'postgres' };
const archive = join(folder, 'archive');
const options = { env, cwd: folder, ...postgres };

const run = (program: string, ...parameters: string[]) =>
  execFileSync(program, parameters, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const sql = (text: string) => run('psql', '-Atc', text);

async function startDatabase(data: string): Promise<void> {
  const database = spawn('postgres', ['-D', data, '-k', folder, '-c', 'listen_addresses='], {
    ...options,
    stdio: 'ignore',
  });
  onTestFinished(() => stop(database, 'SIGQUIT'));
  await until('PostgreSQL takes changes', () => {
    try {
      return sql('select pg_is_in_recovery()') === 'f';
    } catch {
      return false;
    }
  });
}

function startArchiver(): ChildProcess {
  const archiver = spawn('sh', [SCRIPT], { ...options, env: { ...env, ARCHIVE_DIR: archive }, stdio: 'ignore' });
  onTestFinished(() => stop(archiver, 'SIGTERM'));
  return archiver;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

it.skipIf(isMissing('postgresql'))('restores the moment before a mistake from the archive', async () => {
  const first = join(folder, 'first');
  const second = join(folder, 'second');
  for (const made of [first, second, archive]) mkdirSync(made, { mode: 0o700 });
  giveTo(postgres, folder, first, second, archive);
  chmodSync(folder, 0o755);
  run('initdb', '-D', first, '-U', 'waybill', '--no-sync');
  await startDatabase(first);
  sql('create table parcels as select 1 as id');

  const copies = join(archive, 'copies');
  const needless = join(archive, 'wal', '000000010000000000000000');
  run('mkdir', join(archive, 'wal'));
  run('touch', needless);
  const archiver = startArchiver();
  const hasCopy = () => existsSync(copies) && readdirSync(copies).some((name) => !name.includes('.'));
  await until('there is a copy', hasCopy);
  await until('what no copy needs is deleted', () => !existsSync(needless));
  expect(archiver.exitCode).toBeNull();
  sql('insert into parcels values (2)');
  const moment = sql('select clock_timestamp()');
  sql('delete from parcels');
  const written = sql('select pg_current_wal_lsn()');
  await until('the mistake is archived', () => {
    const behind = `select write_lsn >= '${written}' from pg_stat_replication where application_name = 'pg_receivewal'`;
    return sql(behind) === 't';
  });
  await stop(archiver, 'SIGTERM');

  const [copy = ''] = readdirSync(copies);
  run('tar', '-xzf', join(copies, copy, 'base.tar.gz'), '-C', second);
  const settings = {
    restore_command: `cp ${archive}/wal/%f %p || cp ${archive}/wal/%f.partial %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  };
  for (const [name, value] of Object.entries(settings)) {
    appendFileSync(join(second, 'postgresql.auto.conf'), `${name} = '${value}'\n`);
  }
  run('touch', join(second, 'recovery.signal'));
  run('pg_ctl', 'stop', '-D', first, '-m', 'fast');
  await startDatabase(second);
  expect(sql('select id from parcels order by id')).toBe('1\n2');

  // Otherwise a replica made from here would stop at that moment, too, and lead by itself.
  for (const name of Object.keys(settings)) sql(`alter system reset ${name}`);
  expect(sql("select count(*) from pg_file_settings where name like 'reco%' or name like 'rest%'")).toBe('0');
  for (const part of ['wal', 'copies']) renameSync(join(archive, part), join(archive, `${part}.before`));
  startArchiver();
  await until('the archive has begun again', hasCopy);
});

/** One of three machines: etcd, Patroni and its PostgreSQL, with the files of `deploy`. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../server/embedded-postgres/embedded-port.ts';
import { giveTo } from '../../support/as-root.ts';
import { findPostmaster, listChildren } from '../../support/postgres-processes.ts';
import { until } from '../../support/until.ts';

export const DEPLOY = join(import.meta.dirname, '../../../deploy');
export const PASSWORD = 'torture-only';

interface Ports {
  etcd: number;
  peer: number;
  patroni: number;
  postgres: number;
}

export interface Machine {
  name: string;
  ports: Ports;
  /** Starts what does not run. */
  start(): void;
  /** Kills all of it at once, like a machine that loses its power. */
  cutPower(): Promise<void>;
  /** Kills PostgreSQL alone; Patroni lives on. */
  killPostgres(): void;
  isPrimary(): Promise<boolean>;
  /** What the primary has acknowledged is here, so Patroni may let it lead. */
  isSynchronous(): Promise<boolean>;
  databaseUrl(database: string): string;
}

const at = (port: number) => `127.0.0.1:${port}`;

export async function createMachines(folder: string, binaries: string): Promise<Machine[]> {
  const names = ['one', 'two', 'three'];
  const ports: Record<string, Ports> = {};
  for (const name of names) {
    const [etcd, peer, patroni, postgres] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ];
    ports[name] = { etcd, peer, patroni, postgres };
  }
  const all = Object.entries(ports);
  return all.map(([name, own]) => createMachine({ name, own, all, folder: join(folder, name), binaries }));
}

interface Parts {
  name: string;
  own: Ports;
  all: [string, Ports][];
  folder: string;
  binaries: string;
}

const idOf = (what: '-u' | '-g') => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));

function createMachine({ name, own, all, folder, binaries }: Parts): Machine {
  const identity = { uid: idOf('-u'), gid: idOf('-g') };
  mkdirSync(folder, { recursive: true });
  giveTo(identity, folder);
  const data = join(folder, 'postgres');
  const running = new Map<string, ChildProcess>();

  function run(what: string, command: string, parameters: string[], environment: Record<string, string> = {}): void {
    if (running.has(what)) return;
    const log = openSync(join(folder, `${what}.log`), 'a');
    const child = spawn(command, parameters, {
      cwd: folder,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
      ...identity,
    });
    child.once('exit', () => running.delete(what));
    running.set(what, child);
  }

  const is = (role: string) =>
    fetch(`http://${at(own.patroni)}/${role}`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );

  return {
    name,
    ports: own,
    start() {
      run('etcd', 'etcd', [
        ...['--name', name, '--data-dir', join(folder, 'etcd'), '--log-level', 'error'],
        ...['--listen-client-urls', `http://${at(own.etcd)}`, '--advertise-client-urls', `http://${at(own.etcd)}`],
        ...['--listen-peer-urls', `http://${at(own.peer)}`, '--initial-advertise-peer-urls', `http://${at(own.peer)}`],
        ...['--initial-cluster', all.map(([other, { peer }]) => `${other}=http://${at(peer)}`).join(',')],
      ]);
      run('patroni', 'patroni', [join(DEPLOY, 'patroni.yml')], {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: all.map(([, { etcd }]) => at(etcd)).join(','),
        PATRONI_RESTAPI_LISTEN: at(own.patroni),
        PATRONI_RESTAPI_CONNECT_ADDRESS: at(own.patroni),
        PATRONI_POSTGRESQL_LISTEN: at(own.postgres),
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(own.postgres),
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_BIN_DIR: binaries,
        PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
      });
    },
    async cutPower() {
      const postmaster = findPostmaster(data);
      const pids = postmaster ? [postmaster, ...listChildren(postmaster).map(({ pid }) => pid)] : [];
      const ended = [...running.values()].map((child) => child.kill('SIGKILL'));
      for (const pid of pids) kill(pid);
      await until(`${name} is off`, () => running.size === 0 && ended.length >= 0);
    },
    killPostgres() {
      const postmaster = findPostmaster(data);
      if (postmaster) kill(postmaster);
    },
    isPrimary: () => is('primary'),
    isSynchronous: () => is('synchronous'),
    databaseUrl: (database) => `postgres://postgres:${PASSWORD}@${at(own.postgres)}/${database}`,
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * Three machines have a network and processes of their own: etcd, Patroni and its PostgreSQL of
 * Debian 13, with the files of `deploy`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { giveTo, type Plugged, plugIn } from '../../support/as-root.ts';
import { DEBIAN } from './install.ts';

export const DEPLOY = join(import.meta.dirname, '../../../deploy');
export const PASSWORD = 'torture-only';

export interface Machine {
  name: string;
  address: string;
  /** Starts what does not run. */
  start(): void;
  cutPower(): Promise<void>;
  /** Kills PostgreSQL alone; Patroni lives on. */
  killPostgres(): void;
  setCable: Plugged['setCable'];
  isPrimary(): Promise<boolean>;
  /** Patroni may let it lead, because all that the primary has acknowledged is here. */
  isSynchronous(): Promise<boolean>;
  databaseUrl(database: string): string;
}

const NAMES = ['one', 'two', 'three'];
const addressOf = (name: string) => `10.77.0.${NAMES.indexOf(name) + 1}`;

/** It needs a separate network. `folder` is below Debian’s root. */
export const createMachines = (folder: string): Machine[] => NAMES.map((name) => createMachine(name, folder));

function createMachine(name: string, folder: string): Machine {
  const address = addressOf(name);
  // Otherwise etcd waits for connections from before a cut, and two cuts in a row leave nobody to
  // lead.
  const { run: inside, setCable } = plugIn(name, address, join(DEPLOY, 'sysctl.conf'));
  const home = join(folder, name);
  mkdirSync(join(DEBIAN, home), { recursive: true });
  copyFileSync(join(DEPLOY, 'patroni.yml'), join(DEBIAN, home, 'patroni.yml'));
  // That Debian calls this user postgres.
  giveTo(statSync(join(DEBIAN, 'var/lib/postgresql')), join(DEBIAN, home));
  const data = join(home, 'postgres');
  let shell: ChildProcess | undefined;

  /** Bash as the first process buries the dead, all others end with it, and it ends with us. */
  function turnOn(): ChildProcess {
    const own = ['--pid', '--fork', '--kill-child', '--mount', '--mount-proc', `--root=${DEBIAN}`];
    const [program = '', ...parameters] = [...inside, 'unshare', ...own, 'bash', '-s'];
    const started = spawn(program, parameters, {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    started.stdin?.on('error', () => undefined);
    started.stdin?.write('mount -t tmpfs tmpfs /dev/shm\n');
    return started;
  }

  function run(program: string, parameters: readonly string[], environment: Record<string, string> = {}): void {
    const variables = Object.entries(environment).map(([key, value]) => `${key}=${value}`);
    const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
    const words = [...user, 'env', `--chdir=${home}`, ...variables, program, ...parameters];
    shell?.stdin?.write(`${words.map((word) => `'${word}'`).join(' ')} >> ${home}/${program}.log 2>&1 &\n`);
  }

  const is = (role: string) =>
    fetch(`http://${address}:8008/${role}`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );

  return {
    name,
    address,
    start() {
      if (shell) return;
      setCable(true);
      shell = turnOn();
      run('etcd', [
        ...['--name', name, '--data-dir', `${home}/etcd`, '--log-level', 'error'],
        ...['--listen-client-urls', `http://${address}:2379`, '--advertise-client-urls', `http://${address}:2379`],
        ...['--listen-peer-urls', `http://${address}:2380`, '--initial-advertise-peer-urls', `http://${address}:2380`],
        ...['--initial-cluster', NAMES.map((other) => `${other}=http://${addressOf(other)}:2380`).join(',')],
      ]);
      run('patroni', ['patroni.yml'], {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: NAMES.map((other) => `${addressOf(other)}:2379`).join(','),
        PATRONI_RESTAPI_LISTEN: `${address}:8008`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
        PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_BIN_DIR: '/usr/lib/postgresql/17/bin',
        PATRONI_POSTGRESQL_PGPASS: `${home}/pgpass`,
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
      });
    },
    async cutPower() {
      if (!shell) return;
      // Nobody is notified that its connections end.
      setCable(false);
      const ended = once(shell, 'exit');
      shell.kill('SIGKILL');
      shell = undefined;
      await ended;
    },
    killPostgres: () => void shell?.stdin?.write(`kill -9 $(head -n 1 ${data}/postmaster.pid)\n`),
    setCable,
    isPrimary: () => is('primary'),
    isSynchronous: () => is('synchronous'),
    databaseUrl: (database) => `postgres://postgres:${PASSWORD}@${address}:5432/${database}`,
  };
}

/**
 * A user namespace has its own root; where that is not allowed either, the tests are left out
 * (`needs.ts`).
 */
import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const isRoot = process.getuid?.() === 0;

/** A shell that may mount. */
const SHELL = isRoot ? ['sh'] : ['unshare', '-Urm', 'sh'];

/** Root in a container often may not. */
export function canMount(): boolean {
  const [program = '', ...parameters] = SHELL;
  const folder = mkdtempSync(join(tmpdir(), 'waybill-disk-'));
  const attempt = 'mount -t tmpfs tmpfs "$0" && umount "$0"';
  const { status } = spawnSync(program, [...parameters, '-c', attempt, folder]);
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
}

export interface SmallDisk {
  folder: string;
  readOnly(is: boolean): Promise<void>;
  remove(): Promise<void>;
}

export async function mountSmallDisk(kilobytes: number): Promise<SmallDisk> {
  const place = mkdtempSync(join(tmpdir(), 'waybill-disk-'));
  const [program = '', ...parameters] = SHELL;
  // It ends with us, and a namespace with it.
  const shell = spawn(program, parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const run = async (command: string) => {
    shell.stdin.write(`${command}; echo $?\n`);
    const { value } = await lines.next();
    if (value !== '0') throw new Error(`${command} ended with ${value}`);
  };
  await run(`mount -t tmpfs -o size=${kilobytes}k,mode=755 tmpfs ${place}`);
  return {
    // Others see what a namespace has mounted through its process.
    folder: isRoot ? place : `/proc/${shell.pid}/root${place}`,
    readOnly: (is) => run(`mount -o remount,bind,${is ? 'ro' : 'rw'} ${place}`),
    async remove() {
      await run(`umount -l ${place}`);
      const ended = once(shell, 'exit');
      shell.stdin.end();
      await ended;
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL runs as this user if the tests run as root. */
export function giveTo({ uid, gid }: { uid?: number; gid?: number }, ...paths: string[]): void {
  if (!isRoot || uid === undefined || gid === undefined) return;
  for (const path of paths) chownSync(path, uid, gid);
}

/** It has not root’s right to read everything. The process must not be shared. */
export async function asNobody<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!isRoot) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

/** The program of another Debian sees nothing but its folder. */
export const spawnInside = (root: string, command: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn('chroot', [root, ...command], options);

/** Set where this network is ours. */
const INSIDE = 'OWN_NETWORK';
const UNSHARE = [...(isRoot ? [] : ['-Ur']), '--net', '--mount'];
const SWITCH = 'switch';

/** In there, this is us. */
const OWN_ADDRESS = '10.77.0.254';

const ip = (words: string) => execFileSync('ip', words.split(' '));

export const canUnplug = (): boolean => spawnSync('unshare', [...UNSHARE, 'ip', 'link']).status === 0;

/** The script runs again with its own network, and only that returns. */
export async function enterOwnNetwork(): Promise<void> {
  if (!process.env[INSIDE]) {
    const itself = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
    const child = spawn('unshare', [...UNSHARE, ...itself], {
      stdio: 'inherit',
      env: { ...process.env, [INSIDE]: '1' },
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    const [code] = await once(child, 'exit');
    process.exit(code ?? 1);
  }
  ip('link set lo up');
  mkdirSync('/run/netns', { recursive: true });
  // Names of networks are files.
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns']);
  ip(`link add ${SWITCH} type bridge`);
  ip(`addr add ${OWN_ADDRESS}/24 dev ${SWITCH}`);
  ip(`link set ${SWITCH} up`);
}

export interface Plugged {
  run: string[];
  /** Nothing arrives without a cable, and nobody is notified. */
  setCable(isIn: boolean): void;
}

/** The address is 10.77.0.x. `settings` is a file for sysctl, since each network has its own. */
export function plugIn(name: string, address: string, settings?: string): Plugged {
  const setCable = (isIn: boolean) => void ip(`link set ${name} ${isIn ? `master ${SWITCH}` : 'nomaster'}`);
  ip(`netns add ${name}`);
  ip(`link add ${name} type veth peer name eth0 netns ${name}`);
  ip(`-n ${name} addr add ${address}/24 dev eth0`);
  for (const device of ['lo', 'eth0']) ip(`-n ${name} link set ${device} up`);
  ip(`link set ${name} up`);
  if (settings) ip(`netns exec ${name} sysctl --quiet --load ${settings}`);
  setCable(true);
  return { run: ['ip', 'netns', 'exec', name], setCable };
}

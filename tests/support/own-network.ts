/** Machines with networks of their own, whose cables can be pulled. Nothing of it is seen outside, or outlives us. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { isRoot } from './as-root.ts';

const INSIDE = 'OWN_NETWORK';
const UNSHARE = [...(isRoot ? [] : ['-Ur']), '--net', '--mount'];
const SWITCH = 'switch';

/** In there, this is us. */
const OWN_ADDRESS = '10.77.0.254';

const ip = (words: string) => execFileSync('ip', words.split(' '));

export const canUnplug = (): boolean => spawnSync('unshare', [...UNSHARE, 'ip', 'link']).status === 0;

/** Runs this script again with its own network. Returns only in there. */
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
  /** What to put before a command that runs on this machine. */
  run: string[];
  /** Pulls its cable, or puts it in again: nothing arrives, and nobody is notified. */
  setCable(isIn: boolean): void;
}

/** Adds a machine at 10.77.0.x. */
export function plugIn(name: string, address: string): Plugged {
  const setCable = (isIn: boolean) => void ip(`link set ${name} ${isIn ? `master ${SWITCH}` : 'nomaster'}`);
  ip(`netns add ${name}`);
  ip(`link add ${name} type veth peer name eth0 netns ${name}`);
  ip(`-n ${name} addr add ${address}/24 dev eth0`);
  for (const device of ['lo', 'eth0']) ip(`-n ${name} link set ${device} up`);
  ip(`link set ${name} up`);
  setCable(true);
  return { run: ['ip', 'netns', 'exec', name], setCable };
}

/** What tests need that not every machine has. `npm run browsers` says which are left out. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findFirefox, hasWebKit } from '../engines/installed.ts';
import { canMount, canUnplug } from './as-root.ts';
import { findChromium } from './chromium.ts';

/** Debian has some of them where only root looks. */
export const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

export interface Need {
  isThere(): boolean;
  leftOut: string;
  /** What installs it on Debian. */
  packages?: string[];
}

function program(name: string, leftOut: string): Need {
  const isThere = () => {
    const { error, status } = spawnSync(name, ['--version'], { env: { ...process.env, PATH } });
    // A shim of pyenv without a Python behind it ends with 127.
    return error === undefined && status !== 127;
  };
  return { isThere, leftOut };
}

export const NEEDS = {
  windows: {
    isThere: () => findChromium() !== undefined,
    packages: ['chromium'],
    leftOut: 'journeys that need a Chromium with windows (install it, or name it in CHROMIUM_PATH)',
  },
  firefox: {
    isThere: () => findFirefox() !== undefined,
    packages: ['firefox-esr'],
    leftOut: 'journeys in Firefox',
  },
  webkit: {
    isThere: hasWebKit,
    packages: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
    leftOut: 'journeys in WebKit',
  },
  mount: {
    isThere: canMount,
    leftOut:
      'the doctor’s tests of a disk that is nearly full and of a folder that is only for reading, and the thorough ones of full and read-only disks',
  },
  network: {
    isThere: canUnplug,
    leftOut: 'thorough: balancers in front of a machine without its network',
  },
  prlimit: program('prlimit', 'the supervisor’s tests of forks that fail (prlimit)'),
  curl: program('curl', 'snippets of /developers for curl'),
  node: program('node', 'snippets of /developers for Node'),
  python: program('python3', 'snippets of /developers for Python'),
  postgresql: {
    isThere: () => existsSync('/usr/lib/postgresql'),
    leftOut: 'thorough: deploy/archive.sh (Debian’s PostgreSQL)',
  },
  history: {
    // A shallow clone only has the latest commit.
    isThere: () => spawnSync('git', ['cat-file', '-e', '21264a54^{commit}']).status === 0,
    leftOut: 'thorough: upgrades from 0.1.0 (a clone with its history)',
  },
  promtool: program('promtool', 'thorough: alarms (promtool)'),
  caddy: program('caddy', 'thorough: Caddyfile (caddy)'),
  haproxy: program('haproxy', 'thorough: haproxy.cfg (haproxy)'),
  'systemd-analyze': program('systemd-analyze', 'thorough: units (systemd-analyze)'),
} satisfies Record<string, Need>;

export const isMissing = (need: keyof typeof NEEDS): boolean => !NEEDS[need].isThere();

/**
 * The Chromium that journeys run in: CHROMIUM_PATH, else one on the PATH, else Playwright's own. Run as a script it
 * installs one where there is none: Playwright's download, else Debian's package for root.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'google-chrome', 'chromium-browser', 'google-chrome-stable'];

/** What Chromium needs in a container, and what keeps it from calling home. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium that can be started, or undefined. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, chromium.executablePath()].find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function run(command: string, ...parameters: string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    return true;
  } catch {
    return false;
  }
}

function install(): void {
  const cli = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  if (run(process.execPath, cli, 'install', 'chromium') && findChromium()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update');
    run('apt-get', 'install', '-y', 'chromium');
  }
}

if (import.meta.main) {
  if (!findChromium()) install();
  const found = findChromium();
  if (!found) {
    console.error('No Chromium was found or could be installed. Install one, or name it in CHROMIUM_PATH.');
    process.exit(1);
  }
  console.error(`Journeys run in ${found}`);
}

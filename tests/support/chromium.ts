/**
 * The Chromium that journeys run in: CHROMIUM_PATH, else one on the PATH, else Playwright's own.
 * Run as a script it installs one where there is none: Playwright's download, else Debian's package
 * for root.
 *
 * Most journeys need no windows and run in the same engine without them, the headless shell, for
 * two thirds of the work.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'google-chrome', 'chromium-browser', 'google-chrome-stable'];
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

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
  return process.env.CHROMIUM_PATH || onPath(NAMES) || [chromium.executablePath()].find(isExecutable);
}

/**
 * The browser for journeys without a window: the headless shell if there is one and none was named.
 */
export function findHeadlessShell(): string | undefined {
  return process.env.CHROMIUM_PATH || onPath(SHELL_NAMES) || findChromium();
}

export function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function run(command: string, ...parameters: string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    return true;
  } catch {
    return false;
  }
}

function install(): void {
  const cli = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  if (!findChromium() && run(process.execPath, cli, 'install', 'chromium') && findChromium()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update');
    run('apt-get', 'install', '-y', 'chromium');
    run('apt-get', 'install', '-y', 'chromium-headless-shell');
  }
}

if (import.meta.main) {
  if (!process.env.CHROMIUM_PATH && (!findChromium() || !onPath(SHELL_NAMES))) install();
  const found = findChromium();
  if (!found) {
    console.error('No Chromium was found or could be installed. Install one, or name it in CHROMIUM_PATH.');
    process.exit(1);
  }
  console.error(`Journeys run in ${findHeadlessShell()}, those of a device in ${found}`);
}

/**
 * `npm run browsers`: installs the browsers that are missing, which takes root on Debian, and says in
 * one line what the tests leave out. Without any Chromium there is nothing to run them in.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFirefox, hasWebKit } from '../engines/installed.ts';
import { findChromium, findHeadlessShell, unpackHeadlessShell } from './chromium.ts';

const BROWSERS = [
  {
    isThere: () => findChromium() !== undefined,
    packages: ['chromium'],
    leftOut: 'journeys that need a Chromium with windows (install it, or name it in CHROMIUM_PATH)',
  },
  { isThere: () => findFirefox() !== undefined, packages: ['firefox-esr'], leftOut: 'journeys in Firefox' },
  {
    isThere: hasWebKit,
    packages: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
    leftOut: 'journeys in WebKit',
  },
];

const missing = () => BROWSERS.filter(({ isThere }) => !isThere());

function run(command: string, ...parameters: string[]): void {
  spawnSync(command, parameters, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

const packages = missing().flatMap((browser) => browser.packages);
if (packages.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
  run('apt-get', 'update');
  // Without what Debian recommends with them: printers, screensavers and parts of systemd.
  run('apt-get', 'install', '-y', '--no-install-recommends', ...packages);
}
// Only Linux on x64 has the headless shell, which can do without.
const cli = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
if (!findHeadlessShell()) run(process.execPath, cli, 'install', 'chromium');
await unpackHeadlessShell();
const shell = findHeadlessShell();
if (!shell || spawnSync(shell, ['--version']).status !== 0) {
  process.stderr.write('No Chromium was found or could be installed. Install one, or name it in CHROMIUM_PATH.\n');
  process.exitCode = 1;
}
const leftOut = missing().map((browser) => browser.leftOut);
if (leftOut.length > 0) process.stderr.write(`Left out here: ${leftOut.join(', ')}.\n`);

/**
 * `npm run browsers`: installs missing browsers, which takes root on Debian, and lists what the tests leave out. They
 * need a Chromium.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot } from './as-root.ts';
import { findHeadlessShell, unpackHeadlessShell } from './chromium.ts';
import { NEEDS, type Need } from './needs.ts';

const missing = () => Object.values<Need>(NEEDS).filter(({ isThere }) => !isThere());

function run(command: string, ...parameters: string[]): void {
  spawnSync(command, parameters, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

const packages = missing().flatMap((need) => need.packages ?? []);
if (packages.length > 0 && isRoot && existsSync('/usr/bin/apt-get')) {
  run('apt-get', 'update');
  // Leaves out what Debian recommends with them: printers, screensavers and parts of systemd.
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
const leftOut = missing().map((need) => need.leftOut);
if (leftOut.length > 0) process.stderr.write(`Left out here: ${leftOut.join(', ')}.\n`);

/**
 * The tests' Chromium: CHROMIUM_PATH, else one on the PATH, else Playwright's own. Most tests run in the same engine
 * without windows, a headless shell from npm (decision 0060).
 */
import { accessSync, constants, createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'google-chrome', 'chromium-browser', 'google-chrome-stable'];
const MODULES = join(import.meta.dirname, '../../node_modules');
/** Holds a headless shell for Linux on x64, packed. */
const SHELL_PACKAGE = join(MODULES, '@sparticuz/chromium');

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

/** The browser for journeys without a window, which `unpackHeadlessShell` puts there. */
export function findHeadlessShell(): string | undefined {
  if (process.env.CHROMIUM_PATH || process.platform !== 'linux' || process.arch !== 'x64') return findChromium();
  const { version } = JSON.parse(readFileSync(join(SHELL_PACKAGE, 'package.json'), 'utf8')) as { version: string };
  return join(MODULES, `.cache/waybill/headless-shell-${version}`);
}

/** Unpacks the headless shell if this version was not unpacked before. */
export async function unpackHeadlessShell(): Promise<void> {
  const shell = findHeadlessShell();
  if (!shell || existsSync(shell)) return;
  await mkdir(dirname(shell), { recursive: true });
  // Under its own name only once it is whole.
  const partial = `${shell}.${process.pid}`;
  const packed = createReadStream(join(SHELL_PACKAGE, 'bin/chromium.br'));
  await pipeline(packed, createBrotliDecompress(), createWriteStream(partial, { mode: 0o755 }));
  await rename(partial, shell);
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

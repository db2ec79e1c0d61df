/**
 * Finds Firefox and WebKit, for the journeys that run in every engine. Run as a script by root on
 * Debian, it installs what is missing. It says what could not be installed, and fails for it in CI.
 */
import { existsSync } from 'node:fs';
import { onPath, run } from '../support/chromium.ts';

export const findFirefox = (): string | undefined => process.env.FIREFOX_PATH || onPath(['firefox-esr', 'firefox']);

/** Whether there is all that `webkit.ts` starts. */
export const hasWebKit = (): boolean =>
  ['WebKitWebDriver', 'Xvfb'].every((name) => onPath([name])) &&
  run('/usr/bin/python3', '-c', 'import gi; gi.require_version("WebKit2", "4.1")');

const ENGINES = [
  { name: 'Firefox', isThere: () => findFirefox() !== undefined, packages: ['firefox-esr'] },
  {
    name: 'WebKit',
    isThere: hasWebKit,
    packages: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
  },
];

if (import.meta.main) {
  const missing = () => ENGINES.filter(({ isThere }) => !isThere());
  const packages = missing().flatMap((engine) => engine.packages);
  if (packages.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update');
    run('apt-get', 'install', '-y', '--no-install-recommends', ...packages);
  }
  for (const { name } of missing()) {
    console.error(`${name} was not found and could not be installed: its journeys are left out.`);
    if (process.env.CI) process.exitCode = 1;
  }
}

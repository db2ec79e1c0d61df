/** Finds Firefox and WebKit, for the journeys that run in every engine. */
import { spawnSync } from 'node:child_process';
import { onPath } from '../support/chromium.ts';

export const findFirefox = (): string | undefined => process.env.FIREFOX_PATH || onPath(['firefox-esr', 'firefox']);

/** Whether there is all that `webkit.ts` starts. */
export const hasWebKit = (): boolean =>
  ['WebKitWebDriver', 'Xvfb'].every((name) => onPath([name])) &&
  spawnSync('/usr/bin/python3', ['-c', 'import gi; gi.require_version("WebKit2", "4.1")']).status === 0;

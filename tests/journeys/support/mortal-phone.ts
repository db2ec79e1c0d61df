/** A phone without a network whose browser can be killed, and started again on what is stored. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findHeadlessShell } from '../../support/chromium.ts';

export interface MortalPhone {
  context: BrowserContext;
  page: Page;
  isKilled(): boolean;
  /** Ends the browser as the system does when it needs the memory: at once. */
  kill(): Promise<void>;
}

/** Starts the browser of a profile; `prepare` runs before its first page opens. */
export async function switchOn(
  profile: string,
  baseURL: string,
  prepare: (context: BrowserContext) => Promise<unknown>,
): Promise<MortalPhone> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findHeadlessShell(),
    args: CHROMIUM_FLAGS,
    baseURL,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  await prepare(context);
  const page = await context.newPage();
  const devtools = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {};
  const pid = processInfo.find(({ type }) => type === 'browser')?.id;
  if (!pid) throw new Error('The browser does not say which process it is');
  await devtools?.detach();
  let isKilled = false;
  return {
    context,
    page,
    isKilled: () => isKilled,
    async kill() {
      isKilled = true;
      const closed = context.waitForEvent('close');
      process.kill(pid, 'SIGKILL');
      await closed;
      while (isRunning(pid)) await sleep(10);
      // A Chromium with windows leaves it behind, and would not start again.
      await rm(join(profile, 'SingletonLock'), { force: true });
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

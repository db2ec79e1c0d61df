/** A phone without a network whose browser can be killed, and started again on what is stored. */
import { readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '../../support/chromium.ts';

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
    executablePath: findChromium(),
    args: CHROMIUM_FLAGS,
    baseURL,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  await prepare(context);
  const page = await context.newPage();
  // A link to a name that ends with the process: `host-123`.
  const lock = join(profile, 'SingletonLock');
  const pid = Number((await readlink(lock)).split('-').at(-1));
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
      await rm(lock, { force: true });
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

import type { Page } from '@playwright/test';

const KEY_MS = 2;

/**
 * Types codes as a hand scanner does, each ended by Enter and begun `interval` milliseconds after the
 * one before. The browser gets the keys with their own times, however busy this machine is.
 */
export async function scanByHand(page: Page, codes: readonly string[], interval = 30): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const start = Date.now() + 20;
  const sent: Promise<unknown>[] = [];
  for (const [place, code] of codes.entries()) {
    const at = start + place * interval;
    // Keeps to the pace of the scanner.
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - Date.now())));
    for (const [index, character] of [...code, 'Enter'].entries()) {
      const isEnd = character === 'Enter';
      const key = { key: character, timestamp: (at + index * KEY_MS) / 1000, ...(isEnd && { code: 'Enter' }) };
      const virtual = isEnd ? { windowsVirtualKeyCode: 13 } : {};
      const text = isEnd ? '\r' : character;
      for (const typed of [{ type: 'keyDown', text } as const, { type: 'keyUp' } as const]) {
        const typing = devtools.send('Input.dispatchKeyEvent', { ...typed, ...key, ...virtual });
        // The browser may be killed while others are typed; the end says so.
        typing.catch(() => undefined);
        sent.push(typing);
      }
    }
  }
  await Promise.all(sent);
  await devtools.detach();
}

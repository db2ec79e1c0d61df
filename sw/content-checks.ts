import type { WorkboxPlugin } from 'workbox-core';

/**
 * Stores only what passes a check, so that a good copy is replaced only by a good one. A stored copy that does not pass is as
 * good as none: earlier versions stored whatever had the status 200.
 */
export function onlyIf(isGood: (response: Response) => Promise<boolean>): WorkboxPlugin {
  const orNull = async (response: Response | undefined) =>
    response && (await isGood(response.clone()).catch(() => false)) ? response : null;
  return {
    cacheWillUpdate: ({ response }) => orNull(response),
    cachedResponseWillBeUsed: ({ cachedResponse }) => orNull(cachedResponse),
  };
}

/** The body as JSON; null where it is something else. Throws where the network fails before its end. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import type { WorkboxPlugin } from 'workbox-core';

/** Stores and serves only what passes a check; earlier versions stored anything with status 200. */
export function onlyIf(isGood: (response: Response) => Promise<boolean>): WorkboxPlugin {
  const orNull = async (response: Response | undefined) =>
    response && (await isGood(response.clone()).catch(() => false)) ? response : null;
  return {
    cacheWillUpdate: ({ response }) => orNull(response),
    cachedResponseWillBeUsed: ({ cachedResponse }) => orNull(cachedResponse),
  };
}

/** The body as JSON, or null. @throws if the network fails before the end. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import type { WorkboxPlugin } from 'workbox-core';

export function onlyIf(isGood: (response: Response) => Promise<boolean>): WorkboxPlugin {
  const orNull = async (response: Response | undefined) =>
    response && (await isGood(response.clone()).catch(() => false)) ? response : null;
  return {
    cacheWillUpdate: ({ response }) => orNull(response),
    cachedResponseWillBeUsed: ({ cachedResponse }) => orNull(cachedResponse),
  };
}

/** Null if it is not JSON. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

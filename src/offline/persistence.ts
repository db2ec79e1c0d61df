/**
 * Whether the browser may evict this device's data when space runs low. Requested only after an
 * install, once something waits to be sent, or by hand.
 */

export async function isPersisted(): Promise<boolean> {
  try {
    return (await navigator.storage?.persisted?.()) ?? false;
  } catch {
    return false;
  }
}

/** Asks the browser, which may ask the person. Returns the resulting state. */
export async function requestPersistence(): Promise<boolean> {
  try {
    return (await isPersisted()) || ((await navigator.storage?.persist?.()) ?? false);
  } catch {
    return false;
  }
}

/** With less than this free, a write may fail at any moment and lose what was just typed. */
const ROOM_BYTES = 1024 * 1024;

/** Whether there is room for data that must not be lost; true if the browser does not say. */
export async function hasQuota(): Promise<boolean> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined || quota - usage >= ROOM_BYTES;
  } catch {
    return true;
  }
}

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

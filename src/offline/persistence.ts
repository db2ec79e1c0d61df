/**
 * Whether the browser may throw away what this device keeps when it runs low. Never asked out of the blue: once the app is
 * installed, once something waits to be sent, or by hand.
 */

/** Whether everything is kept until somebody clears it. */
export async function isPersisted(): Promise<boolean> {
  try {
    return (await navigator.storage?.persisted?.()) ?? false;
  } catch {
    return false;
  }
}

/** Asks the browser for that; it may ask the person. Answers whether it is so now. */
export async function requestPersistence(): Promise<boolean> {
  try {
    return (await isPersisted()) || ((await navigator.storage?.persist?.()) ?? false);
  } catch {
    return false;
  }
}

/** With less than this free a browser may refuse at any moment, and then what was just typed is lost. */
const ROOM_BYTES = 1024 * 1024;

/** Whether this device has room for something that must not get lost. One that does not say is taken at its word later. */
export async function hasQuota(): Promise<boolean> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined || quota - usage >= ROOM_BYTES;
  } catch {
    return true;
  }
}

export async function isPersisted(): Promise<boolean> {
  try {
    return (await navigator.storage?.persisted?.()) ?? false;
  } catch {
    return false;
  }
}

/** May ask the person. */
export async function requestPersistence(): Promise<boolean> {
  try {
    return (await isPersisted()) || ((await navigator.storage?.persist?.()) ?? false);
  } catch {
    return false;
  }
}

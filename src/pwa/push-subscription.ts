/** What makes messages reach this browser, and how it ends. */

/** What this browser gets messages by, or null. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** This device is told nothing any more, and what it was told is taken off its screen. Never fails: there may be nothing to end. */
export async function unsubscribeFromPush(): Promise<void> {
  try {
    await (await currentSubscription())?.unsubscribe();
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
  } catch {
    // A push service that cannot be reached finds out by itself.
  }
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

export async function unsubscribeFromPush(): Promise<void> {
  try {
    await (await currentSubscription())?.unsubscribe();
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
  } catch {
    // The push service finds out by itself.
  }
}

let isFree = false;

/** The person who was signed in has left: nothing they were doing keeps this page open. */
export function leaveWithoutConfirm(): void {
  isFree = true;
}

/** Has the browser ask before this page is closed or reloaded. Returns what ends that. */
export function confirmBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (!isFree) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}

let isFree = false;

/** After sign-out. */
export function leaveWithoutConfirm(): void {
  isFree = true;
}

export function confirmBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (!isFree) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}

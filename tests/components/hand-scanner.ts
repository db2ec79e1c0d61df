/** A hand scanner, which types what it reads into whatever has the focus, a key each millisecond. */
export function scanByHand(code: string, end: 'Enter' | 'Tab' = 'Enter'): void {
  const startedAt = performance.now();
  for (const [place, key] of [...code, end].entries()) {
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    // However busy this machine is.
    Object.defineProperty(event, 'timeStamp', { value: startedAt + place });
    const isTaken = target.dispatchEvent(event);
    if (!isTaken || key === end || !(target instanceof HTMLInputElement) || target.type !== 'text') continue;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, target.value + key);
    target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}

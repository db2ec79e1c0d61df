/** A hand scanner, which types what it reads into whatever has the focus, faster than any person. */
export function scanByHand(code: string, end: 'Enter' | 'Tab' = 'Enter'): void {
  for (const key of [...code, end]) {
    const target = document.activeElement ?? document.body;
    const isTaken = target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    if (!isTaken || key === end || !(target instanceof HTMLInputElement) || target.type !== 'text') continue;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, target.value + key);
    target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}

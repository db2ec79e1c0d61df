/** Hand scanners can be this slow; nobody types six characters and a shortcut so fast. */
const MAX_KEY_GAP_MS = 150;
const MIN_LENGTH = 6;

/**
 * Browsers open the downloads for a line feed (Ctrl+J), which hand scanners may end with. It
 * becomes Enter in a field. Pages that take scanned codes come first. Returns a function that stops
 * it.
 */
export function takeLineFeeds(): () => void {
  let length = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let lastKey = '';

  function onKeyDown(event: KeyboardEvent) {
    const { key, code, ctrlKey, timeStamp, target } = event;
    const isQuick = timeStamp - lastAt <= MAX_KEY_GAP_MS;
    const isLineFeed = ctrlKey && (code === 'KeyJ' || key.toLowerCase() === 'j');
    if (!isQuick) length = 0;
    lastAt = timeStamp;
    if (['Shift', 'Control', 'CapsLock'].includes(key)) return;
    if (isLineFeed && length >= MIN_LENGTH) {
      event.preventDefault();
      // After a carriage return it says nothing new.
      if (lastKey !== 'Enter' && target instanceof HTMLInputElement) pressEnter(target);
      length = 0;
      return;
    }
    length += 1;
    lastKey = key;
  }

  document.addEventListener('keydown', onKeyDown, { capture: true });
  return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
}

function pressEnter(field: HTMLInputElement): void {
  const enter = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true });
  if (field.dispatchEvent(enter)) field.form?.requestSubmit();
}

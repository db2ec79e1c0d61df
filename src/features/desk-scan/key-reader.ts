import { MAX_LINK_LENGTH } from '../../domain/tracking-id.ts';

/** Hand scanners type faster than people, and end with Enter or Tab. */
export const MAX_KEY_GAP_MS = 50;
const MIN_LENGTH = 6;

type Key = Pick<
  KeyboardEvent,
  'key' | 'timeStamp' | 'repeat' | 'isComposing' | 'ctrlKey' | 'altKey' | 'metaKey' | 'target'
> & { preventDefault(): void; stopImmediatePropagation(): void };

/** Returns a listener that calls `onCode` with what a hand scanner types, wherever the focus is. */
export function createKeyReader(onCode: (code: string) => void): (event: Key) => void {
  let typed = '';
  let lastAt = Number.NEGATIVE_INFINITY;
  let isAfterCode = false;
  let restoreField: () => void = () => undefined;

  function swallow(event: Key): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  return (event) => {
    const { key, timeStamp } = event;
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const isQuick = timeStamp - lastAt <= MAX_KEY_GAP_MS;
    if (key === 'Enter' || key === 'Tab') {
      const isCode = isQuick && typed.length >= MIN_LENGTH;
      // Some end with two keys.
      if (isCode || (isQuick && isAfterCode)) swallow(event);
      if (isCode) {
        const code = typed;
        isAfterCode = true;
        lastAt = timeStamp;
        restoreField();
        onCode(code);
      }
      typed = '';
      return;
    }
    // A modifier has a long name.
    if ([...key].length > 1) return;
    if (!isQuick || event.repeat || isAfterCode) {
      typed = '';
      isAfterCode = false;
      restoreField = rememberField(event.target);
    } else if (!isField(event.target)) {
      // Otherwise a link's letters would be shortcuts.
      event.stopImmediatePropagation();
    }
    lastAt = timeStamp;
    if (typed.length < MAX_LINK_LENGTH) typed += key;
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement
    ? !['radio', 'checkbox', 'button', 'submit'].includes(target.type)
    : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** The scanner types into a field that has the focus. */
function rememberField(target: unknown): () => void {
  if (!isField(target)) return () => undefined;
  const { value } = target;
  return () => {
    if (target.value === value) return;
    // React notices a value only through the native setter.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set?.call(target, value);
    for (const type of ['input', 'change']) target.dispatchEvent(new Event(type, { bubbles: true }));
  };
}

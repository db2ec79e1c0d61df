import { createSignal } from '../../browser/create-signal.ts';
import { localStore } from '../../browser/web-storage.ts';

/** A hand scanner's keys are at most this far apart. */
const SCANNER_GAP_MS = 50;
const SETTING = 'single-keys';
const changed = createSignal();

/** They work unless this device has turned them off (WCAG 2.1.4). */
export const useSingleKeys = (): boolean => changed.use(() => localStore.getItem(SETTING) !== 'off', true);

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStore.removeItem(SETTING);
  else localStore.setItem(SETTING, 'off');
  changed.notify();
}

const WITHOUT_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];

export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !WITHOUT_TEXT.includes(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
}

type Act = () => void;

/**
 * The key is pressed alone: not in a field or dialog, with Ctrl, Alt or ⌘, or as part of a scan.
 * Returns a function that stops it.
 */
export function onSingleKey(actOf: (key: string, isRepeated: boolean) => Act | undefined): () => void {
  let previousAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function onKeyDown(event: KeyboardEvent) {
    const { key, repeat, timeStamp } = event;
    if (key === 'Shift') return;
    clearTimeout(timer);
    const isInGap = timeStamp - previousAt <= SCANNER_GAP_MS;
    previousAt = Number.NEGATIVE_INFINITY;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (key === 'Enter') {
      // The end of a scan must not press what has the focus.
      const act = isInGap ? () => undefined : actOf(key, repeat);
      if (act) event.preventDefault();
      return act?.();
    }
    if (key.length > 1) return;
    if (!repeat) previousAt = timeStamp;
    const act = isInGap ? undefined : actOf(key, repeat);
    if (!act) return;
    event.preventDefault();
    if (repeat) act();
    else timer = setTimeout(act, SCANNER_GAP_MS + 10);
  }

  document.addEventListener('keydown', onKeyDown);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', onKeyDown);
  };
}

import { useEffect, useEffectEvent } from 'react';
import { parseToken, TOKEN_LENGTH } from '../../domain/handover.ts';
import { MAX_LINK_LENGTH, readTrackingCode, TRACKING_ID_LENGTH } from '../../domain/tracking-id.ts';

/** Wireless scanners pause as long between keys as quick people. */
const MAX_KEY_GAP_MS = 150;
/** Nobody types a whole code this fast. */
const SCANNER_GAP_MS = 50;
/** A code counts without an ending key after this pause. */
const NO_ENDING_MS = 300;
/**
 * A busy device may bring an ending key this late. It still belongs to its code, and presses no
 * button.
 */
const LATE_ENDING_MS = 1_000;
const MIN_LENGTH = 6;
const MAX_TAIL = 128;

/** A scanner types our label like a quick person, and types no words. */
const LABEL = /^(?=\S*\d)(?:(?:\][a-z]\d)?[a-z][0-9a-z]{11}(?:-\d{1,2})?|[a-z+]{3,12}:\S+)$/i;

/** Scanners come set up for this keyboard, without and with Shift. */
const US_KEYS: Record<string, string> = {
  ...Object.fromEntries([...')!@#$%^&*('].map((shifted, digit) => [`Digit${digit}`, `${digit}${shifted}`])),
  ...Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((key) => [`Key${key.toUpperCase()}`, key])),
  Minus: '-_',
  Equal: '=+',
  Slash: '/?',
  Period: '.>',
  Comma: ',<',
  Semicolon: ';:',
  Quote: `'"`,
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Backquote: '`~',
};

const LAYOUTS = ['computer', 'scanner'] as const;
type Layout = (typeof LAYOUTS)[number];

/** A stroke is a key by this computer’s layout, and by a scanner’s US layout. */
type Stroke = Record<Layout, string> & { isFast: boolean; field: Field | null; before: FieldState | null };

/** Only this layout could read the last such code. */
let lastLayout: Layout = 'computer';

/** The focus may be anywhere. Returns a function that stops it. */
export function listenToHandScanner(onCode: (code: string) => void): () => void {
  let strokes: Stroke[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  let isAfterCode = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function finish(isEnded: boolean): boolean {
    clearTimeout(timer);
    const found = findCode(strokes, isEnded);
    const typed = strokes.slice(found?.from);
    // Keys may still be on their way on a busy device.
    if (found || isEnded) strokes = [];
    if (!found) return false;
    isAfterCode = true;
    restoreFields(typed);
    onCode(found.code);
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, timeStamp, target } = event;
    const isQuick = timeStamp - lastAt <= MAX_KEY_GAP_MS;
    if (event.isComposing) return;
    if (['Shift', 'Control', 'CapsLock'].includes(key)) {
      if (isQuick) lastAt = timeStamp;
      return;
    }
    const isControlled = event.ctrlKey || event.altKey || event.metaKey;
    if (isEnding(event)) {
      const isLong = strokes.length >= MIN_LENGTH;
      // Some scanners end with two keys. Ctrl+J would open the downloads.
      const isLate = timeStamp - lastAt > LATE_ENDING_MS;
      const isTaken = isQuick
        ? finish(true) || isAfterCode || (isControlled && isLong)
        : finish(false) || (isAfterCode && !isLate);
      if (isTaken) swallow(event);
      if (isTaken) lastAt = timeStamp;
      else strokes = [];
      return;
    }
    const stroke = { computer: [...key].length === 1 ? key : '\ufffd', scanner: meantBy(event) };
    if (isControlled || event.repeat || stroke.scanner === '') {
      strokes = [];
      return;
    }
    if (!isQuick) strokes = [];
    const field = isField(target) ? target : null;
    // A link’s letters would be shortcuts otherwise.
    if (!field && strokes.length > 0 && key !== ' ') swallow(event);
    const isFast = timeStamp - lastAt <= SCANNER_GAP_MS;
    isAfterCode = false;
    lastAt = timeStamp;
    if (strokes.length < MAX_LINK_LENGTH) strokes.push({ ...stroke, isFast, field, before: field && stateOf(field) });
    clearTimeout(timer);
    timer = setTimeout(finish, NO_ENDING_MS, false);
  }

  addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    clearTimeout(timer);
    removeEventListener('keydown', onKeyDown, { capture: true });
  };
}

export function useHandScanner(onCode: (code: string) => void): void {
  const onScanned = useEffectEvent(onCode);
  useEffect(() => listenToHandScanner(onScanned), []);
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Some scanners press CR, LF or Tab as Ctrl with a letter. */
const isEnding = ({ key, code, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  ctrlKey && !altKey && !metaKey
    ? ['KeyJ', 'KeyM', 'KeyI'].includes(code) || ['j', 'm', 'i'].includes(key.toLowerCase())
    : key === 'Enter' || key === 'Tab';

function meantBy({ key, code, shiftKey }: KeyboardEvent): string {
  const [plain = '', shifted = plain.toUpperCase()] = US_KEYS[code] ?? '';
  return (shiftKey ? shifted : plain) || ([...key].length === 1 ? key : '');
}

/**
 * Finds a receiver’s code or a label in the last strokes, which a person may have begun, or any
 * code typed at once.
 */
function findCode(strokes: readonly Stroke[], isEnded: boolean): { code: string; from: number } | null {
  const layouts = lastLayout === 'computer' ? LAYOUTS : LAYOUTS.toReversed();
  const textIn = (layout: Layout, from: number) =>
    strokes
      .slice(from)
      .map((stroke) => stroke[layout])
      .join('');
  const read = (from: number, isRead: (code: string) => boolean) => {
    const texts = layouts.map((layout) => ({ layout, code: textIn(layout, from) }));
    const [first, other] = texts.filter(({ code }) => isRead(code));
    if (first && !other) lastLayout = first.layout;
    return first && { code: first.code, from };
  };
  const token = read(strokes.length - TOKEN_LENGTH, (code) => parseToken(code) !== null);
  if (token) return token;
  const last = strokes.length - TRACKING_ID_LENGTH;
  for (let from = Math.max(0, strokes.length - MAX_TAIL); from <= last; from += 1) {
    const label = read(from, (code) => LABEL.test(code) && readTrackingCode(code) !== null);
    if (label) return label;
  }
  const start = strokes.findLastIndex(({ isFast }) => !isFast);
  const from = Math.max(0, start);
  if (!isEnded || strokes.length - from < MIN_LENGTH) return null;
  const texts = layouts.map((layout) => textIn(layout, from));
  return { code: texts.find((text) => readTrackingCode(text)) ?? texts[0] ?? '', from };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement
    ? !['radio', 'checkbox', 'button', 'submit'].includes(target.type)
    : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

interface FieldState {
  value: string;
  selected: [number, number] | null;
}

function stateOf(field: Field): FieldState {
  const { selectionStart: start = null, selectionEnd: end = null } = field as Partial<HTMLInputElement>;
  return { value: field.value, selected: start === null || end === null ? null : [start, end] };
}

/** The scanner has typed into fields that had the focus. */
function restoreFields(strokes: readonly Stroke[]): void {
  const states = new Map<Field, FieldState>();
  for (const { field, before } of strokes) if (field && before && !states.has(field)) states.set(field, before);
  for (const [field, { value, selected }] of states) {
    // React notices a value only through the native setter. Half a date has no value, so this
    // clears it.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    if (selected && 'setSelectionRange' in field && field === document.activeElement)
      field.setSelectionRange(...selected);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

import { cdp } from 'vitest/browser';

/** Types a code into the focused element like a hand scanner, a key each millisecond. */
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

/** What keys type, without and with Shift, if the computer's layout differs from the scanner's. */
const US = {
  ...Object.fromEntries([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((key) => [`Key${key}`, key.toLowerCase() + key])),
  ...Object.fromEntries([...')!@#$%^&*('].map((shifted, digit) => [`Digit${digit}`, digit + shifted])),
  Minus: '-_',
  Equal: '=+',
  Slash: '/?',
  Period: '.>',
  Semicolon: ';:',
  Space: '  ',
};
const LAYOUTS = {
  us: US,
  german: {
    ...US,
    Equal: '´`',
    KeyY: 'zZ',
    KeyZ: 'yY',
    Minus: 'ß?',
    Slash: '-_',
    Period: '.:',
    Semicolon: 'öÖ',
    Digit7: '7/',
  },
  french: {
    ...US,
    KeyA: 'qQ',
    KeyQ: 'aA',
    KeyW: 'zZ',
    KeyZ: 'wW',
    KeyM: ',?',
    Semicolon: 'mM',
    Minus: ')°',
    Slash: '!§',
    ...Object.fromEntries([...'à&é"\'(-è_ç'].map((plain, digit) => [`Digit${digit}`, plain + digit])),
    Comma: ';.',
    Period: ':/',
  },
  turkish: {
    ...US,
    KeyI: 'ıI',
    Quote: 'iİ',
    Minus: '*?',
    Equal: '-_',
    Slash: '.:',
    Period: 'çÇ',
    Semicolon: 'şŞ',
    Digit7: '7/',
  },
} satisfies Record<string, Record<string, string>>;
export type Layout = keyof typeof LAYOUTS;

const ENTER = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
const CONTROL_J = { key: 'j', code: 'KeyJ', windowsVirtualKeyCode: 74, modifiers: 2 };
const ENDINGS = {
  CR: [ENTER],
  LF: [CONTROL_J],
  CRLF: [ENTER, CONTROL_J],
  Tab: [{ key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }],
  none: [],
};
export type Ending = keyof typeof ENDINGS;

interface Scanner {
  ending: Ending;
  /** How the computer is set, and the scanner. */
  layout?: Layout;
  scanner?: Layout;
  /** In milliseconds. */
  gap?: number;
  /** How much later the ending keys come, in milliseconds. */
  late?: number;
}

/** Presses real keys with their own times, however busy this machine is. */
export async function pressKeys(text: string, { ending, layout = 'us', scanner = 'us', gap = 2, late = 0 }: Scanner) {
  const strokes = [...text].map((character) => {
    const [code = '', typed = ''] = Object.entries(LAYOUTS[scanner]).find(([, keys]) => keys.includes(character)) ?? [];
    const isShifted = typed.indexOf(character) === 1;
    const key = LAYOUTS[layout][code as keyof typeof US]?.[isShifted ? 1 : 0] ?? '';
    return { key, text: key, code, modifiers: isShifted ? 8 : 0 };
  });
  const keys = [...strokes, ...ENDINGS[ending]];
  const startedAt = Date.now() - keys.length * gap - late;
  await Promise.all(
    keys.flatMap((key, place) => {
      const at = startedAt + place * gap + (place < strokes.length ? 0 : late);
      const stroke = { ...key, timestamp: at / 1_000 };
      const type = 'text' in key ? ('keyDown' as const) : ('rawKeyDown' as const);
      return [type, 'keyUp' as const].map((one) => cdp().send('Input.dispatchKeyEvent', { ...stroke, type: one }));
    }),
  );
}

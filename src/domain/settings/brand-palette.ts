/** Each also with `-dark` behind it, for the dark theme. */
export const COLOUR_NAMES = ['accent', 'on-accent', 'accent-text', 'focus'] as const;

export type ColourName = (typeof COLOUR_NAMES)[number];
/** `#rrggbb`. */
export type NamedColours = Partial<Record<ColourName | `${ColourName}-dark`, string>>;

const ENTRY = /^(?<name>[a-z-]+)\s*=\s*#?(?<hex>[\da-f]{6}|[\da-f]{3})$/i;
const isName = (name: string) => COLOUR_NAMES.some((known) => known === name.replace(/-dark$/, ''));

/** `accent=#00704a,accent-dark=#35c48a`; null if malformed, or if a name comes twice. */
export function parseColours(text: string): NamedColours | null {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  const found = new Map<string, string>();
  for (const entry of entries) {
    const { name = '', hex = '' } = ENTRY.exec(entry.trim())?.groups ?? {};
    if (!isName(name) || found.has(name)) return null;
    const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    found.set(name, `#${long.toLowerCase()}`);
  }
  return Object.fromEntries(found);
}

export type Theme = 'light' | 'dark';

/** Those of src/styles/tokens.css that a brand's colours stand on or beside. */
export const DEFAULT_COLOURS = {
  light: {
    paper: '#f4f5f2',
    sheet: '#ffffff',
    well: '#e9ebe6',
    ink: '#14171c',
    'slip-warn': '#fff0ad',
    'slip-bad': '#ffe0e3',
    'slip-info': '#e0eafb',
    'slip-good': '#dbf2e0',
    signal: '#fb5412',
    'on-signal': '#14171c',
    'signal-text': '#a83703',
    pen: '#1748c6',
  },
  dark: {
    // The offline strip, which is dark in both themes and has the dark one's accent.
    paper: '#0e1013',
    sheet: '#171a1f',
    well: '#23272e',
    ink: '#f2f1ec',
    band: '#2c323a',
    'slip-warn': '#352b00',
    'slip-bad': '#42131c',
    'slip-info': '#14284a',
    'slip-good': '#0e3120',
    signal: '#ff6d38',
    'on-signal': '#14171c',
    'signal-text': '#ff9a73',
    pen: '#8fb4ff',
  },
} as const satisfies Record<Theme, Record<string, string>>;

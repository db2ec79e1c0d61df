import { readFileSync } from 'node:fs';
import { wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';
import { composeColours } from './brand-colours.ts';
import { DEFAULT_COLOURS, type NamedColours, parseColours } from './brand-palette.ts';

const tokens = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');
const valuesOf = (token: string) => new RegExp(`--${token}: (?:light-dark\\((.*), (.*)\\)|(.*));`).exec(tokens) ?? [];

it('checks a brand against the colours that the app has', () => {
  for (const [theme, at] of [['light', 1] as const, ['dark', 2] as const]) {
    for (const [token, colour] of Object.entries(DEFAULT_COLOURS[theme])) {
      const values = valuesOf(token);
      expect(values[at] ?? values[3], `${token} ${theme}`).toBe(colour);
    }
  }
});

describe('one colour is enough', () => {
  it.each(['#fb5412', '#00704a', '#0b3d91', '#e6007e', '#6b21a8', '#000000', '#808080'])(
    'from %s follows what can be read in both themes',
    (accent) => {
      const { light, dark } = composeColours({ accent });
      expect(light.signal).toBe(accent);
      for (const [theme, colours] of [['light', light] as const, ['dark', dark] as const]) {
        const { paper, sheet, well } = DEFAULT_COLOURS[theme];
        expect(wcagContrast(colours['on-signal'], colours.signal)).toBeGreaterThanOrEqual(4.5);
        expect(wcagContrast(colours.signal, paper)).toBeGreaterThanOrEqual(3);
        for (const ground of [paper, sheet, well])
          expect(wcagContrast(colours['signal-text'], ground)).toBeGreaterThanOrEqual(4.5);
      }
      // The offline strip has it in both themes.
      for (const band of ['#14171c', '#2c323a']) expect(wcagContrast(dark.signal, band)).toBeGreaterThanOrEqual(3);
    },
  );

  it('and the text on the app’s own accent stays the app’s own', () => {
    expect(composeColours({ accent: '#fb5412' }).light['on-signal']).toBe('#14171c');
  });

  it('what a brand does not name stays', () => {
    const { light, dark } = composeColours({ focus: '#6d28d9' });
    expect(light).toMatchObject({ signal: '#fb5412', 'on-signal': '#14171c', pen: '#6d28d9' });
    expect(dark.pen).toBe(DEFAULT_COLOURS.dark.pen);
  });
});

describe('what people could not read is refused, with what they could', () => {
  const refusals: [named: NamedColours, sentence: string, fix: NamedColours][] = [
    [
      { accent: '#ffd400' },
      'accent #ffd400 on the page #f4f5f2 has a contrast of 1.3:1 and needs 3:1. The nearest that does is #a88b00.',
      { accent: '#a88b00' },
    ],
    [
      { accent: '#00704a', 'on-accent': '#888888' },
      'on-accent #888888 on the accent #00704a has a contrast of 1.73:1 and needs 4.5:1. The nearest that does is #dddddd.',
      { accent: '#00704a', 'on-accent': '#dddddd' },
    ],
    [
      { accent: '#7f7f00', 'on-accent': '#ffffff' },
      'on-accent #ffffff on the accent #7f7f00 has a contrast of 4.25:1 and needs 4.5:1. No shade of it does, but it does on the accent #7a7a00.',
      { accent: '#7a7a00', 'on-accent': '#ffffff' },
    ],
    [
      { 'accent-dark': '#222222' },
      'accent-dark #222222 on the page #0e1013 has a contrast of 1.19:1 in the dark theme and needs 3:1. The nearest that does is #7a7a7a.',
      { 'accent-dark': '#7a7a7a' },
    ],
    [
      { 'accent-text': '#fb5412' },
      'accent-text #fb5412 on the page #f4f5f2 has a contrast of 3:1 and needs 4.5:1. The nearest that does is #c03b00.',
      { 'accent-text': '#c03b00' },
    ],
    [
      { focus: '#ffff00' },
      'focus #ffff00 on the page #f4f5f2 has a contrast of 1.01:1 and needs 4.5:1. The nearest that does is #6d6d00.',
      { focus: '#6d6d00' },
    ],
  ];

  it.each(refusals)('%o', (named, sentence, fix) => {
    expect(() => composeColours(named)).toThrow(`BRAND_COLOURS: ${sentence}`);
    expect(() => composeColours(fix)).not.toThrow();
  });
});

it.each([
  ['accent=#00704a', { accent: '#00704a' }],
  [' accent = 0A7 , accent-dark=#35C48A,', { accent: '#00aa77', 'accent-dark': '#35c48a' }],
  ['', {}],
])('%j names colours', (text, named) => {
  expect(parseColours(text)).toEqual(named);
});

it.each(['accent', 'accent=green', 'accent=#12', 'paper=#ffffff', 'accent=#111;color:red', 'accent=#111,accent=#222'])(
  '%j does not',
  (text) => {
    expect(parseColours(text)).toBeNull();
  },
);

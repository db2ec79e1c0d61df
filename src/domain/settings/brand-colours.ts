/** A brand names a few colours. The rest follows, and unreadable ones are refused (look.md). */
import { clampChroma, converter, formatHex, interpolate, wcagContrast } from 'culori';
import { type ColourName, DEFAULT_COLOURS, type NamedColours, type Theme } from './brand-palette.ts';

type Token = 'signal' | 'on-signal' | 'signal-text' | 'pen';
/** `#rrggbb` by the token in src/styles/tokens.css. */
export type BrandColours = Record<Theme, Record<Token, string>>;

const TOKENS: Record<ColourName, Token> = {
  accent: 'signal',
  'on-accent': 'on-signal',
  'accent-text': 'signal-text',
  focus: 'pen',
};

type Known = keyof (typeof DEFAULT_COLOURS)['dark'];
type Palette = Partial<Record<Known, string>> & Record<Exclude<Known, 'band'>, string>;
/** WCAG 2.2 asks for 4.5 for text, 3 for what is only seen. */
type Pair = readonly [colour: Token, on: Known | 'signal-hover', atLeast: number];

const SLIPS = ['slip-warn', 'slip-bad', 'slip-info', 'slip-good'] as const;
const PAIRS: readonly Pair[] = [
  ...(['paper', 'sheet', 'well'] as const).flatMap((on): Pair[] => [
    ['signal-text', on, 4.5],
    ['pen', on, 4.5],
  ]),
  ...SLIPS.map((on): Pair => ['pen', on, 3]),
  ['signal-text', 'slip-warn', 4.5],
  ['on-signal', 'signal', 4.5],
  ['on-signal', 'signal-hover', 4.5],
  ['signal', 'paper', 3],
  ['signal', 'sheet', 3],
  ['signal', 'band', 3],
];

const PLACES: Partial<Record<Pair[1], string>> = {
  paper: 'the page',
  sheet: 'a form',
  well: 'a grey field',
  band: 'the offline strip',
  signal: 'the accent',
  'signal-hover': 'the accent under the pointer',
};

const toOklch = converter('oklch');
const WHITE = '#ffffff';
const BLACK = '#000000';
const GLOW = 4.5;

function nearest(colour: string, isFine: (candidate: string) => boolean): string | null {
  if (isFine(colour)) return colour;
  const { l = 0, c = 0, h = 0 } = toOklch(colour) ?? {};
  for (let step = 1; step <= 500; step += 1) {
    for (const lightness of [l - step / 500, l + step / 500]) {
      if (lightness < 0 || lightness > 1) continue;
      const candidate = formatHex(clampChroma({ mode: 'oklch', l: lightness, c, h }, 'oklch')) ?? '';
      if (isFine(candidate)) return candidate;
    }
  }
  return null;
}

/** Repeats the button's `color-mix`. */
const hovered = ({ signal, ink }: Palette) => formatHex(interpolate([signal, ink])(0.08)) ?? signal;

const groundOf = (palette: Palette, on: Pair[1]): string =>
  on === 'signal-hover' ? hovered(palette) : (palette[on] ?? palette.paper);

const contrastOf = (palette: Palette, [colour, on]: Pair): number =>
  wcagContrast(palette[colour], groundOf(palette, on));

const isLegible = (palette: Palette, pair: Pair) => contrastOf(palette, pair) >= pair[2];

const pairsOf = (palette: Palette, tokens: readonly Token[]) =>
  PAIRS.filter(([colour, on]) => tokens.includes(colour) && (on in palette || on === 'signal-hover'));

const areLegible = (palette: Palette, tokens: readonly Token[]) =>
  pairsOf(palette, tokens).every((pair) => isLegible(palette, pair));

function textOn(palette: Palette): string {
  const { ink } = DEFAULT_COLOURS.light;
  const [best = ink] = [ink, WHITE].toSorted(
    (one, other) => wcagContrast(other, palette.signal) - wcagContrast(one, palette.signal),
  );
  return areLegible({ ...palette, 'on-signal': best }, ['on-signal']) ? best : BLACK;
}

/**
 * @throws An error with the pair that people could not read, its contrast and the nearest colour
 * that would do.
 */
export function composeColours(named: NamedColours): BrandColours {
  const compose = (theme: Theme) => pickTokens(composeTheme(theme, named));
  return { light: compose('light'), dark: compose('dark') };
}

const pickTokens = (palette: Palette) =>
  Object.fromEntries(Object.values(TOKENS).map((token) => [token, palette[token]])) as Record<Token, string>;

function composeTheme(theme: Theme, named: NamedColours): Palette {
  const suffix = theme === 'dark' ? '-dark' : '';
  const given = (name: ColourName) => named[`${name}${suffix}` as keyof NamedColours];
  let palette: Palette = { ...DEFAULT_COLOURS[theme] };

  const take = (
    name: ColourName,
    colour: string,
    tokens: Token[],
    paint: (candidate: string) => Palette,
    elsewhere?: () => string | null,
  ) => {
    palette = paint(colour);
    const failed = pairsOf(palette, tokens).find((pair) => !isLegible(palette, pair));
    if (!failed) return;
    const better = nearest(colour, (candidate) => areLegible(paint(candidate), tokens));
    const advice = better ? `The nearest that does is ${better}.` : (elsewhere?.() ?? 'No shade of it does.');
    throw new Error(sentenceOf(`${name}${suffix}`, colour, palette, failed, advice, theme));
  };

  const onAccent = given('on-accent');
  const paintAccent = (signal: string): Palette => {
    const next = { ...palette, signal };
    return { ...next, 'on-signal': onAccent ?? textOn(next) };
  };
  const accentTokens: Token[] = onAccent ? ['signal'] : ['signal', 'on-signal'];
  const accent = given('accent');
  if (accent) take('accent', accent, accentTokens, paintAccent);
  else if (named.accent) {
    const glows = (candidate: string) => wcagContrast(candidate, palette.paper) >= GLOW;
    const shade = nearest(
      named.accent,
      (candidate) => glows(candidate) && areLegible(paintAccent(candidate), accentTokens),
    );
    palette = paintAccent(shade ?? palette.signal);
  }
  const otherAccent = () => {
    const other = nearest(palette.signal, (colour) => areLegible(paintAccent(colour), ['signal', 'on-signal']));
    return other && `No shade of it does, but it does on the accent ${other}.`;
  };
  if (onAccent) {
    take('on-accent', onAccent, ['on-signal'], (colour) => ({ ...palette, 'on-signal': colour }), otherAccent);
  }

  const paintText = (colour: string): Palette => ({ ...palette, 'signal-text': colour });
  const text = given('accent-text');
  const derived = () => nearest(palette.signal, (candidate) => areLegible(paintText(candidate), ['signal-text']));
  if (text) take('accent-text', text, ['signal-text'], paintText);
  else if (accent ?? named.accent) palette = paintText(derived() ?? palette.ink);

  const focus = given('focus');
  if (focus) take('focus', focus, ['pen'], (colour) => ({ ...palette, pen: colour }));
  return palette;
}

function sentenceOf(name: string, colour: string, palette: Palette, pair: Pair, advice: string, theme: Theme): string {
  const [token, on, atLeast] = pair;
  const ground = `${PLACES[on] ?? 'a notice'} ${groundOf(palette, on)}`;
  const isOnAccent = token === 'on-signal' && !name.startsWith('on-accent');
  const subject = isOnAccent ? `the text ${palette[token]} on ${name} ${colour}` : `${name} ${colour} on ${ground}`;
  const ratio = Math.floor(contrastOf(palette, pair) * 100) / 100;
  const inTheme = theme === 'dark' ? ' in the dark theme' : '';
  return `BRAND_COLOURS: ${subject} has a contrast of ${ratio}:1${inTheme} and needs ${atLeast}:1. ${advice}`;
}

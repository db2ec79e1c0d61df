import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import { ICON_NAMES } from '../ui/icon-names.ts';

/* All icons are on one sheet, because a browser creates a document for every SVG image, and a page
   has two dozen. Runs only in the build. */

/** Lucide draws in a square of 24. Whole icons between them put each on whole pixels (base.css). */
const SIZE = 24;
const PITCH = 48;

/** What all of them have in common is said once, on the sheet. */
const STROKE = { fill: 'none', stroke: 'currentColor', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
const COMMON = Object.entries({ ...STROKE, 'stroke-width': '2' }).map(([name, value]) => `${name}="${value}"`);

const icons: Record<string, { body: string } | undefined> = lucide.icons;
/** Names that an icon had before, or has as well. */
const aliases: Record<string, { parent: string } | undefined> = lucide.aliases;

function shapesOf(name: string): string {
  const { parent = name }: { parent?: string } = aliases[name] ?? {};
  const icon = icons[parent];
  if (!icon) throw new Error(`Lucide has no icon ${name}`);
  return COMMON.reduce((body, attribute) => body.replaceAll(` ${attribute}`, ''), icon.body);
}

const shapes = ICON_NAMES.map((name, place) => `<g transform="translate(${place * PITCH})">${shapesOf(name)}</g>`);
const sheet = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${ICON_NAMES.length * PITCH} ${SIZE}" ${COMMON.join(' ')}>${shapes.join('')}</svg>`;
const address = `data:image/svg+xml,${sheet.replaceAll('"', "'").replace(/[<>#%]/g, encodeURIComponent)}`;
const width = (ICON_NAMES.length * PITCH) / SIZE;

/** The shape of every `.icon`, and its place on the sheet as a mask position in percent. */
export const iconStyles = [
  `.icon{mask:url("${address}") var(--icon) 0 / ${width * 100}% 100% no-repeat}`,
  ...ICON_NAMES.map((name, place) => {
    const share = (place * PITCH) / SIZE / (width - 1);
    return `.i-lucide-${name}{--icon:${(share * 100).toFixed(6)}%}`;
  }),
].join('');

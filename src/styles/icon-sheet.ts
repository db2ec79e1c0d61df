import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import { ICON_NAMES, type IconName } from '../ui/icon-names.ts';

/* On two sheets, because a browser creates a document for every SVG image; a first page draws only the first. */

/** Lucide draws in a square of 24; gaps put each on whole pixels (base.css). */
const SIZE = 24;
const PITCH = 48;

const STROKE = { fill: 'none', stroke: 'currentColor', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
const COMMON = Object.entries({ ...STROKE, 'stroke-width': '2' }).map(([name, value]) => `${name}="${value}"`);

const icons: Record<string, { body: string } | undefined> = lucide.icons;
const aliases: Record<string, { parent: string } | undefined> = lucide.aliases;

function shapesOf(name: string): string {
  const { parent = name }: { parent?: string } = aliases[name] ?? {};
  const icon = icons[parent];
  if (!icon) throw new Error(`Lucide has no icon ${name}`);
  return COMMON.reduce((body, attribute) => body.replaceAll(` ${attribute}`, ''), icon.body);
}

const FIRST: readonly IconName[] = [
  'menu',
  'log-in',
  'x',
  'search',
  'truck',
  'house',
  'send',
  'inbox',
  'arrow-left',
  'wifi-off',
  'cloud-upload',
  'refresh-cw',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'package',
  'package-open',
  'package-plus',
  'user',
  'package-check',
  'route',
  'warehouse',
  'ban',
  'circle',
  'circle-x',
  'circle-check',
  'octagon-x',
  'triangle-alert',
  'check',
  'mail',
  'settings',
  'scan-line',
  'clock',
  'download',
  'file-up',
  'wallet',
  'eye',
  'loader-circle',
];

/** Mask positions in percent. */
function sheetOf(names: readonly IconName[]) {
  const shapes = names.map((name, place) => `<g transform="translate(${place * PITCH})">${shapesOf(name)}</g>`);
  const size = `viewBox="0 0 ${names.length * PITCH} ${SIZE}"`;
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${COMMON.join(' ')}>${shapes.join('')}</svg>`;
  const address = `data:image/svg+xml,${sheet.replaceAll('"', "'").replace(/[<>#%]/g, encodeURIComponent)}`;
  const width = (names.length * PITCH) / SIZE;
  const placeOf = (place: number) => ((place * PITCH) / SIZE / (width - 1)) * 100;
  return {
    // Chrome 111 knows only this name, and all others know it too. With both, the sheet would be there twice.
    mask: `-webkit-mask:url("${address}") var(--icon) 0 / ${width * 100}% 100% no-repeat`,
    places: names.map((name, place) => `.i-lucide-${name}{--icon:${placeOf(place).toFixed(6)}%}`).join(''),
  };
}

const first = sheetOf(FIRST);
const others = ICON_NAMES.filter((name) => !FIRST.includes(name));
const rest = sheetOf(others);

export const iconStyles = [
  `.icon{${first.mask}}`,
  `${others.map((name) => `.i-lucide-${name}`).join()}{${rest.mask}}`,
  first.places,
  rest.places,
].join('');

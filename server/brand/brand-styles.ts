import type { BrandColours } from '../../src/domain/settings/brand-colours.ts';
import type { Brand } from '../base/config/brand.ts';
import type { Picture } from '../base/config/brand-folder.ts';
import type { LogoNames } from './draw-pictures.ts';

const BLOCK = 'min(2.5rem,60px)';
const rule = (selector: string, declarations: Record<string, string>) =>
  `${selector}{${Object.entries(declarations)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
const inDark = (selector: string, declarations: Record<string, string>) =>
  `@media screen and (prefers-color-scheme:dark){${rule(`:root:not([data-theme=light]) ${selector}`.trim(), declarations)}}` +
  rule(`:root[data-theme=dark] ${selector}`.trim(), declarations);

export function writeStyles({ colours, pictures }: Brand, names: LogoNames): string {
  const { logo, 'logo-dark': dark, icon } = pictures;
  return [
    ...(colours ? colourRules(colours) : []),
    ...(icon ? [rule('.brand-mark,.invoice-mark', picture(names.mark)), rule('.invoice-mark', STAMP)] : []),
    ...(logo ? logoRules(logo, names, dark !== undefined) : []),
  ].join('\n');
}

function colourRules({ light, dark }: BrandColours): string[] {
  const tokens = (colours: BrandColours['light']) =>
    Object.fromEntries(Object.entries(colours).map(([name, colour]) => [`--${name}`, colour]));
  return [
    // An invoice is light in both themes.
    rule(':root,.invoice', tokens(light)),
    inDark('', tokens(dark)),
    // It is dark in both.
    rule('.strip', { '--signal': dark.signal }),
  ];
}

/** An invoice centres its icon in a larger block. */
const STAMP = { 'background-origin': 'content-box', padding: '8px' };

const picture = (file: string) => ({ background: `url(/${file}) center/contain no-repeat`, 'font-size': '0' });

function logoRules({ width, height }: Picture, { logo, dark }: LogoNames, hasDark: boolean): string[] {
  const ratio = Math.round((width / height) * 1000) / 1000;
  return [
    rule('.brand-mark', {
      ...picture(logo),
      'background-position': 'left center',
      'border-radius': '0',
      flex: '0 1 auto',
      width: `calc(${BLOCK}*${ratio})`,
    }),
    rule('.brand-word', {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      'clip-path': 'inset(50%)',
    }),
    hasDark
      ? inDark('.brand-mark', { 'background-image': `url(/${dark})` })
      : inDark('.brand-mark', {
          'background-color': '#fff',
          'background-origin': 'content-box',
          'background-position': 'center',
          'border-radius': 'var(--r-ctl)',
          padding: '4px',
        }),
  ];
}

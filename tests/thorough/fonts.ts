/** The three fonts with which layout has to hold. What else this machine has is out of sight. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../node_modules');
const CACHE = join(MODULES, '.cache/waybill/fonts');

/** Widths of letters as people have them: from a narrow grotesque to Debian's own font. */
const FONTS = {
  narrow: { family: 'Archivo Narrow', folder: '@expo-google-fonts/archivo-narrow' },
  average: { family: 'Arimo', folder: '@expo-google-fonts/arimo' },
  wide: { family: 'DejaVu Sans', folder: 'dejavu-fonts-ttf/ttf' },
};

export type Font = keyof typeof FONTS;
export const FONT_NAMES = Object.keys(FONTS) as Font[];

/** Writes settings for fontconfig in which every page has this font, and returns the variable that names them. */
export function withFont(font: Font): { FONTCONFIG_FILE: string } {
  const { family, folder } = FONTS[font];
  mkdirSync(CACHE, { recursive: true });
  const file = join(CACHE, `${font}.conf`);
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${join(MODULES, folder)}</dir>
  <cachedir>${join(CACHE, font)}</cachedir>
  <match target="pattern">
    <edit name="family" mode="prepend" binding="strong"><string>${family}</string></edit>
  </match>
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: file };
}

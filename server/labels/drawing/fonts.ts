import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

export interface LabelFont {
  file: string;
  /** Which of the fonts in a file of several. */
  name?: string;
  letters: ReadonlySet<number>;
  shapes: Font;
}

/** For each letter the first that has it is used. */
export interface LabelFonts {
  regular: readonly LabelFont[];
  bold: readonly LabelFont[];
}

const NOTO_SANS = '@expo-google-fonts/noto-sans';
const { resolve } = createRequire(import.meta.url);

export function openFonts(files: readonly string[]): LabelFonts {
  const further = files.map(openFont);
  return {
    regular: [openFont(resolve(`${NOTO_SANS}/400Regular/NotoSans_400Regular.ttf`)), ...further],
    bold: [openFont(resolve(`${NOTO_SANS}/700Bold/NotoSans_700Bold.ttf`)), ...further],
  };
}

/** Opens the first font of the file. */
function openFont(file: string): LabelFont {
  const opened = create(readFileSync(file));
  if (!('fonts' in opened)) return { file, letters: new Set(opened.characterSet), shapes: opened };
  const [first] = opened.fonts;
  if (!first) throw new Error(`There is no font in ${file}`);
  return { file, name: first.postscriptName, letters: new Set(first.characterSet), shapes: first };
}

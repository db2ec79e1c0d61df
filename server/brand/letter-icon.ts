import { findFont } from '../../src/domain/labels/letters.ts';
import { openFonts } from '../labels/drawing/fonts.ts';

/** The letter in public/icon.svg fills this box. */
const SIDE = 512;
const BOX = { x: 112, y: 120, width: 288, height: 224 };
const BARS =
  'M112 376h20v32h-20zM142 376h10v32h-10zM162 376h30v32h-30zM202 376h10v32h-10zM222 376h20v32h-20zM252 376h30v32h-30zM292 376h10v32h-10zM312 376h20v32h-20zM342 376h10v32h-10zM362 376h38v32h-38z';

interface LetterIcon {
  /** Draws it on its ground, `rounded` by as many pixels of 512. */
  onGround(options: { rounded: number; scale: number }): string;
  /** The shape without a ground. */
  alone: string;
}

export function drawLetterIcon(
  letter: string,
  { colour, on }: { colour: string; on: string },
  fonts: readonly string[],
): LetterIcon {
  const shape = `${drawLetter(letter, fonts)}<path d="${BARS}"/>`;
  const svg = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${content}</svg>`;
  return {
    onGround({ rounded, scale }) {
      const margin = (SIDE * (1 - scale)) / 2;
      return svg(
        `<rect width="${SIDE}" height="${SIDE}" rx="${rounded}" fill="${colour}"/>` +
          `<g fill="${on}" transform="translate(${margin} ${margin}) scale(${scale})">${shape}</g>`,
      );
    },
    alone: svg(shape),
  };
}

/** Empty if no font has it. */
function drawLetter(letter: string, files: readonly string[]): string {
  const fonts = openFonts(files).bold;
  const font =
    fonts[
      findFont(
        letter,
        fonts.map(({ letters }) => letters),
      )
    ];
  const path = font?.shapes.layout(letter).glyphs[0]?.path;
  if (!path) return '';
  const { minX, minY, maxX, maxY } = path.bbox;
  const scale = Math.min(BOX.width / (maxX - minX), BOX.height / (maxY - minY));
  if (!Number.isFinite(scale)) return '';
  const x = BOX.x + BOX.width / 2 - ((minX + maxX) / 2) * scale;
  const y = BOX.y + BOX.height / 2 + ((minY + maxY) / 2) * scale;
  return `<path transform="translate(${x} ${y}) scale(${scale} ${-scale})" d="${path.toSVG()}"/>`;
}

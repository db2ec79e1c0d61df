/** Redraws pictures, so that nothing hidden in them, such as scripts, is served. */
import type { Sharp } from 'sharp';
import { DEFAULT_COLOURS } from '../../src/domain/settings/brand-palette.ts';
import type { Brand } from '../base/config/brand.ts';
import type { Picture } from '../base/config/brand-folder.ts';

export const DRAWING_VERSION = 1;

const MAX_PIXELS = 50_000_000;
const TIMEOUT_SECONDS = 20;
const ROUNDED = 80;
const SAFE = 0.8;
const ON_WHITE = 0.66;
const WHITE = '#ffffff';
/** Three times what they are on the screen, in pixels. */
const HEIGHT = 120;

export type Drawn = Map<string, Buffer | string>;

/**
 * Returns an empty map if the app's own icons will do.
 * @throws An error that names a file that cannot be drawn.
 */
export async function drawPictures(brand: Brand, names: LogoNames, fonts: readonly string[]): Promise<Drawn> {
  const { default: sharp } = await import('sharp');
  const drawn: Drawn = new Map();
  const draw = ({ bytes, width, height }: Picture, box: { width?: number; height?: number }): Sharp => {
    const scale = Math.min((box.width ?? Infinity) / width, (box.height ?? Infinity) / height);
    // An SVG has no pixels: its size is in 72nds of an inch.
    const density = Math.min(2400, Math.max(1, 72 * scale));
    return sharp(bytes, { density, limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .resize({ ...box, fit: 'contain', background: 'transparent' });
  };
  const png = (image: Sharp) => image.png({ compressionLevel: 9 }).toBuffer();
  const square = (side: number) => ({ width: side, height: side });
  const named = <Result>(picture: Picture, work: () => Promise<Result>) =>
    work().catch(({ message }: Error) => {
      throw new Error(`BRAND_DIR: ${picture.file} cannot be drawn: ${message.split('\n')[0]}`);
    });

  const { logo, 'logo-dark': logoDark, icon } = brand.pictures;
  if (logo) await named(logo, async () => drawn.set(names.logo, await png(draw(logo, { height: HEIGHT }))));
  if (logo) drawn.set(names.mail, drawn.get(names.logo) ?? '');
  if (logoDark) await named(logoDark, async () => drawn.set(names.dark, await png(draw(logoDark, { height: HEIGHT }))));
  if (icon) {
    await named(icon, async () => {
      drawn.set(names.mark, await png(draw(icon, square(HEIGHT))));
      for (const side of [192, 512]) drawn.set(`icons/icon-${side}.png`, await png(draw(icon, square(side))));
      const { ground, isFilled } = await groundOf(draw(icon, square(64)));
      const onGround = async (side: number, share: number) => {
        const inner = await png(draw(icon, square(Math.round(side * share))));
        const canvas = sharp({ create: { ...square(side), channels: 3, background: ground } });
        return png(canvas.composite([{ input: inner, gravity: 'centre' }]));
      };
      drawn.set('icons/maskable-512.png', await onGround(512, isFilled ? SAFE : ON_WHITE));
      drawn.set('icons/apple-touch-icon.png', await onGround(180, isFilled ? 1 : SAFE));
      drawn.set('icon.svg', wrap(drawn.get('icons/icon-192.png') ?? ''));
    });
    return drawn;
  }
  if (!needsLetterIcon(brand)) return drawn;
  const { signal: colour, 'on-signal': on } = (brand.colours ?? DEFAULT_COLOURS).light;
  // The library of fonts is large, and few starts need it.
  const { drawLetterIcon } = await import('./letter-icon.ts');
  const letter = drawLetterIcon(brand.site.letter, { colour, on }, fonts);
  const draft = (svg: string, side: number) =>
    png(draw({ file: '', bytes: Buffer.from(svg), width: 512, height: 512 }, square(side)));
  const [rounded, filled] = [
    letter.onGround({ rounded: ROUNDED, scale: 1 }),
    letter.onGround({ rounded: 0, scale: 1 }),
  ];
  for (const side of [192, 512]) drawn.set(`icons/icon-${side}.png`, await draft(rounded, side));
  drawn.set('icons/maskable-512.png', await draft(letter.onGround({ rounded: 0, scale: SAFE }), 512));
  drawn.set('icons/apple-touch-icon.png', await draft(filled, 180));
  drawn.set('icon.svg', rounded);
  drawn.set('icons/monochrome.svg', letter.alone);
  return drawn;
}

export interface LogoNames {
  logo: string;
  dark: string;
  mail: string;
  mark: string;
}

/** @throws An error if nothing can draw it. */
export async function checkPicture(bytes: Buffer): Promise<void> {
  const { default: sharp } = await import('sharp');
  await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize({ height: HEIGHT })
    .png()
    .toBuffer();
}

/** The app's own icon has its letter on its accent. */
export const needsLetterIcon = ({ site, colours, pictures }: Brand): boolean =>
  !pictures.icon &&
  (site.letter !== 'W' || (colours !== null && colours.light.signal !== DEFAULT_COLOURS.light.signal));

async function groundOf(image: Sharp): Promise<{ ground: string; isFilled: boolean }> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4);
  const [last, bottom] = [info.width - 1, info.height - 1];
  const corners = [pixel(0, 0), pixel(last, 0), pixel(0, bottom), pixel(last, bottom)];
  const isFilled = corners.every((corner) => corner[3] === 255 && corner.equals(corners[0] ?? corner));
  return { ground: isFilled ? `#${corners[0]?.toString('hex').slice(0, 6)}` : WHITE, isFilled };
}

/** One address serves every brand, so pictures are wrapped in SVG. */
const wrap = (bytes: Buffer | string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192"><image width="192" height="192" href="data:image/png;base64,${Buffer.from(bytes).toString('base64')}"/></svg>`;

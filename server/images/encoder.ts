/**
 * A process of its own that turns one picture into what is kept: decoded, upright, made small enough, and written anew as
 * WebP in all its widths. Nothing of the file that came survives but its pixels: no metadata, no position, no script
 * behind the last byte. `node encoder.ts file`, or `node encoder.ts` with a drawing on standard input; answers an
 * EncoderAnswer as JSON.
 */
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { IMAGE_WIDTHS, MAXIMUM_IMAGE_SIDE } from '../../src/domain/image.ts';

export type EncoderAnswer =
  | { width: number; height: number; variants: { width: number; base64: string }[] }
  | { refusal: 'empty' | 'kind' | 'size' | 'damaged' };

/** A picture of 50 megapixels; a decompression bomb names more. */
const MAXIMUM_PIXELS = 50_000_000;
/** What a picture may take when it is unpacked: 50 megapixels of four bytes. Interlaced ones are held as a whole. */
const MAXIMUM_UNPACKED = 200_000_000;
/** AVIF is decoded in several planes at once and was measured to take four times its pixels. */
const AVIF_WEIGHT = 4;
const SECONDS = 20;

// Whatever the first bytes say, libvips has no other door open: not SVG (which can name files), PDF, TIFF or archives.
const doors = (...kinds: string[]) => ({ operation: kinds.map((kind) => `VipsForeignLoad${kind}`) });
sharp.block(doors(''));
sharp.concurrency(1);
sharp.cache(false);

const SIGNATURES: ((start: Buffer) => boolean)[] = [
  (start) => start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (start) => start.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (start) => start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP',
  // The box that begins an ISO file names its brands. HEIC is another one: nobody may ship its decoder freely.
  (start) => start.toString('latin1', 4, 8) === 'ftyp' && /avif|avis/.test(start.toString('latin1', 8)),
];

/** By its first bytes, before any decoder sees it; what it is called and what the sender says it is count for nothing. */
async function kindOf(file: string): Promise<'empty' | 'kind' | 'fine'> {
  const handle = await open(file);
  try {
    const { buffer: start, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0);
    if (bytesRead === 0) return 'empty';
    return SIGNATURES.some((isKind) => isKind(start.subarray(0, bytesRead))) ? 'fine' : 'kind';
  } finally {
    await handle.close();
  }
}

const INPUT = { limitInputPixels: MAXIMUM_PIXELS, failOn: 'error' } as const;

/** By its header, before its pixels are unpacked. */
async function isBounded(file: string): Promise<boolean> {
  const { width, height, channels, depth, format } = await sharp(file, INPUT).metadata();
  const weight = format === 'heif' ? AVIF_WEIGHT : 1;
  return width * height * channels * (depth === 'uchar' ? 1 : 2) * weight <= MAXIMUM_UNPACKED;
}

/** Decodes once, and makes every width of the plain pixels. */
async function encode(input: string | Buffer): Promise<EncoderAnswer> {
  const { data, info } = await sharp(input, INPUT)
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize({ width: MAXIMUM_IMAGE_SIDE, height: MAXIMUM_IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const variants = [];
  for (const each of [...IMAGE_WIDTHS.filter((narrower) => narrower < width), width]) {
    const bytes = await sharp(data, { raw: { width, height, channels } })
      .resize({ width: each })
      .webp({ quality: 80, smartSubsample: true })
      .toBuffer();
    variants.push({ width: each, base64: bytes.toString('base64') });
  }
  return { width, height, variants };
}

async function encodeFile(file: string): Promise<EncoderAnswer> {
  const kind = await kindOf(file);
  if (kind !== 'fine') return { refusal: kind };
  sharp.unblock(doors('Jpeg', 'Png', 'Webp', 'Heif', 'Uhdr'));
  try {
    return (await isBounded(file)) ? await encode(file) : { refusal: 'size' };
  } catch (error) {
    return { refusal: error instanceof Error && /pixel limit/.test(error.message) ? 'size' : 'damaged' };
  }
}

/** A drawing of our own: an SVG, which no upload can be. */
async function encodeDrawing(): Promise<EncoderAnswer> {
  sharp.unblock(doors('Svg'));
  return encode(await buffer(process.stdin));
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  const answer = file === undefined ? await encodeDrawing() : await encodeFile(file);
  process.stdout.write(JSON.stringify(answer));
}

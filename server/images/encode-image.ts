/**
 * From whatever was sent to what is kept: decoded, turned upright, made small enough, and written anew as WebP. Nothing of
 * the file that came survives but its pixels: no metadata, no position, no script behind the last byte.
 */
import { open } from 'node:fs/promises';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { IMAGE_WIDTHS, MAXIMUM_IMAGE_SIDE } from '../../src/domain/image.ts';
import { Refusal } from '../errors.ts';

export interface EncodedImage {
  width: number;
  height: number;
  /** Narrowest first; the last one is the whole image. */
  variants: { width: number; bytes: Buffer }[];
}

/** A picture of 50 megapixels; a decompression bomb names more. */
const MAXIMUM_PIXELS = 50_000_000;
/** What a picture may take when it is unpacked: 50 megapixels of four bytes. Interlaced ones are held as a whole. */
const MAXIMUM_UNPACKED = 200_000_000;
/** AVIF is decoded in several planes at once and was measured to take four times its pixels. */
const AVIF_WEIGHT = 4;
const SECONDS = 20;

const KINDS = 'Send a JPEG, PNG, WebP or AVIF image.';
const sentences = {
  empty: 'The file is empty.',
  kind: `This is not a picture that can be read here. ${KINDS}`,
  size: 'This picture has too many pixels. It can have at most 50 megapixels, an AVIF image 16.',
  damaged: 'This picture is damaged or cut off. Take it or save it again.',
};

/** One thread an image and nothing kept between two: what an encoding takes is known. */
sharp.concurrency(1);
sharp.cache(false);
// Whatever the first bytes say, libvips has no other door open: not SVG (which can name files), PDF, TIFF or archives.
const DOORS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Uhdr'].map((kind) => `VipsForeignLoad${kind}`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DOORS });

/**
 * Two at a time, however many cores there are: sharp works on libuv's four threads, and password hashes, files and
 * look-ups of names have only those as well.
 */
const inTurn = pLimit(2);

/**
 * Encodes a picture that was sent, in all its widths. Throws a Refusal with a sentence for whatever is no picture, is
 * damaged, or would take too much to unpack.
 */
export async function encodeUpload(file: string): Promise<EncodedImage> {
  await assertKind(file);
  return inTurn(async () => {
    try {
      await assertBounded(file);
      return await encode(file);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const isTooLarge = error instanceof Error && /pixel limit/.test(error.message);
      throw new Refusal('BAD_REQUEST', isTooLarge ? sentences.size : sentences.damaged);
    }
  });
}

/** Encodes a drawing of our own, an SVG: the one time that door is open, and only while nobody can send anything. */
export async function encodeDrawing(svg: string): Promise<EncodedImage> {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  try {
    return await inTurn(() => encode(Buffer.from(svg)));
  } finally {
    sharp.block({ operation: ['VipsForeignLoadSvg'] });
  }
}

const SIGNATURES: ((start: Buffer) => boolean)[] = [
  (start) => start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (start) => start.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (start) => start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP',
  // The box that begins an ISO file names its brands. HEIC is another one: nobody may ship its decoder freely.
  (start) => start.toString('latin1', 4, 8) === 'ftyp' && /avif|avis/.test(start.toString('latin1', 8)),
];

/** By its first bytes, before any decoder sees it; what it is called and what the sender says it is count for nothing. */
async function assertKind(file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0);
    if (bytesRead === 0) throw new Refusal('BAD_REQUEST', sentences.empty);
    const start = buffer.subarray(0, bytesRead);
    if (!SIGNATURES.some((isKind) => isKind(start))) throw new Refusal('BAD_REQUEST', sentences.kind);
  } finally {
    await handle.close();
  }
}

const INPUT = { limitInputPixels: MAXIMUM_PIXELS, failOn: 'error' } as const;

/** By its header, before its pixels are unpacked. */
async function assertBounded(file: string): Promise<void> {
  const { width, height, channels, depth, format } = await sharp(file, INPUT).metadata();
  const weight = format === 'heif' ? AVIF_WEIGHT : 1;
  const unpacked = width * height * channels * (depth === 'uchar' ? 1 : 2) * weight;
  if (unpacked > MAXIMUM_UNPACKED) throw new Refusal('BAD_REQUEST', sentences.size);
}

/** Decodes once, and makes every width of the plain pixels. */
async function encode(input: string | Buffer): Promise<EncodedImage> {
  const { data, info } = await sharp(input, INPUT)
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize({ width: MAXIMUM_IMAGE_SIDE, height: MAXIMUM_IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const variants: EncodedImage['variants'] = [];
  for (const each of [...IMAGE_WIDTHS.filter((narrower) => narrower < width), width]) {
    const bytes = await sharp(data, { raw: { width, height, channels } })
      .timeout({ seconds: SECONDS })
      .resize({ width: each })
      .webp({ quality: 80, smartSubsample: true })
      .toBuffer();
    variants.push({ width: each, bytes });
  }
  return { width, height, variants };
}

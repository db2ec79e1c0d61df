/** Writes an image as WebP in all widths, without metadata. */
import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { IMAGE_WIDTHS, MAX_IMAGE_SIDE } from '../../../src/domain/image.ts';
import { refusalOf } from './decode-errors.ts';

export type EncoderOutput =
  | { width: number; height: number; variants: { width: number; base64: string }[] }
  | { refusal: 'empty' | 'kind' | 'size' | 'damaged' };

const MAX_PIXELS = 50_000_000;
const MAX_UNPACKED_BYTES = 200_000_000;
const AVIF_WEIGHT = 4;
const ENCODE_TIMEOUT_SECONDS = 20;

// libvips may use no other loaders: not SVG, which can reference files.
const loaders = (...kinds: string[]) => ({ operation: kinds.map((kind) => `VipsForeignLoad${kind}`) });
sharp.block(loaders(''));
sharp.concurrency(1);
sharp.cache(false);

const SIGNATURES: ((start: Buffer) => boolean)[] = [
  (start) => start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (start) => start.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (start) => start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP',
  // HEIC is missing: its decoder cannot be shipped freely.
  (start) => start.toString('latin1', 4, 8) === 'ftyp' && /avif|avis/.test(start.toString('latin1', 8)),
];

async function checkSignature(file: string): Promise<'empty' | 'kind' | 'fine'> {
  const handle = await open(file);
  try {
    const { buffer: start, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0);
    if (bytesRead === 0) return 'empty';
    return SIGNATURES.some((isKind) => isKind(start.subarray(0, bytesRead))) ? 'fine' : 'kind';
  } finally {
    await handle.close();
  }
}

const INPUT = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;

async function isWithinLimits(file: string): Promise<boolean> {
  const { width, height, channels, depth, format } = await sharp(file, INPUT).metadata();
  const weight = format === 'heif' ? AVIF_WEIGHT : 1;
  return width * height * channels * (depth === 'uchar' ? 1 : 2) * weight <= MAX_UNPACKED_BYTES;
}

async function encode(input: string): Promise<EncoderOutput> {
  const { data, info } = await sharp(input, INPUT)
    .timeout({ seconds: ENCODE_TIMEOUT_SECONDS })
    .autoOrient()
    .resize({ width: MAX_IMAGE_SIDE, height: MAX_IMAGE_SIDE, fit: 'inside', withoutEnlargement: true })
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

async function encodeFile(file: string): Promise<EncoderOutput> {
  const kind = await checkSignature(file);
  if (kind !== 'fine') return { refusal: kind };
  sharp.unblock(loaders('Jpeg', 'Png', 'Webp', 'Heif', 'Uhdr'));
  try {
    return (await isWithinLimits(file)) ? await encode(file) : { refusal: 'size' };
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}

if (import.meta.main) {
  // systemd asks every process to end, but the server waits for this picture.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  process.stdin.once('end', () => process.exit(1)).resume();
  process.stdin.unref();
  const [file = ''] = process.argv.slice(2);
  const answer = await encodeFile(file);
  process.stdout.write(JSON.stringify(answer));
}

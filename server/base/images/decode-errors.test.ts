import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { refusalOf } from './decode-errors.ts';

it('does not blame an image for a timeout of sharp', async () => {
  const cores = sharp.concurrency();
  sharp.concurrency(1);
  onTestFinished(() => void sharp.concurrency(cores));
  const slow = sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#888' } })
    .timeout({ seconds: 1 })
    .median(31)
    .raw()
    .toBuffer();
  const error = await slow.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(() => refusalOf(error)).toThrow(error as Error);
});

it.each([
  'out of memory -- size == 200MB',
  'std::bad_alloc',
  'VipsJpeg: Insufficient memory (case 4)',
  'failed to allocate 4096 bytes',
])('does not blame an image for "%s"', (message) => {
  expect(() => refusalOf(new Error(message))).toThrow(message);
});

it.each([
  ['Input image exceeds pixel limit', 'size'],
  ['VipsJpeg: premature end of JPEG image', 'damaged'],
  ['pngload: libspng read error', 'damaged'],
  ['heifload: Memory allocation error: Security limit exceeded (6.1000)', 'damaged'],
  ['iloc item data exceeds the maximum memory block size', 'damaged'],
])('blames an image for "%s": %s', (message, refusal) => {
  expect(refusalOf(new Error(message))).toBe(refusal);
});

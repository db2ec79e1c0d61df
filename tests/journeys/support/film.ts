/** Films for the camera of a browser: Chromium plays them where a device would have a camera. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { encode } from 'uqr';
import { CHROMIUM_FLAGS, findHeadlessShell } from '../../support/chromium.ts';

const WIDTH = 640;
const HEIGHT = 480;

/** Pictures side by side on a desk, a little askew, as one frame of grey values. */
async function frameOf(pictures: Buffer[]): Promise<Buffer> {
  const room = Math.floor(WIDTH / pictures.length);
  const laid = await Promise.all(
    pictures.map(async (picture, place) => {
      const size = { width: Math.floor(room * 0.8), height: Math.floor(HEIGHT * 0.6), fit: 'inside' } as const;
      const input = await sharp(picture).resize(size).rotate(2, { background: '#fff' }).png().toBuffer();
      const { width = 0, height = 0 } = await sharp(input).metadata();
      return { input, left: place * room + ((room - width) >> 1), top: (HEIGHT - height) >> 1 };
    }),
  );
  const desk = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#9a9890' } });
  const flat = await desk.composite(laid).png().toBuffer();
  return sharp(flat).toColourspace('b-w').raw().toBuffer();
}

/** Writes a film (YUV4MPEG2, ten frames a second) that repeats the frame endlessly. */
export async function writeFilm(film: string, pictures: Buffer[]): Promise<void> {
  const colourless = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), await frameOf(pictures), colourless]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(film, Buffer.concat([head, frame, frame, frame]));
}

/** A text as the picture of a QR code. */
export function qrCodeFrame(text: string): Promise<Buffer> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dots = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)));
  const raw = { width: size, height: size, channels: 1 } as const;
  return sharp(dots, { raw })
    .resize(size * 6, size * 6, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

/** A browser whose camera plays the film from the start whenever a page asks for the camera. */
export interface FilmedBrowser {
  browser: Browser;
  film: string;
}

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
export async function runFilmedBrowser({}: object, use: (filmed: FilmedBrowser) => Promise<void>): Promise<void> {
  const film = join(await mkdtemp(join(tmpdir(), 'waybill-film-')), 'camera.y4m');
  const browser = await chromium.launch({
    executablePath: findHeadlessShell(),
    args: [
      ...CHROMIUM_FLAGS,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  await use({ browser, film });
  await browser.close();
}

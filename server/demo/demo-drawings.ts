/** Stored as they are: encoding takes too long for a first start. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_WIDTHS } from '../../src/domain/image.ts';
import { DEMO_PICTURES } from '../base/config/paths.ts';
import type { ImageStore } from '../base/images/image-store.ts';

const PICTURES = ['on-the-scale', 'in-the-van', 'at-the-door'];
/** In pixels. */
export const PICTURE_WIDTH = 1600;

export const demoPicture = (index: number, width: number): string =>
  join(DEMO_PICTURES, `${PICTURES[index % PICTURES.length]}-${width}.webp`);

/** Repeats after the third; returns their links. */
export async function storeDemoImages(images: ImageStore, count: number): Promise<string[]> {
  const links: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const variants = await Promise.all(
      [...IMAGE_WIDTHS, PICTURE_WIDTH].map(async (width) => ({
        width,
        bytes: await readFile(demoPicture(index, width)),
      })),
    );
    links.push((await images.save({ width: PICTURE_WIDTH, height: (PICTURE_WIDTH * 3) / 4, variants })).link);
  }
  return links;
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { IMAGE_FILE, IMAGE_WIDTHS, imageFile, imageFolder } from '../../../src/domain/image.ts';
import type { Environment } from '../config/env.ts';
import type { EncodedImage } from './encode-image.ts';
import { findFile, openDisk, type StoredFile } from './open-disk.ts';

export interface StoredImage {
  key: string;
  link: string;
}

export interface StoredVariants {
  key: string;
  width: number;
}

export interface ImageStore {
  save(image: EncodedImage): Promise<StoredImage>;
  remove(image: StoredVariants): Promise<void>;
  /** Null if it does not exist. */
  find(name: string): Promise<StoredFile | null>;
  unfinished: string;
}

export async function openImageStore(environment: Environment, dataDir: string): Promise<ImageStore> {
  const { disk, prefix, unfinished } = await openDisk(environment, join(dataDir, 'images'));
  const pathOf = (name: string) => `${prefix}${name.slice(0, 2)}/${name}`;

  return {
    unfinished,
    async save({ width, variants }) {
      const { PUBLIC_URL, IMAGE_CLOUD } = environment;
      const key = randomBytes(16).toString('hex');
      const places = variants.map((variant) => pathOf(imageFile(key, variant.width)));
      try {
        for (const [index, { bytes }] of variants.entries()) {
          await disk.put(places[index] ?? '', bytes, { contentType: 'image/webp' });
        }
      } catch (error) {
        await Promise.allSettled(places.map((place) => disk.delete(place)));
        throw error;
      }
      return { key, link: `${PUBLIC_URL}${imageFolder(IMAGE_CLOUD)}${imageFile(key, width)}` };
    },
    async remove({ key, width }) {
      const widths = [...IMAGE_WIDTHS.filter((narrower) => narrower < width), width];
      // The full-size image exists as long as any variant.
      for (const each of widths) await disk.delete(pathOf(imageFile(key, each)));
    },
    async find(name) {
      return IMAGE_FILE.test(name) ? findFile(disk, pathOf(name)) : null;
    },
  };
}

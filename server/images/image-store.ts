/**
 * Where images are stored: a local folder, or an S3-compatible bucket. An image is stored in all
 * its widths or in none, under a random key, and never changes.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { IMAGE_FILE, IMAGE_WIDTHS, imageFile, imageFolder } from '../../src/domain/image.ts';
import type { Environment } from '../config/env.ts';
import type { EncodedImage } from './encode-image.ts';
import { findFile, openDisk, type StoredFile } from './open-disk.ts';

export interface StoredImage {
  key: string;
  /** The absolute link to the full-size image. */
  link: string;
}

/** Identifies all files of an image: its key, and the width of the full-size one. */
export interface StoredVariants {
  key: string;
  width: number;
}

export interface ImageStore {
  /** Stores every variant of an image, the full-size one last. A failure leaves nothing behind. */
  save(image: EncodedImage): Promise<StoredImage>;
  /** Removes every variant of an image; missing ones are ignored. */
  remove(image: StoredVariants): Promise<void>;
  /** A file by the name its link ends in; null if it does not exist. */
  find(name: string): Promise<StoredFile | null>;
  /** A local folder for uploads in progress. */
  unfinished: string;
}

/** Opens the store that IMAGE_STORAGE names, or the one in DATA_DIR, without contacting it. */
export async function openImageStore(environment: Environment, dataDir: string): Promise<ImageStore> {
  const { disk, prefix, unfinished } = await openDisk(environment, join(dataDir, 'images'));
  // 256 subfolders, so that no folder becomes too large to list.
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
      // The full-size image last, as when storing: it exists as long as any variant does.
      for (const each of widths) await disk.delete(pathOf(imageFile(key, each)));
    },
    async find(name) {
      return IMAGE_FILE.test(name) ? findFile(disk, pathOf(name)) : null;
    },
  };
}

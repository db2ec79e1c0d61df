/**
 * Where images are stored: a local folder, or an S3-compatible bucket. An image is stored in all
 * its widths or in none, under a random key, and never changes.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { IMAGE_FILE, IMAGE_WIDTHS, imageFile, imageFolder } from '../../src/domain/image.ts';
import type { Environment } from '../config/env.ts';
import { clearUnfinished, DurableDisk } from './durable-disk.ts';
import type { EncodedImage } from './encode-image.ts';

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
  find(name: string): Promise<{ size: number; read(): Promise<Readable> } | null>;
  /** A local folder for uploads in progress. */
  unfinished: string;
}

/** Opens the store that IMAGE_STORAGE names, or the one in DATA_DIR, without contacting it. */
export async function openImageStore(environment: Environment, dataDir: string): Promise<ImageStore> {
  const root = join(dataDir, 'images');
  const unfinished = join(root, '.unfinished');
  await clearUnfinished(unfinished);
  const { disk, prefix } = environment.IMAGE_STORAGE
    ? await openBucket(environment.IMAGE_STORAGE)
    : { disk: new Disk(new DurableDisk(root, unfinished)), prefix: '' };
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
      if (!IMAGE_FILE.test(name)) return null;
      const file = disk.file(pathOf(name));
      try {
        const { contentLength } = await file.getMetaData();
        return { size: contentLength, read: () => file.getStream() };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
  };
}

/**
 * `s3://bucket/folder?region=…&endpoint=…`, with credentials where S3 tools usually find them
 * (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the machine's role). The bucket can be private.
 */
export async function openBucket(address: string): Promise<{ disk: Disk; prefix: string }> {
  // Loaded only if needed: the SDK takes 20 MB of memory.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { host: bucket, pathname, searchParams } = new URL(address);
  const endpoint = searchParams.get('endpoint');
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  const driver = new S3Driver({
    bucket,
    visibility: 'private',
    supportsACL: false,
    region: searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    // Stores other than Amazon's support neither bucket names in host names nor its newer
    // checksums.
    ...(endpoint && { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' as const }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000 },
  });
  return { disk: new Disk(driver), prefix: folder && `${folder}/` };
}

/** Whether the store reported that a file does not exist, rather than a failure. */
export function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return false;
  if ('code' in cause && cause.code === 'ENOENT') return true;
  return '$metadata' in cause && (cause.$metadata as { httpStatusCode?: number }).httpStatusCode === 404;
}

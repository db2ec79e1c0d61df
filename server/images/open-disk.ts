/** The disk that images and proofs are stored on: a local folder, or an S3-compatible bucket. */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import type { Environment } from '../config/env.ts';
import { closeToOthers } from '../config/private-folder.ts';
import { clearUnfinished, DurableDisk } from './durable-disk.ts';

export interface StoredFile {
  /** In bytes. */
  size: number;
  read(): Promise<Readable>;
}

interface OpenedDisk {
  disk: Disk;
  /** The bucket's folder, with a slash at its end; empty for a local folder. */
  prefix: string;
  /** A local folder for uploads in progress. */
  unfinished: string;
}

/**
 * Opens the bucket that IMAGE_STORAGE names, or else the local folder `root`, without contacting
 * it.
 */
export async function openDisk({ IMAGE_STORAGE }: Environment, root: string): Promise<OpenedDisk> {
  const unfinished = join(root, '.unfinished');
  await clearUnfinished(unfinished);
  closeToOthers(root);
  if (IMAGE_STORAGE) return { ...(await openBucket(IMAGE_STORAGE)), unfinished };
  return { disk: new Disk(new DurableDisk(root, unfinished)), prefix: '', unfinished };
}

/** A file on a disk; null if it does not exist. */
export async function findFile(disk: Disk, path: string): Promise<StoredFile | null> {
  const file = disk.file(path);
  try {
    const { contentLength } = await file.getMetaData();
    return { size: contentLength, read: () => file.getStream() };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * `s3://bucket/folder?region=…&endpoint=…`, with credentials where S3 tools usually find them
 * (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the machine's role). The bucket can be private.
 */
async function openBucket(address: string): Promise<{ disk: Disk; prefix: string }> {
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
function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return false;
  if ('code' in cause && cause.code === 'ENOENT') return true;
  return '$metadata' in cause && (cause.$metadata as { httpStatusCode?: number }).httpStatusCode === 404;
}

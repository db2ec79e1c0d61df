import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import type { Environment } from '../config/env.ts';
import { closeToOthers } from '../embedded-postgres/private-folder.ts';
import { clearUnfinished, DurableDisk } from './durable-disk.ts';

export interface StoredFile {
  /** In bytes. */
  size: number;
  read(): Promise<Readable>;
}

interface OpenedDisk {
  disk: Disk;
  prefix: string;
  unfinished: string;
}

export async function openDisk({ IMAGE_STORAGE }: Environment, root: string): Promise<OpenedDisk> {
  const unfinished = join(root, '.unfinished');
  await clearUnfinished(unfinished);
  closeToOthers(root);
  if (IMAGE_STORAGE) return { ...(await openBucket(IMAGE_STORAGE)), unfinished };
  return { disk: new Disk(new DurableDisk(root, unfinished)), prefix: '', unfinished };
}

/** Null if it does not exist. */
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

async function openBucket(address: string): Promise<{ disk: Disk; prefix: string }> {
  // The SDK takes 20 MB of memory.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { host: bucket, pathname, searchParams } = new URL(address);
  const endpoint = searchParams.get('endpoint');
  const folder = pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
  const driver = new S3Driver({
    bucket,
    visibility: 'private',
    supportsACL: false,
    region: searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    // Other stores than Amazon's support neither bucket host names nor newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' as const }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000 },
  });
  return { disk: new Disk(driver), prefix: folder && `${folder}/` };
}

export function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  if (!(cause instanceof Error)) return false;
  if ('code' in cause && cause.code === 'ENOENT') return true;
  return '$metadata' in cause && (cause.$metadata as { httpStatusCode?: number }).httpStatusCode === 404;
}

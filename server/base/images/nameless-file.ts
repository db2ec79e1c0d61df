import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OWNER_ONLY } from '../embedded-postgres/private-folder.ts';

/** Goes when it is closed, whatever happens. */
export async function openNameless(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY.folder });
  const path = join(directory, randomUUID());
  const file = await open(path, 'wx+', OWNER_ONLY.file);
  await rm(path);
  return file;
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Environment } from '../config/env.ts';
import { findFile, openDisk, type StoredFile } from './open-disk.ts';

export interface ProofStore {
  save(bytes: Buffer): Promise<string>;
  remove(key: string): Promise<void>;
  find(key: string): Promise<StoredFile | null>;
  unfinished: string;
}

export async function openProofStore(environment: Environment, dataDir: string): Promise<ProofStore> {
  const { disk, prefix, unfinished } = await openDisk(environment, join(dataDir, 'proofs'));
  const folder = environment.IMAGE_STORAGE ? `${prefix}proofs/` : '';
  const pathOf = (key: string) => `${folder}${key.slice(0, 2)}/${key}.webp`;

  return {
    unfinished,
    async save(bytes) {
      const key = randomBytes(16).toString('hex');
      await disk.put(pathOf(key), bytes, { contentType: 'image/webp' });
      return key;
    },
    remove: (key) => disk.delete(pathOf(key)),
    find: (key) => findFile(disk, pathOf(key)),
  };
}

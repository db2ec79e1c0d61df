import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWNER_ONLY } from '../embedded-postgres/private-folder.ts';

/** The first writes, all read. */
export type SecretKeys = readonly [string, ...string[]];

const LEAST_BYTES = 32;
const isLong = (key: string) => Buffer.byteLength(key) >= LEAST_BYTES;

export function parseSecretKeys(text: string): SecretKeys | null {
  const parts = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const [first] = parts;
  if (first === undefined || !parts.every(isLong)) {
    // Before lists, a key could have commas.
    return isLong(text.trim()) && !parts.some(isLong) ? [text] : null;
  }
  return [...new Set([first, ...parts.slice(1), text])] as unknown as SecretKeys;
}

/**
 * SECRET_KEY, or one generated once into a private file, which may have a list too.
 * @throws If a key in the file is too short.
 */
export async function loadSecretKeys(configured: SecretKeys | undefined, dataDir: string): Promise<SecretKeys> {
  if (configured) return configured;
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY.folder });
  const file = join(dataDir, 'secret-key');
  try {
    await writeFile(file, randomBytes(48).toString('base64url'), { mode: OWNER_ONLY.file, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const keys = parseSecretKeys(await readFile(file, 'utf8'));
  if (!keys) throw new Error(`${file}: each key must have ${LEAST_BYTES} bytes or more.`);
  return keys;
}

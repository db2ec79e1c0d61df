import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Environment } from '../base/config/env.ts';
import { openProofStore } from '../base/images/proof-store.ts';
import { type Finding, messageOf } from './finding.ts';

const TEST_FILE = Buffer.from('The doctor was here.');

export async function checkFiles(environment: Environment): Promise<Finding[]> {
  if (!environment.IMAGE_STORAGE) return [];
  const folder = await mkdtemp(join(tmpdir(), 'waybill-doctor-'));
  let step = 'stored';
  try {
    const store = await openProofStore(environment, folder);
    const key = await store.save(TEST_FILE);
    step = 'read';
    const file = await store.find(key);
    if (!file || !(await buffer(await file.read())).equals(TEST_FILE)) throw new Error('it is not what was stored');
    step = 'deleted';
    await store.remove(key);
    return [];
  } catch (error) {
    const what = `No file can be ${step} in the bucket: ${reasonOf(error)}.`;
    const mend =
      'Correct it, AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY, and let this key store, read and delete there.';
    return [{ about: 'IMAGE_STORAGE', what, mend }];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Some buckets give a code and no message. */
function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  const isCode = cause instanceof Error && '$metadata' in cause;
  return isCode ? `${cause.name}, ${cause.message}` : messageOf(error);
}

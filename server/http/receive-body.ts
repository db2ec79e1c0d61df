import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { OWNER_ONLY } from '../config/private-folder.ts';
import { UserError } from '../errors/errors.ts';

interface Room {
  /** Where the file lies meanwhile. */
  directory: string;
  maxBytes: number;
  /** What the sender is told of a larger one. */
  tooLarge: string;
}

/** Streams a body to a file, passes it to `use`, and deletes it afterwards. */
export async function withBody<Result>(
  { headers }: FastifyRequest,
  body: Readable,
  { directory, maxBytes, tooLarge }: Room,
  use: (upload: { file: string; sha256: Buffer }) => Promise<Result>,
): Promise<Result> {
  const error = new UserError('PAYLOAD_TOO_LARGE', tooLarge);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw error;
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY.folder });
  const file = join(directory, randomUUID());
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', OWNER_ONLY.file);
  try {
    let size = 0;
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > maxBytes) throw error;
      hash.update(chunk);
      await handle.write(chunk);
    }
    return await use({ file, sha256: hash.digest() });
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

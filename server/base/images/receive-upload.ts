import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MAX_IMAGE_BYTES, UPLOAD_FIELDS } from '../../../src/domain/image.ts';
import { OWNER_ONLY } from '../embedded-postgres/private-folder.ts';
import { UserError } from '../errors/errors.ts';
import { isTransientError } from '../errors/transient-errors.ts';

export const IMAGE_TOO_LARGE_MESSAGE = 'An image can be up to 10 MB.';
const FIELDS_MESSAGE = `Send a form with exactly two fields: ${UPLOAD_FIELDS.file}, the image, and ${UPLOAD_FIELDS.preset}.`;
const CUT_OFF_MESSAGE = 'The upload was interrupted or couldn’t be read. Please send it again.';

// One more of each than allowed, to report a second file.
const LIMITS = { fileSize: MAX_IMAGE_BYTES, files: 2, fields: 2, parts: 3, fieldSize: 200, fieldNameSize: 100 };

/**
 * Deletes the file after `use`.
 * @throws A UserError as soon as the form is wrong.
 */
export async function withUpload<Result>(
  request: FastifyRequest,
  directory: string,
  use: (upload: { file: string; preset: string }) => Promise<Result>,
): Promise<Result> {
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY.folder });
  const file = join(directory, randomUUID());
  try {
    const preset = await readForm(request, file).catch((error: unknown) => {
      // Our errors, such as a full disk, have a `syscall`.
      const isOurs = error instanceof Error && 'syscall' in error && isTransientError(error);
      throw error instanceof UserError || isOurs ? error : new UserError('BAD_REQUEST', CUT_OFF_MESSAGE);
    });
    return await use({ file, preset });
  } finally {
    await rm(file, { force: true });
  }
}

async function readForm(request: FastifyRequest, file: string): Promise<string> {
  let hasFile = false;
  let preset: string | null = null;
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === 'file' && part.fieldname === UPLOAD_FIELDS.file && !hasFile) {
      hasFile = true;
      await saveFile(part, file);
    } else if (part.type === 'field' && part.fieldname === UPLOAD_FIELDS.preset && preset === null) {
      preset = String(part.value);
    } else {
      throw new UserError('BAD_REQUEST', FIELDS_MESSAGE);
    }
  }
  if (!hasFile || preset === null) throw new UserError('BAD_REQUEST', FIELDS_MESSAGE);
  return preset;
}

async function saveFile({ file: stream }: MultipartFile, file: string): Promise<void> {
  const tooLarge = new UserError('PAYLOAD_TOO_LARGE', IMAGE_TOO_LARGE_MESSAGE);
  // Destroyed early, a write stream still opens its file, perhaps after we removed it.
  const handle = await open(file, 'wx', OWNER_ONLY.file);
  try {
    stream.once('limit', () => stream.destroy(tooLarge));
    await handle.writeFile(stream);
    if (stream.truncated) throw tooLarge;
  } finally {
    await handle.close();
  }
}

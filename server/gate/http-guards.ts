import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OWNER_ONLY } from '../base/embedded-postgres/private-folder.ts';
import { UserError } from '../base/errors/errors.ts';
import { noteProgress } from '../base/process/current-work.ts';
import { type Context, createContext, type Services } from '../context/context.ts';
import { type Access, type Admitted, type GateCall, passGate } from './gate.ts';

export function serveFile<Who extends Access>(
  services: Services,
  { req, res }: { req: FastifyRequest; res: FastifyReply },
  {
    access,
    limits,
    proof,
    isWrite = req.method !== 'GET',
  }: Pick<GateCall<Who>, 'access' | 'limits' | 'proof'> & {
    isWrite?: boolean;
  },
  run: (signedIn: Admitted<Who>, ctx: Context) => Promise<FastifyReply>,
): Promise<void> {
  const name = `${req.method} ${req.routeOptions.url}`;
  const ctx = createContext(services, { req, res });
  const call = { name, access, lane: 'files', isWrite, limits, proof } as const;
  return passGate(ctx, call, async (signedIn, available) => {
    await run(signedIn, { ...ctx, services: available });
  });
}

export function setProcedureErrorHandler(scope: FastifyInstance): void {
  scope.setErrorHandler((thrown, request) => {
    // Discards the rest of the body: closing the connection of a caller who still sends would lose the response.
    request.raw.unpipe();
    request.raw.resume();
    throw thrown;
  });
}

interface Room {
  directory: string;
  maxBytes: number;
  tooLarge: string;
}

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
    noteProgress();
    await handle.close();
    await rm(file, { force: true });
  }
}

/** The guards check the caller before a byte of the body is read. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, type Readable } from 'node:stream';
import { getTRPCErrorFromUnknown } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../src/domain/user.ts';
import { createContext, type Services } from '../context/context.ts';
import { OWNER_ONLY } from '../embedded-postgres/private-folder.ts';
import { UserError } from '../errors/errors.ts';
import { isServerFault, publicError, toWireError } from '../errors/wire-errors.ts';
import type { LimitName } from '../limits/limit-rules.ts';
import { findSignedIn } from '../stores/auth/sessions.ts';
import { retryAfterHeader } from './single-query-fast-path.ts';

export async function requireManager(
  services: Services,
  call: { req: FastifyRequest; res: FastifyReply },
  limits: readonly LimitName[] = ['write'],
): Promise<User> {
  return requirePerson(services, call, limits, ({ header }) => header);
}

export async function requireVerified(
  services: Services,
  call: { req: FastifyRequest; res: FastifyReply },
): Promise<User> {
  return requirePerson(services, call, ['write'], () => true);
}

export async function admitReader(
  services: Services,
  call: { req: FastifyRequest; res: FastifyReply },
): Promise<{ userId: string | null; isManager: boolean; grants: string[] }> {
  const { token, address, grant } = createContext(services, call);
  const place = await services.admission.enter('files', { token, address });
  finished(call.res.raw, () => place.leave());
  const user = token ? (await findSignedIn(services.db, token))?.user : undefined;
  if (token && user) services.admission.recognize(token, user.id);
  const isVerified = user?.verified ?? false;
  return {
    userId: user && isVerified ? user.id : null,
    isManager: isVerified && (user?.header ?? false),
    grants: grant?.split(', ') ?? [],
  };
}

async function requirePerson(
  services: Services,
  call: { req: FastifyRequest; res: FastifyReply },
  limits: readonly LimitName[],
  isAllowed: (user: User) => boolean,
): Promise<User> {
  const { token, address } = createContext(services, call);
  if (!token) throw new UserError('UNAUTHORIZED');
  const place = await services.admission.enter('files', { token, address });
  finished(call.res.raw, () => place.leave());
  const signedIn = await findSignedIn(services.db, token);
  if (!signedIn) throw new UserError('UNAUTHORIZED');
  const { id, verified } = signedIn.user;
  if (!verified) throw new UserError('FORBIDDEN', 'Verify your email first.');
  if (!isAllowed(signedIn.user)) throw new UserError('FORBIDDEN');
  services.admission.recognize(token, id);
  await services.limits.admit(limits, { address, userId: id });
  return signedIn.user;
}

/** Sends errors like those of a procedure, except Fastify's own. */
export function setProcedureErrorHandler(scope: FastifyInstance, { admission }: Services): void {
  scope.setErrorHandler((thrown, request, reply) => {
    // The rest of the body is discarded: closing the connection of a caller who is still sending
    // would lose the response.
    request.raw.unpipe();
    request.raw.resume();
    if (thrown instanceof Error && 'statusCode' in thrown) throw thrown;
    const error = toWireError(getTRPCErrorFromUnknown(thrown));
    admission.countError(error);
    if (isServerFault(error)) request.log.error({ err: error.cause ?? error }, 'A request failed');
    return reply
      .code(getHTTPStatusCodeFromError(error))
      .headers({ 'cache-control': 'no-store', ...retryAfterHeader([error]) })
      .send({ error: publicError(error, request.id) });
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
    await handle.close();
    await rm(file, { force: true });
  }
}

/**
 * The guards and errors of procedures, for the few routes that receive and send files instead of
 * JSON.
 */
import { finished } from 'node:stream';
import { getTRPCErrorFromUnknown } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../src/domain/user.ts';
import { createContext, type Services } from '../context/context.ts';
import { isFault, publicError, Refusal, toWireError } from '../errors/errors.ts';
import type { LimitName } from '../limits/limits.ts';
import { findSignedIn } from '../stores/auth/sessions.ts';
import { retryAfter } from './lone-queries.ts';

/** Admits verified managers only, like `managerProcedure`, before a byte of the body is read. */
export async function admitManager(
  services: Services,
  call: { req: FastifyRequest; res: FastifyReply },
  limits: readonly LimitName[] = ['write'],
): Promise<User> {
  const { token, address } = createContext(services, call);
  if (!token) throw new Refusal('UNAUTHORIZED');
  const place = await services.admission.enter('files', { token, address });
  finished(call.res.raw, () => place.leave());
  const signedIn = await findSignedIn(services.db, token);
  if (!signedIn) throw new Refusal('UNAUTHORIZED');
  const { id, verified, header } = signedIn.user;
  if (!verified) throw new Refusal('FORBIDDEN', 'Verify your email first.');
  if (!header) throw new Refusal('FORBIDDEN');
  services.admission.recognize(token, id);
  await services.limits.admit(limits, { address, userId: id });
  return signedIn.user;
}

/**
 * Handles errors thrown in `scope` like those of a procedure; Fastify's own errors are left to the
 * app.
 */
export function answerAsProcedures(scope: FastifyInstance, { admission }: Services): void {
  scope.setErrorHandler((thrown, request, reply) => {
    // A caller who is rejected early is still sending. The rest is read and discarded, since
    // closing the connection would lose the response.
    request.raw.unpipe();
    request.raw.resume();
    if (thrown instanceof Error && 'statusCode' in thrown) throw thrown;
    const error = toWireError(getTRPCErrorFromUnknown(thrown));
    admission.note(error);
    if (isFault(error)) request.log.error({ err: error.cause ?? error }, 'A request failed');
    return reply
      .code(getHTTPStatusCodeFromError(error))
      .headers({ 'cache-control': 'no-store', ...retryAfter([error]) })
      .send({ error: publicError(error, request.id) });
  });
}

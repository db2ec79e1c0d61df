/** The links with which mail programs end emails without a login (RFC 8058). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { IdSchema, strictInput } from '../../src/domain/field-schemas.ts';
import type { Services } from '../context/context.ts';
import { findChoicesPage, isStopLink, STOP_PATH, stopEmails } from '../operations/messages/stop-emails.ts';
import { httpError } from './error-responses.ts';

const LinkSchema = strictInput({ id: IdSchema, signature: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });
const MAX_BODY_BYTES = 1_024;

export async function serveEmails(app: FastifyInstance, services: Services): Promise<void> {
  async function readId(request: FastifyRequest): Promise<string> {
    const { success, output } = v.safeParse(LinkSchema, request.params);
    const settle = await services.limits.admit(['orderGuess'], { address: request.ip });
    if (success && isStopLink(services, output)) return output.id;
    await settle('wrong');
    throw httpError(404);
  }

  await app.register(async (scope) => {
    // The address says it all.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, null));
    const url = `${STOP_PATH}/:id/:signature`;

    // Scanners follow each link of an email: only a POST stops anything.
    scope.get(url, async (request, reply) => reply.redirect(await findChoicesPage(services, await readId(request))));

    scope.post(url, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      await stopEmails(services, await readId(request), request.id);
      return reply.type('text/plain; charset=utf-8').send('You get no more of these emails.');
    });
  });
}

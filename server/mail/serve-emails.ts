/** Links that need no login: mail programs end emails with them (RFC 8058), and a preview's frame. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { IdSchema, strictInput } from '../../src/domain/field-schemas.ts';
import { PreviewSchema } from '../../src/domain/message-preview.ts';
import { httpError } from '../base/http/error-responses.ts';
import type { Services } from '../context/context.ts';
import { findChoicesPage, isStopLink, STOP_PATH, stopEmails } from '../messages/stop-emails.ts';
import { isPreviewLink, openPreview, previewPath } from './preview-message.ts';

const LinkSchema = strictInput({ id: IdSchema, signature: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) });
const MAX_BODY_BYTES = 1_024;

const PreviewLinkSchema = strictInput({
  message: PreviewSchema.entries.message,
  userId: IdSchema,
  expiresAt: v.pipe(v.string(), v.regex(/^\d{13}$/), v.transform(Number)),
  signature: LinkSchema.entries.signature,
});
/** An email's own styles and pictures, and no script. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox";

export async function serveEmails(app: FastifyInstance, services: Services): Promise<void> {
  async function readLink<Link>(
    request: FastifyRequest,
    schema: v.GenericSchema<unknown, Link>,
    isSigned: (services: Services, link: Link) => boolean,
  ): Promise<Link> {
    const { success, output } = v.safeParse(schema, request.params);
    const settle = await services.limits.admit(['orderGuess'], { address: request.ip });
    if (success && isSigned(services, output)) return output;
    await settle('wrong');
    throw httpError(404);
  }
  const readId = async (request: FastifyRequest) => (await readLink(request, LinkSchema, isStopLink)).id;

  app.get(previewPath(':message', ':userId', ':expiresAt', ':signature'), async (request, reply) => {
    const mail = await openPreview(services, await readLink(request, PreviewLinkSchema, isPreviewLink));
    if (!mail) throw httpError(404);
    return reply
      .headers({ 'content-security-policy': FRAME_POLICY, 'x-frame-options': 'SAMEORIGIN' })
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(mail.html.replace('<head>', '<head><base target="_blank">'));
  });

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

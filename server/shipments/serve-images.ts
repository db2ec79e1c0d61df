import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { IMAGE_FILE, imageFolder, imageUploadPath, MAX_IMAGE_BYTES } from '../../src/domain/image.ts';
import { UserError } from '../base/errors/errors.ts';
import { encodeUpload } from '../base/images/encode-image.ts';
import { isOwnHost } from '../base/images/image-links.ts';
import { IMAGE_TOO_LARGE_MESSAGE, withUpload } from '../base/images/receive-upload.ts';
import type { Services } from '../context/context.ts';
import { serveFile, setProcedureErrorHandler } from '../gate/http-guards.ts';
import { storeUpload } from './image-lifecycle.ts';

/** Around its file, in bytes. */
const FORM_OVERHEAD = 16 * 1024;

export async function serveImages(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    if (isOwnHost(services.environment)) await addUploadRoute(scope, services);
    addImageRoute(scope, services);
  });
}

async function addUploadRoute(app: FastifyInstance, services: Services): Promise<void> {
  const { environment, images } = services;
  // The parser's own size limits apply while the body streams in.
  await app.register(fastifyMultipart, { throwFileSizeLimit: false });

  setProcedureErrorHandler(app);

  app.post<{ Params: { cloud: string } }>(imageUploadPath(':cloud'), (request, reply) =>
    serveFile(services, { req: request, res: reply }, { access: 'files.uploadImage' }, async () => {
      if (request.params.cloud !== environment.IMAGE_CLOUD)
        throw new UserError('NOT_FOUND', 'This cloud name doesn’t exist.');
      if (!request.isMultipart()) throw new UserError('BAD_REQUEST', 'Send the image as a form (multipart/form-data).');
      if (Number(request.headers['content-length'] ?? 0) > MAX_IMAGE_BYTES + FORM_OVERHEAD) {
        throw new UserError('PAYLOAD_TOO_LARGE', IMAGE_TOO_LARGE_MESSAGE);
      }
      const askToRetry = (error: unknown) => {
        if (error instanceof UserError) throw error;
        request.log.error({ err: error }, 'An image could not be stored');
        throw new UserError('SERVICE_UNAVAILABLE', 'The image couldn’t be stored. Please try again in a moment.');
      };
      const image = await withUpload(request, images.unfinished, ({ file, preset }) => {
        if (preset !== environment.IMAGE_PRESET)
          throw new UserError('BAD_REQUEST', 'This upload preset doesn’t exist.');
        return encodeUpload(file).catch(askToRetry);
      });
      const { key, link } = await storeUpload(services, image).catch(askToRetry);
      return reply.header('cache-control', 'no-store').send({
        public_id: key,
        width: image.width,
        height: image.height,
        bytes: image.variants.at(-1)?.bytes.length,
        format: 'webp',
        secure_url: link,
      });
    }),
  );
}

function addImageRoute(app: FastifyInstance, { environment, images }: Services): void {
  app.get<{ Params: { cloud: string; file: string } }>(`${imageFolder(':cloud')}:file`, async (request, reply) => {
    const { cloud, file } = request.params;
    const image = cloud === environment.IMAGE_CLOUD && IMAGE_FILE.test(file) ? await images.find(file) : null;
    if (!image) return reply.callNotFound();
    // A file never changes under its name, so the name serves as the tag.
    const tag = `"${file}"`;
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      .header('content-security-policy', "default-src 'none'")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*');
    if (request.headers['if-none-match']?.split(',').some((one) => one.trim() === tag)) return reply.code(304).send();
    return reply
      .type('image/webp')
      .header('content-length', image.size)
      .send(await image.read());
  });
}

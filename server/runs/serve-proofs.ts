import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { sentences } from '../../src/domain/errors.ts';
import { IdSchema, strictInput } from '../../src/domain/field-schemas.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { MAX_IMAGE_BYTES } from '../../src/domain/image.ts';
import { may } from '../../src/domain/roles.ts';
import { PROOF_TYPES, Sha256Schema } from '../../src/domain/runs/facts.ts';
import { ByTrackingIdSchema } from '../../src/domain/shipment.ts';
import { UserError } from '../base/errors/errors.ts';
import { IMAGE_TOO_LARGE_MESSAGE } from '../base/images/receive-upload.ts';
import { parseInput } from '../base/limits/assert-input.ts';
import type { Services } from '../context/context.ts';
import { serveFile, setProcedureErrorHandler, withBody } from '../gate/http-guards.ts';
import { drawProofFor } from '../tracking/draw-proof.ts';
import { readProof } from './proofs/read-proof.ts';
import { alteredProof, type ProofAddress, receiveProof, requireDeclaredProof } from './proofs/receive-proof.ts';

const AddressSchema = strictInput({ visitId: IdSchema, sha256: Sha256Schema });

export async function serveProofs(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    setProcedureErrorHandler(scope);
    // Authorization comes first, and the body has its own limit.
    scope.addContentTypeParser([...PROOF_TYPES], (_request, payload, done) => done(null, payload));

    scope.put(filePaths.proof(':visitId', ':sha256'), (req, res) =>
      serveFile(services, { req, res }, { access: 'verified' }, async ({ user }) => {
        const proof = await requireDeclaredProof(services, user.id, parseAddress(req));
        if (!(req.body instanceof Readable)) throw alteredProof();
        if (proof.receivedAt === null && proof.erasedAt === null) {
          const room = {
            directory: services.proofs.unfinished,
            maxBytes: MAX_IMAGE_BYTES,
            tooLarge: IMAGE_TOO_LARGE_MESSAGE,
          };
          await withBody(req, req.body, room, (upload) =>
            receiveProof(services, { proof, ...upload, requestId: req.id }),
          );
        } else req.body.resume();
        return res.header('cache-control', 'no-store').send({ ok: true });
      }),
    );

    scope.get(filePaths.proof(':visitId', ':sha256'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, { access: 'everyone' }, async (signedIn, { grant }) => {
        const user = signedIn?.user.verified ? signedIn.user : null;
        const reader = {
          userId: user?.id ?? null,
          readsAll: user !== null && may(user, 'shipmentAdmin.getShipment'),
          grants: grant?.split(', ') ?? [],
        };
        const file = await readProof(services, reader, parseAddress(req));
        return res
          .header('cache-control', 'private, no-store')
          .header('vary', 'Authorization, X-Shipment-Grant')
          .header('content-security-policy', "default-src 'none'")
          .header('content-length', file.size)
          .type('image/webp')
          .send(await file.read());
      }),
    );

    scope.get(filePaths.deliveryProof(':trackingId'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(
        services,
        { req, res },
        { access: 'everyone', limits: ['lookup', 'export'] },
        async (signedIn, { grant }) => {
          const left = new AbortController();
          res.raw.once('close', () => left.abort());
          const viewer = { userId: signedIn?.user.verified ? signedIn.user.id : null, grant };
          const { trackingId } = parseInput(ByTrackingIdSchema, req.params);
          const { size, content } = await drawProofFor(services, viewer, { trackingId, signal: left.signal });
          return res
            .header('cache-control', 'private, no-store')
            .header('vary', 'Authorization, X-Shipment-Grant')
            .header('content-disposition', `attachment; filename="proof-of-delivery-${trackingId}.pdf"`)
            .header('content-length', size)
            .type('application/pdf')
            .send(content);
        },
      ),
    );
  });
}

function parseAddress({ params }: FastifyRequest): ProofAddress {
  const { success, output } = v.safeParse(AddressSchema, params);
  if (!success) throw new UserError('NOT_FOUND', sentences.NOT_FOUND);
  return output;
}

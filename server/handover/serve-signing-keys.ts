import type { FastifyInstance } from 'fastify';
import { paths } from '../../src/domain/paths.ts';
import type { Services } from '../context/context.ts';
import { listPublicKeys } from './signing-keys.ts';

/** For everyone, on other sites too: they only verify. */
export function serveSigningKeys(app: FastifyInstance, { db }: Services): void {
  app.get(paths.signingKeys, async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .send(await listPublicKeys(db)),
  );
}

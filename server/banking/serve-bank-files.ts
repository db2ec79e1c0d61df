import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { MAX_STATEMENT_BYTES, STATEMENT_TOO_LARGE } from '../../src/domain/banking.ts';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { UserError } from '../base/errors/errors.ts';
import { parseInput } from '../base/limits/assert-input.ts';
import { inTurn, SHARED_QUEUES } from '../base/limits/shared-queues.ts';
import type { Services } from '../context/context.ts';
import { serveFile, setProcedureErrorHandler, withBody } from '../gate/http-guards.ts';
import { importStatement } from './import-bank-file.ts';
import { getPayoutFile } from './payout-files.ts';

export async function serveBankFiles(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    setProcedureErrorHandler(scope);
    // Authorization comes first, and the body has its own limit.
    scope.addContentTypeParser('application/xml', (_request, payload, done) => done(null, payload));

    scope.post(filePaths.bankStatements, (req, res) =>
      serveFile(services, { req, res }, { access: 'files.importStatement' }, async ({ user: { id } }) => {
        if (!(req.body instanceof Readable)) throw new UserError('BAD_REQUEST', 'Send the file as application/xml.');
        const room = {
          directory: services.images.unfinished,
          maxBytes: MAX_STATEMENT_BYTES,
          tooLarge: STATEMENT_TOO_LARGE,
        };
        const order = { services, actor: { id }, procedure: 'bankStatement' as const, requestId: req.id };
        const result = await withBody(req, req.body, room, ({ file }) =>
          inTurn(SHARED_QUEUES.fileChecks, () => importStatement(order, file)),
        );
        return res.header('cache-control', 'no-store').send(result);
      }),
    );

    const downloaded = { access: 'files.getPayoutFile', limits: ['export'], proof: 'recent' } as const;
    scope.get(filePaths.payoutFile(':id'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, downloaded, async (_, { services: sources }) => {
        const { id } = parseInput(ByIdSchema, req.params);
        const { kind, content } = await getPayoutFile(sources, id);
        return res
          .header('cache-control', 'private, no-store')
          .header('vary', 'Authorization')
          .header('content-disposition', `attachment; filename="payouts-${id}.${kind}"`)
          .type(`${kind === 'csv' ? 'text/csv' : 'application/xml'}; charset=utf-8`)
          .send(content);
      }),
    );
  });
}

import type { FastifyInstance } from 'fastify';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { PrintFileOrderSchema, PrintLabelsSchema } from '../../src/domain/labels/printing.ts';
import { parseInput } from '../base/limits/assert-input.ts';
import type { Services } from '../context/context.ts';
import { parseIdempotencyKey } from '../context/unit-of-work.ts';
import { serveFile, setProcedureErrorHandler } from '../gate/http-guards.ts';
import { drawPrintFile } from './draw-print-file.ts';
import { orderPrintFile } from './order-print-file.ts';
import { printLabels } from './print-labels.ts';

export async function serveLabels(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    setProcedureErrorHandler(scope);

    scope.post(filePaths.labels, (req, res) =>
      serveFile(services, { req, res }, { access: 'verified' }, async ({ user }) => {
        const order = parseInput(PrintFileOrderSchema, req.body);
        const file = await orderPrintFile(services, { asker: user, requestId: req.id }, order);
        return res.header('cache-control', 'no-store').send(file);
      }),
    );

    // Goes on if the caller hangs up.
    scope.post(filePaths.printLabels, (req, res) =>
      serveFile(services, { req, res }, { access: 'files.printLabels' }, async ({ user }, ctx) => {
        const order = parseInput(PrintLabelsSchema, req.body);
        const call = { asker: user, requestId: req.id, key: parseIdempotencyKey(ctx), log: req.log };
        return res.header('cache-control', 'no-store').send(await printLabels(services, call, order));
      }),
    );

    scope.get(filePaths.labelFile(':id'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, { access: 'verified', limits: ['export'] }, async ({ user }) => {
        const { id } = parseInput(ByIdSchema, req.params);
        const left = new AbortController();
        res.raw.once('close', () => left.abort());
        const call = { asker: user, requestId: req.id, signal: left.signal };
        const { name, type, size, content } = await drawPrintFile(services, call, id);
        return res
          .header('cache-control', 'private, no-store')
          .header('vary', 'Authorization')
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('content-length', size)
          .type(type)
          .send(content);
      }),
    );
  });
}

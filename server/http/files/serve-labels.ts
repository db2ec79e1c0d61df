import type { FastifyInstance } from 'fastify';
import { ByIdSchema } from '../../../src/domain/field-schemas.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { PrintFileOrderSchema, PrintLabelsSchema } from '../../../src/domain/label/printing.ts';
import type { Services } from '../../context/context.ts';
import { parseIdempotencyKey } from '../../context/unit-of-work.ts';
import { parseInput } from '../../limits/assert-input.ts';
import { drawPrintFile } from '../../operations/labels/draw-print-file.ts';
import { orderPrintFile } from '../../operations/labels/order-print-file.ts';
import { printLabels } from '../../operations/labels/print-labels.ts';
import { serveFile, setProcedureErrorHandler } from './http-guards.ts';

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

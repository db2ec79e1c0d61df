import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { parseInput } from '../base/limits/assert-input.ts';
import type { Services } from '../context/context.ts';
import { serveFile, setProcedureErrorHandler } from '../gate/http-guards.ts';
import { openExport } from './request-export.ts';

export async function serveDataExports(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    setProcedureErrorHandler(scope);
    scope.get(filePaths.dataExport(':id'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(
        services,
        { req, res },
        { access: 'verified', limits: ['export'], proof: 'recent' },
        async ({ user }) => {
          const { id } = parseInput(ByIdSchema, req.params);
          const { size, parts } = await openExport(services.db, { id, userId: user.id });
          return res
            .header('cache-control', 'private, no-store')
            .header('vary', 'Authorization')
            .header('content-disposition', 'attachment; filename="my-data.zip"')
            .header('content-length', size)
            .type('application/zip')
            .send(Readable.from(parts, { objectMode: false }));
        },
      ),
    );
  });
}

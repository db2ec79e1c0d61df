import type { FastifyInstance } from 'fastify';
import { ByIdSchema } from '../../../src/domain/field-schemas.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { JournalSchema } from '../../../src/domain/statements/statement.ts';
import type { Services } from '../../context/context.ts';
import { fieldError } from '../../errors/errors.ts';
import { parseInput } from '../../limits/assert-input.ts';
import { drawStatementFile, fileNameOf, getStatement } from '../../operations/statements/draw-statement-file.ts';
import {
  JOURNAL_HEADERS,
  readJournalRows,
  readStatementRows,
  STATEMENT_HEADERS,
} from '../../operations/statements/export-journal.ts';
import { formatCsvFile } from '../../shipment-files/write-csv.ts';
import { serveFile, setProcedureErrorHandler } from './http-guards.ts';
import { formatRows, sendCsv } from './send-csv.ts';

export async function serveStatements(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    setProcedureErrorHandler(scope);
    const own = { access: 'verified', limits: ['export'] } as const;

    scope.get(filePaths.statementFile(':id', 'pdf'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, own, async ({ user }) => {
        const statement = await getStatement(services.db, user, parseInput(ByIdSchema, req.params).id);
        const left = new AbortController();
        res.raw.once('close', () => left.abort());
        const { size, content } = await drawStatementFile(services, statement, left.signal);
        return res
          .header('cache-control', 'private, no-store')
          .header('vary', 'Authorization')
          .header('content-disposition', `attachment; filename="${fileNameOf(statement, 'pdf')}"`)
          .header('content-length', size)
          .type('application/pdf')
          .send(content);
      }),
    );

    scope.get(filePaths.statementFile(':id', 'csv'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, own, async ({ user }) => {
        const statement = await getStatement(services.db, user, parseInput(ByIdSchema, req.params).id);
        const rows = formatRows(readStatementRows(services, statement));
        return sendCsv(res, fileNameOf(statement, 'csv'), formatCsvFile(STATEMENT_HEADERS, rows));
      }),
    );

    const kept = { access: 'files.exportJournal', limits: ['export'], proof: 'recent' } as const;
    scope.get(filePaths.journalFile(), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, kept, async () => {
        const period = parseInput(JournalSchema, req.query);
        if (period.until < period.from) throw fieldError('until', 'Until can’t be before From.');
        const rows = formatRows(readJournalRows(services, period));
        return sendCsv(res, `journal-${period.from}-${period.until}.csv`, formatCsvFile(JOURNAL_HEADERS, rows));
      }),
    );
  });
}

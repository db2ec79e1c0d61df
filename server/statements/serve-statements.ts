import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ByIdSchema, ForUserSchema } from '../../src/domain/field-schemas.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { OwingFileSchema } from '../../src/domain/owing.ts';
import { JournalSchema } from '../../src/domain/statements/money-lines.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { sendCsv } from '../base/http/send-csv.ts';
import { parseInput } from '../base/limits/assert-input.ts';
import type { Services } from '../context/context.ts';
import { serveFile, setProcedureErrorHandler } from '../gate/http-guards.ts';
import { OWING_HEADERS, readOwingRows } from '../ledger/owing.ts';
import { forUser } from '../ledger/require-user.ts';
import { getExport } from './book-exports.ts';
import { drawStatementFile, fileNameOf, getStatement } from './draw-statement-file.ts';
import { JOURNAL_HEADERS, readJournalRows, readStatementRows, STATEMENT_HEADERS } from './export-journal.ts';
import { draftDocument } from './issue-statements.ts';
import type { StatementRow } from './store/statements.ts';

export async function serveStatements(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    setProcedureErrorHandler(scope);
    const own = { access: 'verified', limits: ['export'] } as const;

    const sendPdf = async (res: FastifyReply, statement: StatementRow, fileName: string) => {
      const left = new AbortController();
      res.raw.once('close', () => left.abort());
      const { size, content } = await drawStatementFile(services, statement, left.signal);
      return res
        .header('cache-control', 'private, no-store')
        .header('vary', 'Authorization')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('content-length', size)
        .type('application/pdf')
        .send(content);
    };

    scope.get(filePaths.statementFile(':id', 'pdf'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, own, async ({ user }) => {
        const statement = await getStatement(services.db, user, parseInput(ByIdSchema, req.params).id);
        return sendPdf(res, statement, fileNameOf(statement, 'pdf'));
      }),
    );

    const seen = { access: 'statementAdmin.get', limits: ['export'] } as const;
    scope.get(filePaths.statementDraft(':userId'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, seen, async () => {
        const { userId } = parseInput(ForUserSchema, req.params);
        const draft = await forUser(services.db, userId, (db, id) => draftDocument({ ...services, db }, id));
        if (!draft) throw new UserError('NOT_FOUND', 'Nothing has happened since the last statement.');
        return sendPdf(res, draft, 'statement-draft.pdf');
      }),
    );

    scope.get(filePaths.statementFile(':id', 'csv'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, own, async ({ user }) => {
        const statement = await getStatement(services.db, user, parseInput(ByIdSchema, req.params).id);
        const file = { name: fileNameOf(statement, 'csv'), headers: STATEMENT_HEADERS, style: user.csvStyle };
        return sendCsv(res, file, readStatementRows(services, statement));
      }),
    );

    const listed = { access: 'files.exportOwing', limits: ['export'], proof: 'recent' } as const;
    scope.get(filePaths.owingFile(), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, listed, async ({ user }) => {
        const file = { name: 'who-owes.csv', headers: OWING_HEADERS, style: user.csvStyle };
        return sendCsv(res, file, readOwingRows(services, parseInput(OwingFileSchema, req.query)));
      }),
    );

    const kept = { access: 'files.exportJournal', limits: ['export'], proof: 'recent' } as const;
    scope.get(filePaths.journalFile(), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, kept, async ({ user }) => {
        const period = parseInput(JournalSchema, req.query);
        if (period.until < period.from) throw fieldError('until', 'Until can’t be before From.');
        const name = `${period.line ?? 'journal'}-${period.from}-${period.until}.csv`;
        const file = { name, headers: JOURNAL_HEADERS, style: user.csvStyle };
        return sendCsv(res, file, readJournalRows(services, period));
      }),
    );

    scope.get(filePaths.bookExport(':id'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, kept, async () => {
        const { name, contentType, content } = await getExport(services.db, parseInput(ByIdSchema, req.params).id);
        return res
          .header('cache-control', 'private, no-store')
          .header('vary', 'Authorization')
          .header('content-disposition', `attachment; filename="${name}"`)
          .type(contentType)
          .send(Readable.from(content, { objectMode: false }));
      }),
    );
  });
}

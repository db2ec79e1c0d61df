import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { filePaths } from '../../../src/domain/file-paths.ts';
import {
  type FiguresAnswer,
  FiguresFileSchema,
  type FiguresInput,
  OwnFiguresSchema,
} from '../../../src/domain/reports/figures.ts';
import { DaySchema } from '../../../src/domain/runs/manage.ts';
import type { Services } from '../../context/context.ts';
import { parseInput } from '../../limits/assert-input.ts';
import { DAY_SHEET_HEADERS, daySheetRows, getDaySheet } from '../../operations/reports/day-sheet.ts';
import {
  FIGURE_HEADERS,
  figureRows,
  getFigures,
  getMoneyFigures,
  getOwnFigures,
  isMoney,
} from '../../operations/reports/figures.ts';
import { getOwnProofs, ProofDaysSchema } from '../../operations/reports/own-proofs.ts';
import { formatCsvFile } from '../../shipment-files/write-csv.ts';
import { serveFile, setProcedureErrorHandler } from './http-guards.ts';
import { formatRows, sendCsv } from './send-csv.ts';

export async function serveReports(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    setProcedureErrorHandler(scope);
    const seen = { access: 'runAdmin.daySheet', limits: ['export'] } as const;
    scope.get(filePaths.daySheet(':day'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, seen, async () => {
        const sheet = await getDaySheet(services, parseInput(DaySchema, req.params));
        const rows = formatRows(inOne(daySheetRows(sheet)));
        return sendCsv(res, `day-sheet-${sheet.day}.csv`, formatCsvFile(DAY_SHEET_HEADERS, rows));
      }),
    );
    scope.get(filePaths.ownProofs(), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, { access: 'verified', limits: ['export'] }, async ({ user }) => {
        const days = parseInput(ProofDaysSchema, req.query);
        const parts = await getOwnProofs(services, user.id, days);
        return res
          .header('cache-control', 'private, no-store')
          .header('vary', 'Authorization')
          .header('content-disposition', `attachment; filename="proofs-${days.from}-${days.to}.zip"`)
          .type('application/zip')
          .send(Readable.from(parts, { objectMode: false }));
      }),
    );

    const send = (
      res: FastifyReply,
      { measure, from, to }: Pick<FiguresInput, 'measure' | 'from' | 'to'>,
      answer: FiguresAnswer,
    ) =>
      sendCsv(
        res,
        `${measure}-${from}-${to}.csv`,
        formatCsvFile(FIGURE_HEADERS, formatRows(inOne(figureRows(answer)))),
      );
    scope.get(filePaths.figures(), { exposeHeadRoute: false }, (req, res) => {
      const { measure } = req.query as { measure?: unknown };
      const [access, getAnswer] = isMoney(String(measure))
        ? (['reports.getMoney', getMoneyFigures] as const)
        : (['reports.get', getFigures] as const);
      return serveFile(services, { req, res }, { access, limits: ['export'] }, async () => {
        const input = parseInput(FiguresFileSchema, req.query);
        return send(res, input, await getAnswer(services, input));
      });
    });
    scope.get(filePaths.ownFigures(), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, { access: 'verified', limits: ['export'] }, async ({ user }) => {
        const input = parseInput(OwnFiguresSchema, req.query);
        return send(res, input, await getOwnFigures(services, user.id, input));
      }),
    );
  });
}

async function* inOne(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows;
}

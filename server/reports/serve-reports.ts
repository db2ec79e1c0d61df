import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { filePaths } from '../../src/domain/file-paths.ts';
import {
  type FiguresAnswer,
  FiguresFileSchema,
  MEASURES,
  type Measure,
  OWN_MEASURES,
  OwnFiguresFileSchema,
} from '../../src/domain/reports/figures.ts';
import { may } from '../../src/domain/roles.ts';
import { DaySchema } from '../../src/domain/runs/manage.ts';
import type { User } from '../../src/domain/user.ts';
import type { CsvCell } from '../base/csv/write-csv.ts';
import { sendCsv } from '../base/http/send-csv.ts';
import { parseInput } from '../base/limits/assert-input.ts';
import type { Services } from '../context/context.ts';
import { serveFile, setProcedureErrorHandler } from '../gate/http-guards.ts';
import { DAY_SHEET_HEADERS, daySheetRows, getDaySheet } from './day-sheet.ts';
import { FIGURE_HEADERS, figureRows, getFigures, getMoneyFigures, getOwnFigures, isMoney } from './figures.ts';
import { getOwnProofs, ProofDaysSchema } from './own-proofs.ts';

export async function serveReports(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    setProcedureErrorHandler(scope);
    const seen = { access: 'runAdmin.daySheet', limits: ['export'] } as const;
    scope.get(filePaths.daySheet(':day'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, seen, async ({ user }) => {
        const sheet = await getDaySheet(services, parseInput(DaySchema, req.params));
        const file = { name: `day-sheet-${sheet.day}.csv`, headers: DAY_SHEET_HEADERS, style: user.csvStyle };
        return sendCsv(res, file, inOne(daySheetRows(sheet)));
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

    const send = async (
      { res, user }: { res: FastifyReply; user: User },
      { measure, from, to }: { measure?: Measure | undefined; from: string; to: string },
      measures: readonly Measure[],
      getAnswer: (measure: Measure) => Promise<FiguresAnswer>,
    ) => {
      const rows: CsvCell[][] = [];
      for (const one of measure ? [measure] : measures)
        rows.push(...figureRows(one, await getAnswer(one), services.environment.CURRENCY));
      const name = `${measure ?? 'report'}-${from}-${to}.csv`;
      return sendCsv(res, { name, headers: FIGURE_HEADERS, style: user.csvStyle }, inOne(rows));
    };
    scope.get(filePaths.figures(), { exposeHeadRoute: false }, (req, res) => {
      const { measure: asked } = req.query as { measure?: unknown };
      const access = asked === undefined ? 'deskAdmin.getWork' : callOf(String(asked));
      return serveFile(services, { req, res }, { access, limits: ['export'] }, async ({ user }) => {
        const input = parseInput(FiguresFileSchema, req.query);
        const seen = MEASURES.filter((one) => may(user, callOf(one)) && !(one === 'backlog' && input.by));
        return send({ res, user }, input, seen, (measure) => {
          const by = input.by ?? (measure === 'stops' && !input.measure ? 'courier' : undefined);
          return (isMoney(measure) ? getMoneyFigures : getFigures)(services, { ...input, measure, by });
        });
      });
    });
    scope.get(filePaths.ownFigures(), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, { access: 'verified', limits: ['export'] }, async ({ user }) => {
        const input = parseInput(OwnFiguresFileSchema, req.query);
        return send({ res, user }, input, OWN_MEASURES, (measure) =>
          getOwnFigures(services, user.id, { ...input, measure }),
        );
      }),
    );
  });
}

const callOf = (measure: string) => (isMoney(measure) ? 'reports.getMoney' : 'reports.get');

async function* inOne(rows: CsvCell[][]): AsyncGenerator<CsvCell[][]> {
  yield rows;
}

import type { FastifyInstance } from 'fastify';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { DaySchema } from '../../../src/domain/runs/manage.ts';
import type { Services } from '../../context/context.ts';
import { parseInput } from '../../limits/assert-input.ts';
import { DAY_SHEET_HEADERS, daySheetRows, getDaySheet } from '../../operations/reports/day-sheet.ts';
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
  });
}

async function* inOne(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows;
}

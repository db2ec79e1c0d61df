import type { FastifyInstance } from 'fastify';
import { calendarDay, strictInput } from '../../../src/domain/field-schemas.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import type { Services } from '../../context/context.ts';
import { parseInput } from '../../limits/assert-input.ts';
import { DAY_SHEET_HEADERS, daySheetRows, getDaySheet } from '../../operations/reports/day-sheet.ts';
import { formatCsvFile } from '../../shipment-files/write-csv.ts';
import { serveFile, setProcedureErrorHandler } from './http-guards.ts';
import { formatRows, sendCsv } from './send-csv.ts';

const DaySheetFileSchema = strictInput({ day: calendarDay('Day') });

export async function serveReports(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    setProcedureErrorHandler(scope);
    const seen = { access: 'runAdmin.daySheet', limits: ['export'] } as const;
    scope.get(filePaths.daySheet(':day'), { exposeHeadRoute: false }, (req, res) =>
      serveFile(services, { req, res }, seen, async () => {
        const sheet = await getDaySheet(services, parseInput(DaySheetFileSchema, req.params));
        const rows = formatRows(inOne(daySheetRows(sheet)));
        return sendCsv(res, `day-sheet-${sheet.day}.csv`, formatCsvFile(DAY_SHEET_HEADERS, rows));
      }),
    );
  });
}

async function* inOne(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows;
}

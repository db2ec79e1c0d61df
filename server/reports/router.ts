import * as v from 'valibot';
import { EmailReportSchema } from '../../src/domain/mail.ts';
import { FiguresAnswerSchema, FiguresSchema, OwnFiguresSchema } from '../../src/domain/reports/figures.ts';
import { MoneyLineSchema, MoneyLinesSchema } from '../../src/domain/statements/money-lines.ts';
import { changeOwn, doneOutput, readOwnWith, readWith } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router, verifiedProcedure } from '../gate/trpc.ts';
import { chooseReport } from './email-reports.ts';
import { getFigures, getMoneyFigures, getOwnFigures } from './figures.ts';
import { getMoneyLines } from './money-lines.ts';
import { isReportReader } from './store/report-readers.ts';

export const reportsRouter = router({
  get: roleProcedure.input(FiguresSchema).output(FiguresAnswerSchema).query(readWith(getFigures)),

  getMoney: roleProcedure.input(FiguresSchema).output(FiguresAnswerSchema).query(readWith(getMoneyFigures)),

  getMoneyLines: roleProcedure.input(MoneyLinesSchema).output(v.array(MoneyLineSchema)).query(readWith(getMoneyLines)),

  own: verifiedProcedure.input(OwnFiguresSchema).output(FiguresAnswerSchema).query(readOwnWith(getOwnFigures)),

  isOwnEmailed: roleProcedure
    .output(v.boolean())
    .query(({ ctx }) => isReportReader(ctx.services.db, 'week-report', ctx.signedIn.user.id)),

  emailOwn: roleMutation
    .input(EmailReportSchema)
    .output(doneOutput)
    .mutation(changeOwn(chooseReport('week-report'))),
});

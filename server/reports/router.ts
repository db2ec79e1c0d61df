import { reportsCalls } from '../../src/domain/calls/desk.ts';
import { changeOwn, readOwnWith, readWith } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router, verifiedProcedure } from '../gate/trpc.ts';
import { chooseReport } from './email-reports.ts';
import { getFigures, getMoneyFigures, getOwnFigures } from './figures.ts';
import { getMoneyLines } from './money-lines.ts';
import { isReportReader } from './store/report-readers.ts';

export const reportsRouter = router({
  get: roleProcedure(reportsCalls.get).query(readWith(getFigures)),

  getMoney: roleProcedure(reportsCalls.getMoney).query(readWith(getMoneyFigures)),

  getMoneyLines: roleProcedure(reportsCalls.getMoneyLines).query(readWith(getMoneyLines)),

  own: verifiedProcedure(reportsCalls.own).query(readOwnWith(getOwnFigures)),

  isOwnEmailed: roleProcedure(reportsCalls.isOwnEmailed).query(({ ctx }) =>
    isReportReader(ctx.services.db, 'week-report', ctx.signedIn.user.id),
  ),

  emailOwn: roleMutation(reportsCalls.emailOwn).mutation(changeOwn(chooseReport('week-report'))),
});

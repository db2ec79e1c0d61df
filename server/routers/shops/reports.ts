import { BacklogSchema } from '../../../src/domain/reports/backlog.ts';
import { FiguresAnswerSchema, FiguresSchema, OwnFiguresSchema } from '../../../src/domain/reports/figures.ts';
import { getBacklog, getFigures, getMoneyFigures, getOwnFigures } from '../../operations/reports/figures.ts';
import { readOwnWith, readWith } from '../gate/endings.ts';
import { roleProcedure, router, verifiedProcedure } from '../gate/trpc.ts';

export const reportsRouter = router({
  get: roleProcedure.input(FiguresSchema).output(FiguresAnswerSchema).query(readWith(getFigures)),

  getMoney: roleProcedure.input(FiguresSchema).output(FiguresAnswerSchema).query(readWith(getMoneyFigures)),

  backlog: roleProcedure.output(BacklogSchema).query(({ ctx }) => getBacklog(ctx.services)),

  own: verifiedProcedure.input(OwnFiguresSchema).output(FiguresAnswerSchema).query(readOwnWith(getOwnFigures)),
});

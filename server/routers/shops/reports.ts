import { FiguresAnswerSchema, FiguresSchema, OwnFiguresSchema } from '../../../src/domain/reports/figures.ts';
import { getFigures, getMoneyFigures, getOwnFigures } from '../../operations/reports/figures.ts';
import { readOwnWith, readWith } from '../gate/endings.ts';
import { roleProcedure, router, verifiedProcedure } from '../gate/trpc.ts';

export const reportsRouter = router({
  get: roleProcedure.input(FiguresSchema).output(FiguresAnswerSchema).query(readWith(getFigures)),

  getMoney: roleProcedure.input(FiguresSchema).output(FiguresAnswerSchema).query(readWith(getMoneyFigures)),

  own: verifiedProcedure.input(OwnFiguresSchema).output(FiguresAnswerSchema).query(readOwnWith(getOwnFigures)),
});

import { FiguresAnswerSchema, FiguresSchema, OwnFiguresSchema } from '../../src/domain/reports/figures.ts';
import { getFigures, getOwnFigures } from '../operations/reports/figures.ts';
import { readOwnWith } from './gate/endings.ts';
import { roleProcedure, router, verifiedProcedure } from './gate/trpc.ts';

export const reportsRouter = router({
  get: roleProcedure
    .input(FiguresSchema)
    .output(FiguresAnswerSchema)
    .query(({ ctx, input }) => getFigures(ctx.services, ctx.signedIn.user, input)),

  own: verifiedProcedure.input(OwnFiguresSchema).output(FiguresAnswerSchema).query(readOwnWith(getOwnFigures)),
});

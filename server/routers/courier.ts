import { DoneSchema, done } from '../../src/domain/field-schemas.ts';
import {
  CloseRunByCourierSchema,
  LoadSchema,
  ReturnSchema,
  StartRunSchema,
  VisitSchema,
} from '../../src/domain/runs/facts.ts';
import { CourierRunQuerySchema, CourierRunSchema } from '../../src/domain/runs/views.ts';
import { getCourierRun } from '../operations/runs/get-courier-run.ts';
import { reportClose, reportLoad, reportReturn, reportStart } from '../operations/runs/report-run.ts';
import { reportVisit } from '../operations/runs/report-visit.ts';
import { roleProcedure, router, verifiedMutation } from './gate/trpc.ts';

// Reports need custody of the parcels, not the role: what happened is accepted.
export const courierRouter = router({
  getRun: roleProcedure
    .input(CourierRunQuerySchema)
    .output(CourierRunSchema)
    .query(({ ctx, input }) => {
      const { db, environment } = ctx.services;
      return getCourierRun(db, { courierId: ctx.signedIn.user.id, id: input.id, environment });
    }),

  load: verifiedMutation
    .input(LoadSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await reportLoad(ctx.unit, input);
      return done;
    }),

  start: verifiedMutation
    .input(StartRunSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await reportStart(ctx.unit, input);
      return done;
    }),

  visit: verifiedMutation
    .input(VisitSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await reportVisit(ctx.unit, input);
      return done;
    }),

  return: verifiedMutation
    .input(ReturnSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await reportReturn(ctx.unit, input);
      return done;
    }),

  close: verifiedMutation
    .input(CloseRunByCourierSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await reportClose(ctx.unit, input);
      return done;
    }),
});

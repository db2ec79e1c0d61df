import * as v from 'valibot';
import { ByIdSchema, DoneSchema, done } from '../../src/domain/field-schemas.ts';
import { paged } from '../../src/domain/paged.ts';
import {
  AddToRunSchema,
  ChangeRunSchema,
  CreateRunSchema,
  MoveTasksSchema,
  OpenExceptionsSchema,
  PoolSchema,
  ReorderRunSchema,
  ResolveExceptionSchema,
  RunsOfDaySchema,
  RunVersionSchema,
  SortMapQuerySchema,
} from '../../src/domain/runs/manage.ts';
import { ChangeRunsSchema, CreateRunsSchema, PlanRunsSchema, RunPlanSchema } from '../../src/domain/runs/plan.ts';
import {
  CouriersSchema,
  OpenExceptionSchema,
  PoolShipmentSchema,
  RunDetailsSchema,
  RunListSchema,
  SortMapSchema,
  SuggestedOrderSchema,
  WindowRecordSchema,
} from '../../src/domain/runs/views.ts';
import { forgetPlace } from '../operations/places/forget-place.ts';
import { addToRun, createRun, moveTasks } from '../operations/runs/fill-run.ts';
import { getManagedRun, listRunCouriers, listRunPool, listRuns } from '../operations/runs/get-managed-runs.ts';
import { getSortMap } from '../operations/runs/get-sort-map.ts';
import { listExceptions } from '../operations/runs/list-exceptions.ts';
import { cancelRun, cancelRuns, closeRun, releaseRun, reorderRun } from '../operations/runs/manage-run.ts';
import { createRuns, planRuns } from '../operations/runs/plan-runs.ts';
import { resolveException } from '../operations/runs/resolve-exception.ts';
import { suggestOrder } from '../operations/runs/suggest-order.ts';
import { findCalibration } from '../stores/runs/windows.ts';
import { roleMutation, roleProcedure, router } from './gate/trpc.ts';

export const runAdminRouter = router({
  list: roleProcedure
    .input(RunsOfDaySchema)
    .output(RunListSchema)
    .query(({ ctx, input }) => listRuns(ctx.services.db, input, ctx.services.environment.TIME_ZONE)),

  get: roleProcedure
    .input(ByIdSchema)
    .output(RunDetailsSchema)
    .query(({ ctx, input }) => getManagedRun(ctx.services, input)),

  pool: roleProcedure
    .input(PoolSchema)
    .output(paged(PoolShipmentSchema))
    .query(({ ctx, input }) => listRunPool(ctx.services.db, input.page)),

  couriers: roleProcedure.output(CouriersSchema).query(({ ctx }) => listRunCouriers(ctx.services.db)),

  sortMap: roleProcedure
    .input(SortMapQuerySchema)
    .output(SortMapSchema)
    .query(({ ctx, input }) => getSortMap(ctx.services.db, input, ctx.services.environment.TIME_ZONE)),

  suggestOrder: roleProcedure
    .meta({ lane: 'plans' })
    .input(ChangeRunSchema)
    .output(SuggestedOrderSchema)
    .query(({ ctx, input }) => suggestOrder(ctx.services, input)),

  windows: roleProcedure.output(WindowRecordSchema).query(async ({ ctx }) => {
    const { share, checks, isOn } = await findCalibration(ctx.services.db);
    return { share, checks, isOn };
  }),

  exceptions: roleProcedure
    .input(OpenExceptionsSchema)
    .output(v.array(OpenExceptionSchema))
    .query(({ ctx, input }) => listExceptions(ctx.services.db, input)),

  resolve: roleMutation
    .input(ResolveExceptionSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await resolveException(ctx.unit, input);
      return done;
    }),

  forgetPlace: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await forgetPlace(ctx.unit, input);
      return done;
    }),

  create: roleMutation
    .input(CreateRunSchema)
    .output(RunVersionSchema)
    .mutation(({ ctx, input }) => createRun(ctx.unit, input)),

  // Too long an input for an address; no transaction waits for the search.
  plan: roleProcedure
    .meta({ lane: 'plans' })
    .input(PlanRunsSchema)
    .output(RunPlanSchema)
    .mutation(({ ctx, input }) => planRuns(ctx.services, input)),

  createMany: roleMutation
    .input(CreateRunsSchema)
    .output(v.array(RunVersionSchema))
    .mutation(({ ctx, input }) => createRuns(ctx.unit, input)),

  add: roleMutation
    .input(AddToRunSchema)
    .output(RunVersionSchema)
    .mutation(({ ctx, input }) => addToRun(ctx.unit, input)),

  reorder: roleMutation
    .input(ReorderRunSchema)
    .output(RunVersionSchema)
    .mutation(({ ctx, input }) => reorderRun(ctx.unit, input)),

  release: roleMutation
    .input(ChangeRunSchema)
    .output(RunVersionSchema)
    .mutation(({ ctx, input }) => releaseRun(ctx.unit, input)),

  move: roleMutation
    .input(MoveTasksSchema)
    .output(RunVersionSchema)
    .mutation(({ ctx, input }) => moveTasks(ctx.unit, input)),

  close: roleMutation
    .input(ChangeRunSchema)
    .output(RunVersionSchema)
    .mutation(({ ctx, input }) => closeRun(ctx.unit, input)),

  cancel: roleMutation
    .input(ChangeRunSchema)
    .output(RunVersionSchema)
    .mutation(({ ctx, input }) => cancelRun(ctx.unit, input)),

  cancelMany: roleMutation
    .input(ChangeRunsSchema)
    .output(v.array(RunVersionSchema))
    .mutation(({ ctx, input }) => cancelRuns(ctx.unit, input)),
});

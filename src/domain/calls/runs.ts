import * as v from 'valibot';
import { CountCashSchema, OpenCashSchema } from '../cod.ts';
import { ByIdSchema } from '../field-schemas.ts';
import { CheckCodeSchema, ReleaseCodeSchema } from '../handover.ts';
import { EmailReportSchema } from '../mail.ts';
import { DaySheetSchema } from '../reports/day-sheet.ts';
import { ChangeRunsSchema, CreateRunsSchema, PlanRunsSchema, RunPlanSchema } from '../routing/plan.ts';
import {
  CloseRunByCourierSchema,
  CollectSchema,
  HandInSchema,
  LoadSchema,
  ReturnSchema,
  StartRunSchema,
  VisitSchema,
} from '../runs/facts.ts';
import {
  AddToRunSchema,
  ChangeRunSchema,
  CreateRunSchema,
  DaySchema,
  MoveTasksSchema,
  OpenExceptionsSchema,
  PoolSchema,
  ReorderRunSchema,
  ResolveExceptionSchema,
  RunsOfDaySchema,
  RunVersionSchema,
  SortMapQuerySchema,
} from '../runs/manage.ts';
import {
  CourierRunQuerySchema,
  CourierRunSchema,
  CouriersSchema,
  OpenExceptionSchema,
  RunDetailsSchema,
  RunListSchema,
  RunPoolSchema,
  SortMapSchema,
  SuggestedOrderSchema,
  WindowRecordSchema,
} from '../runs/views.ts';
import { UpdatedTransactionSchema } from '../transaction.ts';
import { doneOutput, mutation, NOTHING, query } from './call.ts';

export const runAdminCalls = {
  list: query(RunsOfDaySchema, RunListSchema),
  get: query(ByIdSchema, RunDetailsSchema),
  daySheet: query(DaySchema, DaySheetSchema),
  emailDaySheet: mutation(EmailReportSchema, doneOutput),
  pool: query(PoolSchema, RunPoolSchema),
  openCash: query(NOTHING, OpenCashSchema),
  countCash: mutation(CountCashSchema, UpdatedTransactionSchema),
  releaseCode: mutation(ReleaseCodeSchema, doneOutput),
  couriers: query(NOTHING, CouriersSchema),
  sortMap: query(SortMapQuerySchema, SortMapSchema),
  suggestOrder: query(ChangeRunSchema, SuggestedOrderSchema),
  windows: query(NOTHING, WindowRecordSchema),
  exceptions: query(OpenExceptionsSchema, v.array(OpenExceptionSchema)),
  resolve: mutation(ResolveExceptionSchema, doneOutput),
  forgetPlace: mutation(ByIdSchema, doneOutput),
  create: mutation(CreateRunSchema, RunVersionSchema),
  plan: mutation(PlanRunsSchema, RunPlanSchema),
  createMany: mutation(CreateRunsSchema, v.array(RunVersionSchema)),
  add: mutation(AddToRunSchema, RunVersionSchema),
  reorder: mutation(ReorderRunSchema, RunVersionSchema),
  release: mutation(ChangeRunSchema, RunVersionSchema),
  move: mutation(MoveTasksSchema, RunVersionSchema),
  close: mutation(ChangeRunSchema, RunVersionSchema),
  cancel: mutation(ChangeRunSchema, RunVersionSchema),
  releaseMany: mutation(ChangeRunsSchema, v.array(RunVersionSchema)),
  cancelMany: mutation(ChangeRunsSchema, v.array(RunVersionSchema)),
};

export const courierCalls = {
  getRun: query(CourierRunQuerySchema, CourierRunSchema),
  load: mutation(LoadSchema, doneOutput),
  start: mutation(StartRunSchema, doneOutput),
  visit: mutation(VisitSchema, doneOutput),
  checkCode: mutation(CheckCodeSchema, doneOutput),
  return: mutation(ReturnSchema, doneOutput),
  close: mutation(CloseRunByCourierSchema, doneOutput),
  collect: mutation(CollectSchema, doneOutput),
  handIn: mutation(HandInSchema, doneOutput),
};

import * as v from 'valibot';
import { ForUserSchema, RowsOfUserSchema } from '../../src/domain/field-schemas.ts';
import { BeforeSchema } from '../../src/domain/paged.ts';
import { BookExportSchema, CreateExportsSchema } from '../../src/domain/statements/book-export.ts';
import {
  CreditedSchema,
  CreditSchema,
  DuePayoutsSchema,
  PayOutSchema,
  SetPeriodSchema,
  ShopStatementsSchema,
  StatementSchema,
} from '../../src/domain/statements/statement.ts';
import { change, doneOutput, read, readOwn } from '../gate/endings.ts';
import { provedMutation, roleMutation, roleProcedure, router, verifiedProcedure } from '../gate/trpc.ts';
import { forUser } from '../ledger/require-user.ts';
import { createExports, listExports } from './book-exports.ts';
import { credit } from './credit-notes.ts';
import { getNextStatement } from './issue-statements.ts';
import { listOwnStatements, setPeriod } from './list-statements.ts';
import { getDuePayouts, payOut } from './pay-out.ts';

export const statementRouter = router({
  list: verifiedProcedure
    .input(v.optional(BeforeSchema, {}))
    .output(v.array(StatementSchema))
    .query(readOwn(listOwnStatements)),

  next: verifiedProcedure
    .output(ShopStatementsSchema)
    .query(({ ctx }) => getNextStatement(ctx.services, ctx.signedIn.user.id)),
});

export const statementAdminRouter = router({
  list: roleProcedure
    .input(RowsOfUserSchema)
    .output(v.array(StatementSchema))
    .query(({ ctx, input: { userId, before } }) =>
      forUser(ctx.services.db, userId, (db) => listOwnStatements(db, userId, { before })),
    ),

  get: roleProcedure
    .input(ForUserSchema)
    .output(ShopStatementsSchema)
    .query(({ ctx, input }) =>
      forUser(ctx.services.db, input.userId, (db, id) => getNextStatement({ ...ctx.services, db }, id)),
    ),

  setPeriod: roleMutation.input(SetPeriodSchema).output(doneOutput).mutation(change(setPeriod)),

  credit: provedMutation.input(CreditSchema).output(CreditedSchema).mutation(change(credit)),

  duePayouts: roleProcedure.output(DuePayoutsSchema).query(read(getDuePayouts)),

  payOut: provedMutation.input(PayOutSchema).output(doneOutput).mutation(change(payOut)),

  exports: roleProcedure.output(v.array(BookExportSchema)).query(read(listExports)),

  createExports: provedMutation.input(CreateExportsSchema).output(doneOutput).mutation(change(createExports)),
});

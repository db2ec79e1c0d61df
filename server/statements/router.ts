import { statementAdminCalls, statementCalls } from '../../src/domain/calls/money.ts';
import { change, read, readOwn } from '../gate/endings.ts';
import { provedMutation, roleMutation, roleProcedure, router, verifiedProcedure } from '../gate/trpc.ts';
import { forUser } from '../ledger/require-user.ts';
import { createExports, listExports } from './book-exports.ts';
import { credit } from './credit-notes.ts';
import { getNextStatement } from './issue-statements.ts';
import { listOwnStatements, setPeriod } from './list-statements.ts';
import { getDuePayouts, payOut } from './pay-out.ts';

export const statementRouter = router({
  list: verifiedProcedure(statementCalls.list).query(readOwn(listOwnStatements)),

  next: verifiedProcedure(statementCalls.next).query(({ ctx }) => getNextStatement(ctx.services, ctx.signedIn.user.id)),
});

export const statementAdminRouter = router({
  list: roleProcedure(statementAdminCalls.list).query(({ ctx, input: { userId, before } }) =>
    forUser(ctx.services.db, userId, (db) => listOwnStatements(db, userId, { before })),
  ),

  get: roleProcedure(statementAdminCalls.get).query(({ ctx, input }) =>
    forUser(ctx.services.db, input.userId, (db, id) => getNextStatement({ ...ctx.services, db }, id)),
  ),

  setPeriod: roleMutation(statementAdminCalls.setPeriod).mutation(change(setPeriod)),

  credit: provedMutation(statementAdminCalls.credit).mutation(change(credit)),

  duePayouts: roleProcedure(statementAdminCalls.duePayouts).query(read(getDuePayouts)),

  payOut: provedMutation(statementAdminCalls.payOut).mutation(change(payOut)),

  exports: roleProcedure(statementAdminCalls.exports).query(read(listExports)),

  createExports: provedMutation(statementAdminCalls.createExports).mutation(change(createExports)),
});

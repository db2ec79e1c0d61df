import * as v from 'valibot';
import { AddBillSchema, BillSchema } from '../../src/domain/bill.ts';
import { ByIdSchema, DoneSchema, done, ForUserSchema } from '../../src/domain/field-schemas.ts';
import { addBill, deleteBill } from '../operations/manage-bills.ts';
import { ofPerson } from '../operations/person-account.ts';
import { billsOf } from '../operations/show-account.ts';
import { managerMutation, managerProcedure, router } from '../trpc.ts';

export const billAdminRouter = router({
  getUserBills: managerProcedure
    .input(ForUserSchema)
    .output(v.array(BillSchema))
    .query(({ ctx, input }) => ofPerson(ctx.services.db, input.userId, billsOf)),

  addBill: managerMutation
    .input(AddBillSchema)
    .output(v.object({ id: v.string() }))
    .mutation(async ({ ctx, input }) => ({ id: await addBill(ctx.unit, input) })),

  deleteBill: managerMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteBill(ctx.unit, input);
      return done;
    }),
});

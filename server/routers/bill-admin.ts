import * as v from 'valibot';
import { AddBillSchema, BillSchema, ForShipmentSchema, ManagedBillSchema } from '../../src/domain/bill.ts';
import { ByIdSchema, DoneSchema, done, ForUserSchema } from '../../src/domain/field-schemas.ts';
import { addBill, billsOfManagedShipment, deleteBill } from '../operations/money/manage-bills.ts';
import { ofPerson } from '../operations/money/person-account.ts';
import { billsOf } from '../operations/money/show-account.ts';
import { managerMutation, managerProcedure, router } from '../procedures/trpc.ts';

export const billAdminRouter = router({
  getUserBills: managerProcedure
    .input(ForUserSchema)
    .output(v.array(BillSchema))
    .query(({ ctx, input }) => ofPerson(ctx.services.db, input.userId, billsOf)),

  getShipmentBills: managerProcedure
    .input(ForShipmentSchema)
    .output(v.array(ManagedBillSchema))
    .query(({ ctx, input }) => billsOfManagedShipment(ctx.services.db, input)),

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

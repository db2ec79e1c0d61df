import * as v from 'valibot';
import {
  AddBillSchema,
  BillSchema,
  ForShipmentSchema,
  ManagedBillSchema,
  SetBillPaidSchema,
} from '../../src/domain/bill.ts';
import { ByIdSchema, RowsOfUserSchema } from '../../src/domain/field-schemas.ts';
import { change, create, doneOutput, idOutput, readWith } from '../gate/endings.ts';
import { provedMutation, roleProcedure, router } from '../gate/trpc.ts';
import { listUserBills } from '../ledger/get-account.ts';
import { forUser } from '../ledger/require-user.ts';
import { addBill, deleteBill, listShipmentBills, markBillPaid } from './manage-bills.ts';

export const billAdminRouter = router({
  getUserBills: roleProcedure
    .input(RowsOfUserSchema)
    .output(v.array(BillSchema))
    .query(({ ctx, input }) =>
      forUser(ctx.services.db, input.userId, (db) => listUserBills(db, ctx.services.environment, input)),
    ),

  getShipmentBills: roleProcedure
    .input(ForShipmentSchema)
    .output(v.array(ManagedBillSchema))
    .query(readWith(listShipmentBills)),

  addBill: provedMutation.input(AddBillSchema).output(idOutput).mutation(create(addBill)),

  setBillPaid: provedMutation.input(SetBillPaidSchema).output(doneOutput).mutation(change(markBillPaid)),

  deleteBill: provedMutation.input(ByIdSchema).output(doneOutput).mutation(change(deleteBill)),
});

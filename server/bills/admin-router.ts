import { billAdminCalls } from '../../src/domain/calls/money.ts';
import { change, create, readWith } from '../gate/endings.ts';
import { provedMutation, roleProcedure, router } from '../gate/trpc.ts';
import { listUserBills } from '../ledger/get-account.ts';
import { forUser } from '../ledger/require-user.ts';
import { addBill, deleteBill, listShipmentBills, markBillPaid } from './manage-bills.ts';

export const billAdminRouter = router({
  getUserBills: roleProcedure(billAdminCalls.getUserBills).query(({ ctx, input }) =>
    forUser(ctx.services.db, input.userId, (db) => listUserBills(db, ctx.services.environment, input)),
  ),

  getShipmentBills: roleProcedure(billAdminCalls.getShipmentBills).query(readWith(listShipmentBills)),

  addBill: provedMutation(billAdminCalls.addBill).mutation(create(addBill)),

  setBillPaid: provedMutation(billAdminCalls.setBillPaid).mutation(change(markBillPaid)),

  deleteBill: provedMutation(billAdminCalls.deleteBill).mutation(change(deleteBill)),
});

import { shipmentAdminCalls } from '../../src/domain/calls/shipments.ts';
import { may, maySetFee } from '../../src/domain/roles.ts';
import type { SignedIn } from '../auth/store/sessions.ts';
import { UserError } from '../base/errors/errors.ts';
import { setProof } from '../deliveries/set-proof.ts';
import { change, read, readWith } from '../gate/endings.ts';
import { provedMutation, roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { createManagedReturn } from '../returns/create-return.ts';
import { addActivity } from '../timeline/add-activity.ts';
import { getManagedShipment } from '../tracking/get-managed-shipment.ts';
import { changeAccount } from './change-account.ts';
import { assertMaySetFee, createShipment } from './create-shipment.ts';
import { deleteShipment } from './delete-shipment.ts';
import { findContacts } from './find-contacts.ts';
import { listManagedShipments, selectShipments } from './list-shipments.ts';
import { sendCode } from './send-code.ts';
import type { CodeRight } from './shipment-access.ts';
import { showCodes } from './show-codes.ts';
import { changeInformation, correctParty, updateShipment } from './update-shipment.ts';

function codeRightOf({ user, isProved }: SignedIn): CodeRight {
  if (!may(user, 'shipmentAdmin.showCodes')) return 'none';
  return isProved ? 'granted' : 'needs-proof';
}

export const shipmentAdminRouter = router({
  getShipments: roleProcedure(shipmentAdminCalls.getShipments).query(read(listManagedShipments)),

  getSelection: roleProcedure(shipmentAdminCalls.getSelection).query(read(selectShipments)),

  getShipment: roleProcedure(shipmentAdminCalls.getShipment).query(readWith(getManagedShipment)),

  findContacts: roleProcedure(shipmentAdminCalls.findContacts).query(readWith(findContacts)),

  createReturn: roleMutation(shipmentAdminCalls.createReturn).mutation(change(createManagedReturn)),

  // It writes to the audit trail.
  showCodes: roleMutation(shipmentAdminCalls.showCodes)
    .meta({ proof: 'recent', isSecret: true })
    .mutation(change(showCodes)),

  sendCode: provedMutation(shipmentAdminCalls.sendCode).mutation(change(sendCode)),

  changeAccount: provedMutation(shipmentAdminCalls.changeAccount).mutation(change(changeAccount)),

  setProof: roleMutation(shipmentAdminCalls.setProof).mutation(change(setProof)),

  createShipment: roleMutation(shipmentAdminCalls.createShipment).mutation(({ ctx, input }) => {
    assertMaySetFee(ctx.signedIn.user, input);
    return createShipment(ctx.unit, input);
  }),

  updateShipment: roleMutation(shipmentAdminCalls.updateShipment).mutation(async ({ ctx, input }) => {
    if (!('status' in input) && !maySetFee(ctx.signedIn.user)) throw new UserError('FORBIDDEN');
    await updateShipment(ctx.unit, input, codeRightOf(ctx.signedIn));
  }),

  updateParcel: roleMutation(shipmentAdminCalls.updateParcel).mutation(({ ctx, input }) =>
    changeInformation(ctx.unit, input, codeRightOf(ctx.signedIn)),
  ),

  correctParty: roleMutation(shipmentAdminCalls.correctParty).mutation(({ ctx, input }) =>
    correctParty(ctx.unit, input, codeRightOf(ctx.signedIn)),
  ),

  updateShipmentActivity: roleMutation(shipmentAdminCalls.updateShipmentActivity).mutation(change(addActivity)),

  deleteShipment: roleMutation(shipmentAdminCalls.deleteShipment).mutation(change(deleteShipment)),
});

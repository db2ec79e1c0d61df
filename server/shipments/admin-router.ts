import { AddActivitySchema } from '../../src/domain/activity.ts';
import { SelectedSchema, SelectionSchema } from '../../src/domain/bulk.ts';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { ManagedShipmentsSchema, paged } from '../../src/domain/paged.ts';
import { CreateReturnSchema } from '../../src/domain/returns.ts';
import { may, maySetFee } from '../../src/domain/roles.ts';
import { SetProofSchema } from '../../src/domain/runs/proof-policy.ts';
import {
  ChangeAccountSchema,
  CorrectPartySchema,
  CreatedShipmentSchema,
  CreateShipmentSchema,
  FindShipmentSchema,
  ManagedShipmentSchema,
  ManagedShipmentSummarySchema,
  SendCodeSchema,
  ShipmentCodesSchema,
  UpdateParcelSchema,
  UpdateShipmentSchema,
} from '../../src/domain/shipment.ts';
import { OwnShipmentCreatedSchema } from '../../src/domain/shops/own-shipment.ts';
import type { SignedIn } from '../auth/store/sessions.ts';
import { UserError } from '../base/errors/errors.ts';
import { setProof } from '../deliveries/set-proof.ts';
import { change, doneOutput, read, readWith } from '../gate/endings.ts';
import { provedMutation, roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { createManagedReturn } from '../returns/create-return.ts';
import { addActivity } from '../timeline/add-activity.ts';
import { getManagedShipment } from '../tracking/get-managed-shipment.ts';
import { changeAccount } from './change-account.ts';
import { assertMaySetFee, createShipment } from './create-shipment.ts';
import { deleteShipment } from './delete-shipment.ts';
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
  getShipments: roleProcedure
    .input(ManagedShipmentsSchema)
    .output(paged(ManagedShipmentSummarySchema))
    .query(read(listManagedShipments)),

  getSelection: roleProcedure.input(SelectionSchema).output(SelectedSchema).query(read(selectShipments)),

  getShipment: roleProcedure
    .input(FindShipmentSchema)
    .output(ManagedShipmentSchema)
    .query(readWith(getManagedShipment)),

  createReturn: roleMutation
    .input(CreateReturnSchema)
    .output(OwnShipmentCreatedSchema)
    .mutation(change(createManagedReturn)),

  // It writes to the audit trail.
  showCodes: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(ByIdSchema)
    .output(ShipmentCodesSchema)
    .mutation(change(showCodes)),

  sendCode: provedMutation.input(SendCodeSchema).output(doneOutput).mutation(change(sendCode)),

  changeAccount: provedMutation.input(ChangeAccountSchema).output(doneOutput).mutation(change(changeAccount)),

  setProof: roleMutation.input(SetProofSchema).output(doneOutput).mutation(change(setProof)),

  createShipment: roleMutation
    .input(CreateShipmentSchema)
    .output(CreatedShipmentSchema)
    .mutation(({ ctx, input }) => {
      assertMaySetFee(ctx.signedIn.user, input);
      return createShipment(ctx.unit, input);
    }),

  updateShipment: roleMutation
    .input(UpdateShipmentSchema)
    .output(doneOutput)
    .mutation(async ({ ctx, input }) => {
      if (!('status' in input) && !maySetFee(ctx.signedIn.user)) throw new UserError('FORBIDDEN');
      await updateShipment(ctx.unit, input, codeRightOf(ctx.signedIn));
    }),

  updateParcel: roleMutation
    .input(UpdateParcelSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => changeInformation(ctx.unit, input, codeRightOf(ctx.signedIn))),

  correctParty: roleMutation
    .input(CorrectPartySchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => correctParty(ctx.unit, input, codeRightOf(ctx.signedIn))),

  updateShipmentActivity: roleMutation.input(AddActivitySchema).output(doneOutput).mutation(change(addActivity)),

  deleteShipment: roleMutation.input(ByIdSchema).output(doneOutput).mutation(change(deleteShipment)),
});

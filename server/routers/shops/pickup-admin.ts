import { ByIdSchema } from '../../../src/domain/field-schemas.ts';
import { DeclinePickupSchema, ListPickupsSchema, ManagedPickupsSchema } from '../../../src/domain/shop/pickup.ts';
import { arrangePickup, declinePickup, getDeskPickups } from '../../operations/pickups/manage-pickups.ts';
import { change, doneOutput } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';

export const pickupAdminRouter = router({
  list: roleProcedure
    .input(ListPickupsSchema)
    .output(ManagedPickupsSchema)
    .query(({ ctx, input }) => getDeskPickups(ctx.services, input)),

  arrange: roleMutation.input(ByIdSchema).output(doneOutput).mutation(change(arrangePickup)),

  decline: roleMutation.input(DeclinePickupSchema).output(doneOutput).mutation(change(declinePickup)),
});

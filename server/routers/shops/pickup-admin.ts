import { ByIdSchema, DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import { DeclinePickupSchema, ListPickupsSchema, ManagedPickupsSchema } from '../../../src/domain/shop/pickup.ts';
import { arrangePickup, declinePickup, getDeskPickups } from '../../operations/shops/manage-pickups.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';

export const pickupAdminRouter = router({
  list: roleProcedure
    .input(ListPickupsSchema)
    .output(ManagedPickupsSchema)
    .query(({ ctx, input }) => getDeskPickups(ctx.services, input)),

  arrange: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await arrangePickup(ctx.unit, input);
      return done;
    }),

  decline: roleMutation
    .input(DeclinePickupSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await declinePickup(ctx.unit, input);
      return done;
    }),
});

import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { PlanCollectionSchema } from '../../src/domain/pickups/manage.ts';
import {
  DeclinePickupSchema,
  ListPickupsSchema,
  MakePickupSchema,
  ManagedPickupsSchema,
} from '../../src/domain/pickups/pickup.ts';
import { change, doneOutput, idOutput, readWith } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getDeskPickups } from './list-pickups.ts';
import { arrangePickup, declinePickup, makePickup } from './manage-pickups.ts';
import { planCollection } from './plan-collection.ts';

export const pickupAdminRouter = router({
  list: roleProcedure.input(ListPickupsSchema).output(ManagedPickupsSchema).query(readWith(getDeskPickups)),

  arrange: roleMutation.input(ByIdSchema).output(doneOutput).mutation(change(arrangePickup)),

  create: roleMutation.input(MakePickupSchema).output(idOutput).mutation(change(makePickup)),

  plan: roleMutation.input(PlanCollectionSchema).output(doneOutput).mutation(change(planCollection)),

  decline: roleMutation.input(DeclinePickupSchema).output(doneOutput).mutation(change(declinePickup)),
});

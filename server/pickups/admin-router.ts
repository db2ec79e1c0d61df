import { pickupAdminCalls } from '../../src/domain/calls/shop.ts';
import { change, readWith } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getDeskPickups } from './list-pickups.ts';
import { arrangePickup, declinePickup, makePickup } from './manage-pickups.ts';
import { planCollection } from './plan-collection.ts';

export const pickupAdminRouter = router({
  list: roleProcedure(pickupAdminCalls.list).query(readWith(getDeskPickups)),

  arrange: roleMutation(pickupAdminCalls.arrange).mutation(change(arrangePickup)),

  create: roleMutation(pickupAdminCalls.create).mutation(change(makePickup)),

  plan: roleMutation(pickupAdminCalls.plan).mutation(change(planCollection)),

  decline: roleMutation(pickupAdminCalls.decline).mutation(change(declinePickup)),
});

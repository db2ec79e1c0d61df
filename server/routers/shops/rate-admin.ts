import * as v from 'valibot';
import { ByIdSchema, DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import { ListRatesSchema, RateSchema, SaveRateSchema, ShopSchema } from '../../../src/domain/shop/rate.ts';
import { getRates, getShops, removeRate, saveRate } from '../../operations/shops/manage-rates.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';

export const rateAdminRouter = router({
  list: roleProcedure
    .input(ListRatesSchema)
    .output(v.array(RateSchema))
    .query(({ ctx, input }) => getRates(ctx.services.db, input)),

  shops: roleProcedure.output(v.array(ShopSchema)).query(({ ctx }) => getShops(ctx.services.db)),

  save: roleMutation
    .meta({ proof: 'recent' })
    .input(SaveRateSchema)
    .output(v.object({ id: v.string() }))
    .mutation(({ ctx, input }) => saveRate(ctx.unit, input)),

  delete: roleMutation
    .meta({ proof: 'recent' })
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeRate(ctx.unit, input);
      return done;
    }),
});

import * as v from 'valibot';
import { CodLimitSchema, SetCodSchema } from '../../../src/domain/cod.ts';
import { ByIdSchema, ForUserSchema } from '../../../src/domain/field-schemas.ts';
import { ListRatesSchema, RateSchema, SaveRateSchema, ShopSchema } from '../../../src/domain/shop/rate.ts';
import { getCod, setCod } from '../../operations/cod/cod-terms.ts';
import { getRates, getShops, removeRate, saveRate } from '../../operations/shops/manage-rates.ts';
import { change, doneOutput, read } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';

export const rateAdminRouter = router({
  list: roleProcedure.input(ListRatesSchema).output(v.array(RateSchema)).query(read(getRates)),

  shops: roleProcedure.output(v.array(ShopSchema)).query(read(getShops)),

  save: roleMutation
    .meta({ proof: 'recent' })
    .input(SaveRateSchema)
    .output(v.object({ id: v.string() }))
    .mutation(change(saveRate)),

  delete: roleMutation.meta({ proof: 'recent' }).input(ByIdSchema).output(doneOutput).mutation(change(removeRate)),

  getCod: roleProcedure.input(ForUserSchema).output(CodLimitSchema).query(read(getCod)),

  setCod: roleMutation.meta({ proof: 'recent' }).input(SetCodSchema).output(doneOutput).mutation(change(setCod)),
});

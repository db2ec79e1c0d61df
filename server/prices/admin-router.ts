import * as v from 'valibot';
import { CodLimitSchema, SetCodSchema } from '../../src/domain/cod.ts';
import { ByIdSchema, ForUserSchema } from '../../src/domain/field-schemas.ts';
import { ListRatesSchema, RateSchema, SaveRateSchema, ShopSchema } from '../../src/domain/shops/rate.ts';
import { getCod, setCod } from '../cod/cod-terms.ts';
import { change, doneOutput, idOutput, read } from '../gate/endings.ts';
import { provedMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getRates, getShops, removeRate, saveRate } from './manage-rates.ts';

export const rateAdminRouter = router({
  list: roleProcedure.input(ListRatesSchema).output(v.array(RateSchema)).query(read(getRates)),

  shops: roleProcedure.output(v.array(ShopSchema)).query(read(getShops)),

  save: provedMutation.input(SaveRateSchema).output(idOutput).mutation(change(saveRate)),

  delete: provedMutation.input(ByIdSchema).output(doneOutput).mutation(change(removeRate)),

  getCod: roleProcedure.input(ForUserSchema).output(CodLimitSchema).query(read(getCod)),

  setCod: provedMutation.input(SetCodSchema).output(doneOutput).mutation(change(setCod)),
});

import { rateAdminCalls } from '../../src/domain/calls/shop.ts';
import { getCod, setCod } from '../cod/cod-terms.ts';
import { change, read } from '../gate/endings.ts';
import { provedMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getRates, getShops, removeRate, saveRate } from './manage-rates.ts';

export const rateAdminRouter = router({
  list: roleProcedure(rateAdminCalls.list).query(read(getRates)),

  shops: roleProcedure(rateAdminCalls.shops).query(read(getShops)),

  save: provedMutation(rateAdminCalls.save).mutation(change(saveRate)),

  delete: provedMutation(rateAdminCalls.delete).mutation(change(removeRate)),

  getCod: roleProcedure(rateAdminCalls.getCod).query(read(getCod)),

  setCod: provedMutation(rateAdminCalls.setCod).mutation(change(setCod)),
});

import * as v from 'valibot';

/** In dollars; available = total − pending withdrawals and fees. */
export const BalanceSchema = v.object({ total: v.number(), available: v.number() });
export type Balance = v.InferOutput<typeof BalanceSchema>;
